"""Writes documents of the repository as pages: Markdown to HTML, with the pictures and sources that
they lead to.

    python3 samples/web/pages.py FOLDER README.md samples/README.md ...

It knows the Markdown that these have: headings, paragraphs, lists, tables, fenced code, code, bold,
links and HTML. Links to other documents that are given become links to their pages; other files are
copied; what is no file loses its link.
"""
import html
import os
import re
import shutil
import sys

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}document.css">
</head>
<body><nav><a href="{up}index.html">Evolute</a> <a href="{up}docs/README.html">About</a>
<a href="{up}docs/samples/guide/README.html">Guide</a> <a href="{up}docs/samples/README.html">Scenes</a>
<a href="{up}docs/samples/limits.html">Limits</a></nav>
<main>
{body}
</main></body>
</html>
"""


class Writer:
    def __init__(self, folder, documents):
        self.folder, self.documents = folder, {os.path.normpath(d) for d in documents}

    def target(self, link):
        """What a link of the current document leads to; None: to nothing here."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(self.document), path))
        if there in self.documents:
            return re.sub(r"\.md$", ".html", path) + (f"#{anchor}" if anchor else "")
        if not os.path.isfile(there):
            return None
        to = os.path.join(self.folder, there)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copyfile(there, to)
        return link

    def link(self, found):
        to = self.target(found[2])
        return f'<a href="{to}">{found[1]}</a>' if to else found[1]

    def inline(self, text):
        """Code and tags stay as they are, out of the way of all else."""
        kept = []

        def keep(made):
            kept.append(made)
            return f"\0{len(kept) - 1}\0"

        text = re.sub(r"``? ?(.+?) ?``?", lambda m: keep(f"<code>{html.escape(m[1])}</code>"), text)
        text = re.sub(r"<https?://[^>]+>", lambda m: keep(f'<a href="{m[0][1:-1]}">{m[0][1:-1]}</a>'), text)
        text = re.sub(r'<img src="([^"]+)"', lambda m: f'<img src="{self.target(m[1]) or ""}" loading="lazy"', text)
        text = re.sub(r"</?[a-z][^>]*>", lambda m: keep(m[0]), text)
        text = html.escape(text, quote=False)
        text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)",
                      lambda m: keep(f'<img src="{self.target(m[2]) or ""}" alt="{m[1]}" loading="lazy">'), text)
        text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", self.link, text)
        text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", text)
        while "\0" in text:
            text = re.sub("\0(\\d+)\0", lambda m: kept[int(m[1])], text)
        return text

    def table(self, lines):
        rows = [[c.strip() for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
        made = ["<table>"]
        for number, row in enumerate(rows):
            if number == 1 or not any(row):
                continue
            kind = "th" if number == 0 else "td"
            made.append("<tr>" + "".join(f"<{kind}>{self.inline(c)}</{kind}>" for c in row) + "</tr>")
        return "\n".join(made + ["</table>"])

    def block(self, lines):
        first = lines[0]
        heading = re.match(r"(#+) (.*)", first)
        if heading:
            name = re.sub(r"[^\w -]", "", heading[2].lower()).replace(" ", "-")
            level = len(heading[1])
            return f'<h{level} id="{name}">{self.inline(heading[2])}</h{level}>'
        if first.startswith("|"):
            return self.table(lines)
        item = re.match(r"([-*]|\d+\.) ", first)
        if item:
            items = re.split(r"\n(?=(?:[-*]|\d+\.) )", "\n".join(lines))
            kind = "ul" if item[1] in "-*" else "ol"
            texts = (self.inline(re.sub(r"^([-*]|\d+\.) ", "", i)) for i in items)
            return f"<{kind}>" + "".join(f"<li>{t}</li>" for t in texts) + f"</{kind}>"
        text = self.inline("\n".join(lines))
        return text if first.startswith("<p") else f"<p>{text}</p>"

    def blocks(self, text):
        lines, code = [], None
        for line in text.split("\n") + [""]:
            if code is not None:
                if line.startswith("```"):
                    yield f"<pre><code>{html.escape(chr(10).join(code))}</code></pre>"
                    code = None
                else:
                    code.append(line)
                continue
            ends = not line.strip() or line.startswith(("```", "#"))
            if lines and (ends or line.startswith("|") != lines[0].startswith("|")):
                yield self.block(lines)
                lines = []
            if line.startswith("```"):
                code = []
            elif line.startswith("#"):
                yield self.block([line])
            elif line.strip():
                lines.append(line)

    def write(self, document):
        self.document = os.path.normpath(document)
        with open(document, encoding="utf-8") as file:
            body = "\n".join(self.blocks(file.read()))
        to = os.path.join(self.folder, re.sub(r"\.md$", ".html", self.document))
        os.makedirs(os.path.dirname(to), exist_ok=True)
        title = re.search(r"<h1[^>]*>(.*?)</h1>", body)
        up = "../" * (self.document.count("/") + 1)
        with open(to, "w", encoding="utf-8") as file:
            file.write(PAGE.format(title=title[1] if title else "Evolute", up=up, body=body))


if __name__ == "__main__":
    writer = Writer(sys.argv[1], sys.argv[2:])
    for name in sys.argv[2:]:
        writer.write(name)
