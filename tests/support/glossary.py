"""Reads docs/glossary.md: the words of the product, as tests need them."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
TERMS = ("term", "table", "on screens", "what it is")


@dataclass(frozen=True)
class Term:
    """One row of the glossary; `group` is the heading above it."""

    group: str
    name: str
    tables: tuple[str, ...]
    labels: tuple[str, ...]


def read_glossary() -> str:
    """Return the glossary as it stands in the repository."""
    return GLOSSARY.read_text()


def table_rows(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return every row of every table as (heading above, column names, cells)."""
    found = []
    heading, columns = "", ()
    for line in text.splitlines():
        if line.startswith("#"):
            heading, columns = line.lstrip("# "), ()
        elif not line.startswith("|"):
            columns = ()
        else:
            cells = tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
            if not columns:
                columns = cells
            elif not all(re.fullmatch(":?-+:?", cell) for cell in cells):
                found.append((heading, columns, cells))
    return found


def terms(text: str) -> list[Term]:
    """Return the domain terms in the order of the page."""
    return [
        Term(
            group=heading,
            name=cells[0].strip("*"),
            tables=tuple(re.findall(r"`(\w+)`", cells[1])),
            labels=tuple(label.strip() for label in cells[2].split(",") if label.strip()),
        )
        for heading, columns, cells in table_rows(text)
        if columns == TERMS
    ]


def word_table(text: str, heading: str) -> list[str]:
    """Return the first column of the table below a heading."""
    return [cells[0].strip("`") for above, _, cells in table_rows(text) if above == heading]


def module_words(text: str) -> set[str]:
    """Return the terms as module names would have them, in the singular and the plural."""
    found = set()
    for term in terms(text):
        name = re.sub("[ -]", "_", term.name)
        plural = re.sub("y$", "ie", name) if re.search("[^aeiou]y$", name) else name
        found |= {name, f"{plural}s", name.replace("_", ""), f"{plural}s".replace("_", "")}
        found |= {name.replace("add_on", "addon"), f"{plural}s".replace("add_on", "addon")}
    return found
