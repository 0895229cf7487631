#!/bin/sh
# Writes the reference, HTML, into BUILD/docs: the guide's pages first, then the headers. A warning
# of Doxygen is an error; so is a declaration, a field or a value without a comment, and a picture
# or a link that leads nowhere.
#     samples/docs/make.sh BUILD VERSION
set -eu
cd "$(dirname "$0")/../.."
DOCS=$1/docs VERSION=$2 PAGES="samples/guide/README.md $(echo samples/guide/[0-9]*.md)"
export DOCS VERSION PAGES
rm -rf "$DOCS"
mkdir -p "$DOCS"
for header in include/evolute/*.h; do
    python3 samples/docs/filter.py "$header" >/dev/null
done
doxygen samples/docs/Doxyfile
cp -r samples/guide/pictures "$DOCS"
python3 samples/docs/links.py "$DOCS"
echo "$DOCS/index.html"
