"""Sphinx's settings: the Markdown pages of docs as one site, with Doxygen's reference beside them.

The pages stay as a code host shows them. The list in index.md is the table of contents, and links to files of the repository
lead to a page that shows the file.
"""
import os
import pathlib
import re
import xml.etree.ElementTree

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound

docs = pathlib.Path(__file__).resolve().parents[1]
repository = docs.parent

project = "Partita"
author = "Partita"
extensions = ["myst_parser"]
myst_heading_anchors = 4
root_doc = "index"
exclude_patterns = ["site"]
html_theme = "furo"
html_title = "Partita"
html_static_path = ["static"]
html_css_files = ["partita.css"]
html_js_files = ["scheme.js"]
html_copy_source = html_show_sourcelink = html_show_sphinx = html_show_copyright = False
html_theme_options = {"top_of_page_button": None}
pygments_style, pygments_dark_style = "friendly", "native"
highlight_language = "none"

shown_files = {}  # of the repository: path -> page


def prepare(app, docname, source):
    """Links to files outside docs become links to pages of the site, links to folders become text, and names of pages titles."""
    def changed(found):
        text, target = found[1], found[2]
        path = (docs / docname).parent.joinpath(target.partition("#")[0]).resolve()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        if path.is_dir():
            return text
        if path.is_relative_to(docs):
            return f"[{title_of(path)}]({target})" if text.endswith(".md") else found[0]
        shown_files[path] = "files/" + str(path.relative_to(repository))
        return within_site(text, shown_files[path] + ".html", docname)

    text = re.sub(r"(?<!!)\[((?:[^\[\]]|\n)*)\]\(([^)\s]+)\)", changed, source[0])
    if docname == root_doc:
        text += "".join(contents(text))
    if docname == "reference":
        text = with_links_to_reference(text)
    if docname.startswith("lab/") and f"({docname}.md)" not in (docs / "index.md").read_text(encoding="utf-8"):
        text = "---\norphan: true\n---\n\n" + text  # other pages lead there, not the table of contents
    source[0] = text


def title_of(page):
    return page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def within_site(text, target, docname):
    return f"{{within-site}}`{text} <{'../' * docname.count('/')}{target}>`"


def with_links_to_reference(text):
    """Names of partita, as Doxygen links them in the same page, and a link to its first page."""
    tags = os.environ.get("PARTITA_TAGS", "")
    if not os.path.exists(tags):
        return text
    places = {}
    for compound in xml.etree.ElementTree.parse(tags).getroot().iter("compound"):
        name, file = compound.findtext("name"), compound.findtext("filename")
        places.setdefault(name, file if file.endswith(".html") else file + ".html")
        if compound.get("kind") == "namespace":
            for member in compound.iter("member"):
                places.setdefault(f"{name}::{member.findtext('name')}", f"{member.findtext('anchorfile')}#{member.findtext('anchor')}")

    def link(found):
        place = places.get(found[1])
        return within_site(found[0], f"reference/{place}", "reference") if place else found[0]

    first = within_site("All classes, functions and headers", "reference/index.html", "reference")
    return re.sub(r"\b(partita(?:\.h\b|(?:::\w+)+))(?:\(\))?", link, text) + f"\n{first}\n"


def contents(text):
    """Sphinx's tables of contents: one for each heading of index.md, of the links in its list."""
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        heading = part.partition("\n")[0]
        entries = [f"{title} <{target[:-3]}>" for title, target in re.findall(r"^\* \[([^\]]+)\]\(([^)]+\.md)\)", part, re.M)]
        yield "\n\n```{toctree}\n:hidden:\n:caption: " + heading + "\n" + "\n".join(entries) + "\n```\n"


def linked(name, rawtext, text, line, inliner, options=None, content=None):
    title, target = re.fullmatch(r"(.*?)\s*<([^>]*)>", text, re.S).groups()
    return [nodes.reference(rawtext, title.replace("`", ""), refuri=target, internal=True)], []


def pages_of_files(app):
    for path, page in sorted(shown_files.items()):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            lexer = get_lexer_for_filename(path.name, text)
        except ClassNotFound:
            lexer = get_lexer_for_filename("a.txt")
        name = str(path.relative_to(repository))
        body = f"<h1>{name}</h1>" + highlight(text, lexer, HtmlFormatter())
        yield page, {"title": name, "body": body}, "page.html"


def setup(app):
    app.add_role("within-site", linked)
    app.connect("source-read", prepare)
    app.connect("html-collect-pages", pages_of_files)
