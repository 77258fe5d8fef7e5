"""Writes the tables of the last runs to their pages, each between <!-- NAME --> and <!-- /NAME -->."""
import re
import sys

import lab

PAGES = [lab.SOURCE / "docs" / "papers.md", lab.SOURCE / "docs" / "choose_a_schedule.md", lab.RESULTS / "beyond.md", *sorted((lab.RESULTS / "papers").glob("*.md"))]


def fill(experiments):
    texts = {page: page.read_text() for page in PAGES}
    for experiment in experiments:
        for name, table in experiment.tables().items():
            place = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
            page = next((page for page, text in texts.items() if place.search(text)), None)
            if page is None:
                sys.exit(f"lab: no page has a place for {name}: <!-- {name} --> and <!-- /{name} -->")
            texts[page] = place.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", texts[page])
    for page, text in texts.items():
        page.write_text(text)
