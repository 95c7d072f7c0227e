"""The pages of the manual: those of docs/src, made ready for mdBook, and the C API reference from the header.

docs/src is written so that GitHub shows it well. For mdBook

- `{{#include path}}` in a fence is replaced by the file (path from the root of the repository);
- $…$ and $$…$$ become MathJax's delimiters, with what Markdown would eat escaped;
- names of the header in `code` become links to their entries;
- links that lead out of docs/src become plain text.

usage: book.py OUTPUT     writes OUTPUT/book.toml and OUTPUT/src
"""

import re
import shutil
import sys
from pathlib import Path

import header

REPO = Path(__file__).resolve().parents[2]
SOURCE = REPO / "docs" / "src"
HEADER = REPO / "include" / "swashplate.h"
REFERENCE = "<!-- C API reference -->"


def pages():
    """Path below src → Markdown as it is written, with the reference; SUMMARY.md lists its pages."""
    found = {str(path.relative_to(SOURCE)): path.read_text() for path in sorted(SOURCE.rglob("*.md"))}
    reference, summary = header.pages(HEADER.read_text())
    found |= {f"reference/{name}": text for name, text in reference.items()}
    found["SUMMARY.md"] = found["SUMMARY.md"].replace(REFERENCE, "\n".join(summary))
    return found


def parts(text):
    """The text cut at fences: (is it a fence, text)."""
    pieces = re.split(r"(^ *```.*?^ *```[^\n]*$)", text, flags=re.M | re.S)
    return [(k % 2 == 1, piece) for k, piece in enumerate(pieces)]


def included(text):
    """Fences with the files that they include."""
    return re.sub(r"^\{\{#include (\S+)\}\}$", lambda m: (REPO / m[1]).read_text().rstrip("\n"), text, flags=re.M)


def for_mathjax(text):
    def escaped(formula):
        formula = formula.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return re.sub(r"([\\_*`\[\]|~])", r"\\\1", formula)

    text = re.sub(r"\$\$(.+?)\$\$", lambda m: "\\\\[" + escaped(m[1].strip().replace("\n", " ")) + "\\\\]", text, flags=re.S)
    return re.sub(r"(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<!\s)\$(?![\w$])", lambda m: "\\\\(" + escaped(m[1]) + "\\\\)", text)


def with_links(text, page, addresses):
    up = "../" * page.count("/")

    def code(m):
        name = m[1].removesuffix("()")
        return f"[`{m[1]}`]({up}reference/{addresses[name]})" if name in addresses else m[0]

    # not inside the text of a link
    pieces = re.split(r"(\[[^\]]*\]\([^)]*\))", text)
    for k in range(0, len(pieces), 2):
        pieces[k] = re.sub(r"`((?:swp|SWP)_\w+(?:\(\))?)`", code, pieces[k])
    return "".join(pieces)


def without_outside(text, page, known):
    """Links to files of the repository that are no pages: only their text is left."""
    def link(m):
        target = m[3].split("#")[0]
        if m[1] == "!" or not target or re.match(r"\w+:", target) or target.endswith(".svg"):
            return m[0]
        path = Path(page).parent / target
        return m[0] if str(normal(path)) in known else m[2]

    return re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", link, text)


def normal(path):
    """The path without .. in it; None when it leads out of src."""
    found = []
    for part in path.parts:
        if part == "..":
            if not found:
                return None
            found.pop()
        elif part != ".":
            found.append(part)
    return Path(*found)


def write(output):
    addresses = header.addresses(HEADER.read_text())
    all_pages = pages()
    shutil.rmtree(output / "src", ignore_errors=True)
    for page, text in all_pages.items():
        out = []
        for is_fence, part in parts(text):
            if is_fence:
                out.append(included(part))
            else:
                part = re.sub(r"<!--.*?-->\n?", "", part, flags=re.S)
                if page != "SUMMARY.md":
                    part = without_outside(part, page, all_pages)
                    if not page.startswith("reference/"):
                        part = with_links(for_mathjax(part), page, addresses)
                out.append(part)
        path = output / "src" / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(out))
    shutil.copytree(SOURCE / "figures", output / "src" / "figures")
    shutil.copy(REPO / "docs" / "book.toml", output / "book.toml")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
