"""What code says of the rules can be looked up: in docs/domain.md, and nowhere else."""

import re
from itertools import pairwise

import pytest

from tests.house.test_layout import ROOT, tracked

pytestmark = pytest.mark.rules
BOOK = "docs/domain.md"
KINDS = ("*.py", "*.ts", "*.tsx", "*.mjs", "*.css", "*.typ", "*.tsv", "*.sql", "*.md", "outfitter")
# The book names itself, this file names what is wrong on purpose.
NOT_READ = {BOOK, "tests/house/test_rulebook.py"}

SECTION = r"\d+(?:\.\d+)+"
# "4.9", "rule 3", "E7", or the number of an item behind its section: "7.3, 15".
PART = rf"{SECTION}|(?:rule|step|item|example|invariant)s? \w+|E\d+|\d+(?![\d.:]| in )"
# From here on a reference goes: "4.9", "4.11, 5.16", "4.6 to 4.14", "4.17, 4.18 and 5.16".
REFERENCE = re.compile(
    rf"(?:(?P<before>(?:E?\d+|, | and | to )+) of )?\bdomain\.md(?P<link>[)#`\"'\]])?"
    rf"(?: (?P<parts>{SECTION}(?:(?:,? and |, | to | or | )(?:{PART}))*))?",
    re.IGNORECASE,
)
OUTSIDE = re.compile(
    r"\bspecification\b|\b(?:stack|interface|vocabulary|exemplars|wave\d*)\.md\b"
    r"|\barchitecture\.md \d|[(;,] ?A-\d\d\b",
    re.IGNORECASE,
)


def sections(book: str) -> dict[str, set[str]]:
    """Return section -> the items numbered in it; an item 6 of 4.1 is a section 4.1.6 as well."""
    found: dict[str, set[str]] = {}
    here = ""
    for line in book.splitlines():
        if heading := re.match(rf"#{{2,4}} ({SECTION}|\d)\.? ", line):
            here = heading[1]
            assert here not in found, f"{here} stands there twice"
            found[here] = set()
        elif item := re.match(r"(\d+)\. |\*\*(E\d+):", line):
            found[here].add(item[1] or item[2])
    return found


def known(book: dict[str, set[str]], section: str) -> bool:
    above, _, item = section.rpartition(".")
    return section in book or item in book.get(above, ())


def plain(text: str) -> str:
    """Return a text without line ends and what begins lines of comments."""
    return re.sub(r"\s*\n\s*(?:(?:#|\*|//|--)(?![*#/]) ?)?\s*", " ", text)


def lost(text: str, book: dict[str, set[str]]) -> list[str]:
    """Return the references to the rulebook that lead nowhere."""
    found = []
    if "domain.md" not in text.lower():
        return found
    for match in REFERENCE.finditer(plain(text)):
        if match["parts"] is None:
            found += [] if match["link"] else [match[0]]
            continue
        parts = re.findall(PART, match["parts"])
        before = re.findall(r"E?\d+", match["before"] or "")
        section = parts[0]
        found += [f"{one} of {section}" for one in before if one not in book.get(section, ())]
        for part in parts:
            if re.fullmatch(SECTION, part):
                section = part
                found += [] if known(book, part) else [part]
            elif (item := part.split()[-1]) not in book.get(section, ()):
                found.append(f"{section}, {item}")
    return found


def rulebook() -> dict[str, set[str]]:
    return sections((ROOT / BOOK).read_text())


def texts() -> dict[str, str]:
    read = {str(path.relative_to(ROOT)): path for path in tracked(*KINDS)}
    return {name: path.read_text() for name, path in read.items() if name not in NOT_READ}


def test_every_reference_names_a_section_of_the_rulebook():
    book = rulebook()

    assert {name: found for name, text in texts().items() if (found := lost(text, book))} == {}


def test_nothing_refers_to_a_document_that_is_not_here():
    """A standard of others is called by its name; a rule of ours has a section."""
    found = {name: OUTSIDE.findall(text) for name, text in texts().items()}

    assert {name: words for name, words in found.items() if words} == {}


def test_sections_of_the_rulebook_stand_in_order():
    numbers = [[int(part) for part in name.split(".")] for name in rulebook()]

    assert [pair for pair in pairwise(numbers) if pair[0] > pair[1]] == []


def test_the_rulebook_refers_to_its_own_sections():
    text = (ROOT / BOOK).read_text()
    book = rulebook()
    inside = re.findall(rf"\((?:[^()\d]*: )?({SECTION}(?:, {SECTION})*)\)", plain(text))
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}

    assert len(inside) > 30
    assert [one for many in inside for one in many.split(", ") if not known(book, one)] == []
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


EXAMPLE = sections(
    "## 4 The rules\n### 4.1 Money\n1. whole\n2. rounded\n### 4.2 Seats\n#### 4.2.1 Taken\n"
    "### 4.31 Examples\n**E1: all.** text\n### 7.3 Always\n1. one\n15. two\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "(domain.md 4.1)",
        "(domain.md 4.2.1).",
        "(domain.md 4.1.2): an item is a section",
        "domain.md 4.1, 4.2 and 7.3.",
        "domain.md 4.1 to 4.2",
        "domain.md 4.1, rule 2; 9.9",
        "domain.md 7.3, 15)",
        "domain.md 4.31, E1",
        "example E1 of domain.md 4.31",
        "invariants 1 and 15 of domain.md 7.3",
        "domain.md 4.2: 10 in 15 minutes",
        "as domain.md\n    # 4.1 says",
        " * (domain.md 4.1,\n * 4.2)",
        "[rules](domain.md)",
        "docs/domain.md#42-seats",
        "domain.md 4.1. 3 are there",
    ],
)
def test_the_finder_lets_right_references_pass(text):
    assert lost(text, EXAMPLE) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(domain.md 4.3)", ["4.3"]),
        ("(domain.md 4.1.3)", ["4.1.3"]),
        ("domain.md 4.1, 5.16", ["5.16"]),
        ("domain.md 4.1,\n    5.16 and 4.2", ["5.16"]),
        ("domain.md 4.2 to 4.14", ["4.14"]),
        ("domain.md 4.1, step 6", ["4.1, 6"]),
        ("domain.md 7.3, 16", ["7.3, 16"]),
        ("domain.md 4.31, E2", ["4.31, E2"]),
        ("invariants 1, 3 and 15 of domain.md 7.3", ["3 of 7.3"]),
        ("(domain.md A-20)", ["domain.md"]),
        ("Domain.md E10: text", ["Domain.md"]),
        ("/**\n * Seats (domain.md\n * 4.3).\n */", ["4.3"]),
    ],
)
def test_the_finder_names_wrong_references(text, found):
    assert lost(text, EXAMPLE) == found


@pytest.mark.parametrize(
    "text",
    [
        "(specification 7.1)",
        "# Specification section 2:",
        "the specification of it",
        "(stack.md section 3)",
        "interface.md",
        "see vocabulary.md",
        "exemplars.md 2",
        "wave2.md",
        "(architecture.md 3)",
        "(domain.md 3.4, A-05)",
        "(A-04)",
        "step 6; A-21)",
    ],
)
def test_the_finder_names_documents_that_are_not_here(text):
    assert OUTSIDE.search(text)


@pytest.mark.parametrize("text", ["[here](architecture.md)", "seat A-12", "ADR 12", "plugins.md", "specific"])
def test_the_finder_knows_what_is_here(text):
    assert OUTSIDE.search(text) is None
