#!/usr/bin/env python3
"""Turns a header, or a page of the guide, into input of Doxygen: filter.py FILE

A comment of a header belongs to the declarations that follow it without a blank line between; in a
struct or an enum, up to the next one that has a comment of its own. A comment behind a declaration
belongs to it. `---- Title ---` begins a section. Indented lines are code.
"""
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
HEADERS = sorted((TOP / "include/evolute").glob("*.h"))


def declared_names():
    """Finds the names of headers, types and functions, which texts may link to."""
    code = "\n".join(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in HEADERS)
    found = re.findall(r"(?:struct|enum) (evo_\w+)|^\} (evo_\w+);|\b(evo_\w+)\((?!\*)", code, re.M)
    return {path.name for path in HEADERS} | {name for names in found for name in names if name}


NAMES = declared_names()


# ---- Texts ---------------------------------------------------------------------------------------

def linked(match):
    name = match.group(0)
    return f'@ref {name} "{name}"' if name in NAMES else name


def prose(line):
    """Escapes a line of text for Doxygen, and links the names in it. Tags of tests are left out."""
    line = re.sub(r" ?@[a-z0-9]+(-[a-z0-9]+)+", "", line)
    line = re.sub(r"([\\@<>#&])", r"\\\1", line)
    line = re.sub(r"\*(\w[^*]*[\w.])\*", r"<em>\1</em>", line).replace("*", "\\*")
    return re.sub(r"\bevo_\w+|\b\w+\.h\b", linked, line)


def doxygen(lines):
    """Turns the lines of a comment into Doxygen's: code between @code and @endcode. Code is what is
    indented behind the beginning or a blank line."""
    made, inside, blank = [], False, True
    for line in lines:
        indented = line.startswith("    ") and (blank or inside)
        if inside and line.strip() and not indented:
            made[-1] += "@endcode"
        made.append(("@code{.c}\n" if indented and not inside else "")
                    + (line[4:] if indented else prose(line)))
        blank = not line.strip()
        inside = indented or (inside and blank)
    return "\n".join(made) + (" @endcode" if inside else "")


def capital(text):
    return text[:1].upper() + text[1:]


def text_of(comment):
    """Returns the lines of a comment without its frame."""
    lines = comment.strip()[2:-2].rstrip().split("\n")
    starred = re.compile(r"^\s*\*(?: |$)")
    return [lines[0].strip()] + [starred.sub("", line) if starred.match(line) else line.strip()
                                 for line in lines[1:]]


# ---- Headers -------------------------------------------------------------------------------------

def plain(source):
    """Leaves out what is not for readers: guards, C++, exports, the bodies of inline functions."""
    def lines_of(match):
        return "\n" * match.group(0).count("\n")

    for pattern in (r"#if defined\(_WIN32\).*?#endif\n", r"#ifdef __cplusplus\n.*?#endif\n",
                    r"#ifndef EVOLUTE_\w+\n#define EVOLUTE_\w+\n", r"\n#endif\n*\Z",
                    r"/\* [^*]*clang-format (?:on|off) \*/\n"):
        source = re.sub(pattern, lines_of, source, flags=re.S)
    source = re.sub(r"^(static inline [^{;]*) \{\n.*?^\}", lambda m: m.group(1) + ";",
                    source, flags=re.S | re.M)
    return source.replace("EVO_API ", "")


def each_alone(before, code, behind):
    """Repeats comments before and behind a declaration for each of the names that it declares."""
    match = re.match(r"\s*((?:const |unsigned )?\w+ )(\*?\w+(?:, \*?\w+)+);$", code)
    if not match:
        return before + code + behind
    kind, names = match.groups()
    return "".join(f"{before}{kind}{name};{behind} " for name in names.split(", "))


# What needs no comment.
UNNAMED = re.compile(r"\s*$|#include|#endif|struct \w+;|enum \{")


class Header:
    """Writes a header anew while it goes through its pieces."""

    def __init__(self, path):
        self.path, self.at, self.out = path, 1, []
        self.depth = 0       # of braces
        self.line = ""       # the present line so far
        self.code = ""       # the present declaration so far
        self.behind = ""     # the comment behind it
        self.comment = None  # that of the declarations that follow
        self.used = False    # it had one
        self.section = False

    def filtered(self):
        source = self.path.read_text()
        head = re.match(r"/\*.*?\*/", source, re.S).group(0)
        lines = text_of(head)
        lines[0] = capital(lines[0].split(": ", 1)[1])
        self.out.append(f"/** @file {self.path.name}\n@brief {doxygen(lines)} */")
        self.at += head.count("\n")
        for piece in re.findall(r"/\*.*?\*/|\n|[^\n/]+|/", plain(source[len(head):]), re.S):
            if piece.startswith("/*"):
                self.take_comment(piece)
            elif piece == "\n":
                self.end_line()
            else:
                self.line += piece
                self.code += piece
            self.at += piece.count("\n")
        return "".join(self.out) + "/** @} */\n" * self.section

    def take_comment(self, piece):
        title = re.match(r"/\* -+ (.*?) -+ \*/", piece)
        if title:
            self.out.append("/** @} */ " * self.section)
            self.out.append(f"/** @name {title.group(1)} */ /** @{{ */")
            self.section = True
        elif self.code.strip():
            self.behind = f" /**< {doxygen(text_of(piece))} */"
        else:
            self.leave_comment()
            self.comment, self.used = doxygen(text_of(piece)), False
            self.line = "/**/"  # is not blank

    def fail(self, text):
        sys.exit(f"{self.path}:{self.at}: error: {text}")

    def leave_comment(self):
        if self.comment and not self.used:
            self.fail("the comment before this belongs to nothing")
        self.comment = None

    def end_line(self):
        if not self.line.strip() and not self.depth:
            self.leave_comment()
        ends = self.behind or self.line.startswith("#") or re.search(r"[;,{}]\s*$", self.line)
        if not self.code.strip() or ends and self.code.count("(") == self.code.count(")"):
            self.end_declaration()
        else:
            self.code += "\n"
        self.line = ""

    def end_declaration(self):
        closes, opens = "}" in self.code, "{" in self.code
        if self.behind and self.used or closes:
            self.comment = None
        declares = not closes and not UNNAMED.match(self.code)
        if declares and not self.comment and not self.behind:
            self.fail(f"{self.code.strip()} has no comment")
        before = f"/** {self.comment} */ " if self.comment and declares else ""
        self.used = self.used or before != ""
        if opens:
            self.comment = None
        self.out.append(each_alone(before, self.code.rstrip(), self.behind))
        if self.line != "/**/":
            self.out.append("\n")
        self.depth += opens - closes
        self.code = self.behind = ""


# ---- The guide -----------------------------------------------------------------------------------

def page(path):
    """Gives a page a name, and leaves out links to files that are not in the reference."""
    text = path.read_text()
    if path.name != "README.md":
        text = re.sub(r"^# (.*)", rf"# \1 {{#chapter_{path.name[:2]}}}", text)
    text = re.sub(r"\]\((\d\d)-[^)]*\.md\)", r"](@ref chapter_\1)", text)
    text = text.replace("](README.md)", "](@ref index)")
    return re.sub(r"\[([^]]*)\]\(\.\./[^)]*\)", r"\1", text)


if __name__ == "__main__":
    given = Path(sys.argv[1]).resolve()
    sys.stdout.write(Header(given).filtered() if given.suffix == ".h" else page(given))
