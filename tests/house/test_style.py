"""English is written as docs/style.md says: no message, sentence or template bears a phrase it retires."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.glossary import ROOT

pytestmark = pytest.mark.rules
PAGE = ROOT / "docs" / "style.md"
MESSAGES = (
    "web/src/messages/en/*.json",
    "widget/src/messages/*/en.json",
    "tenants/outfitter_tenants/*/words/en.json",
)

SERVER = ("platform", "tenants", "plugins", "signup")
# What people read of a template: its text, and what Typst prints between brackets.
TEMPLATES = ("*.html", "*.typ", "*.mjml")
# Tiqets' interface prescribes its words; terms that were published keep theirs, operators agreed to them.
PRESCRIBED = {"plugins/outfitter_tiqets/errors.py", "platform/outfitter/tos/texts/operator_v1.html"}
SQL = re.compile(r"\b(?:SELECT|FROM|WHERE|UNION|CASE|BETWEEN)\b")


def retired(page: str) -> list[str]:
    """Return the phrases on the left of the page's table."""
    _, _, table = page.partition("| not | but |\n|---|---|\n")
    return [line.strip("| ").split(" | ")[0] for line in table.splitlines() if line.startswith("|")]


def sentences(found: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Return every text of a file of messages with its key, however deep."""
    if isinstance(found, str):
        yield path, found
    elif isinstance(found, dict):
        for key, one in found.items():
            yield from sentences(one, f"{path}.{key}" if path else key)


def wrong(text: str, phrases: list[str]) -> list[str]:
    """Return the phrases that a text bears; the names of what is put in do not count."""
    plain = re.sub(r"\{\w+(?=[,}])", "{", text)
    return [one for one in phrases if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", plain, re.IGNORECASE)]


def spoken(source: str) -> Iterator[tuple[int, str]]:
    """Return the strings of a module that hold words, with their lines; docstrings and SQL do not count."""
    tree = ast.parse(source)
    silent = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for one in ast.walk(tree):
        if not isinstance(one, ast.Constant) or not isinstance(one.value, str) or id(one) in silent:
            continue
        if " " in one.value and not SQL.search(one.value):
            yield one.lineno, re.sub(r"\w+\.\w+", "", one.value)


def printed(template: str) -> Iterator[tuple[int, str]]:
    """Return the lines of a template without its comments and the names of what is put in."""
    for number, line in enumerate(template.splitlines(), 1):
        plain = re.sub(r"(?<!:)//.*|<!--.*?-->|\{[{%#].*?[}%#]\}", "", line)
        yield number, re.sub(r"[\w)]+\.\w+", "", plain)


def server_files(*names: str) -> list[Path]:
    """Return the files of the server that people may read from, without migrations."""
    found = {path for top in SERVER for name in names for path in (ROOT / top).rglob(name)}
    prescribed = {ROOT / path for path in PRESCRIBED}
    return sorted(path for path in found - prescribed if "migrations" not in path.parts)


def test_no_english_message_bears_a_retired_phrase() -> None:
    phrases = retired(PAGE.read_text())
    files = [path for pattern in MESSAGES for path in sorted(ROOT.glob(pattern))]
    said = [
        (f"{path.relative_to(ROOT)} {key}", text)
        for path in files
        for key, text in sentences(json.loads(path.read_text()))
    ]

    assert (len(phrases) > 25, len(files) > 45, len(said) > 3000) == (True, True, True)
    assert {where: (found, text) for where, text in said if (found := wrong(text, phrases))} == {}


# What a guest who does not come is called, in every form a sentence needs.
NO_SHOW = {
    "de": "nicht ?erschein|nicht ?erschien",
    "en": "no-show",
    "es": "no presentad",
    "fr": "absen[tc]",
    "it": "assen[tz]",
    "ja": "(?<!無断)不参加",
    "ko": "노쇼",
    "nl": "no-show",
    "pt": "não compar",
    "ru": "неявк",
    "sv": "utebliv",
    "zh": "未到(?!场)",
}


@pytest.mark.parametrize("language", NO_SHOW)
def test_a_no_show_has_one_name_in_each_language(language: str) -> None:
    english = [path for pattern in MESSAGES[::2] for path in sorted(ROOT.glob(pattern))]
    said = {}
    for path in english:
        here = Path(str(path).replace("/en/", f"/{language}/").replace("/en.json", f"/{language}.json"))
        # What visitors read has languages of its own.
        words = dict(sentences(json.loads(here.read_text()))) if here.exists() else {}
        for key, text in sentences(json.loads(path.read_text())):
            if re.search(NO_SHOW["en"], text, re.IGNORECASE):
                said[f"{here.relative_to(ROOT)} {key}"] = words[key]

    assert len(said) > 20
    assert {
        key: text for key, text in said.items() if not re.search(NO_SHOW[language], text, re.IGNORECASE)
    } == {}


def test_no_sentence_of_the_server_bears_a_retired_phrase() -> None:
    phrases = retired(PAGE.read_text())
    modules = server_files("*.py")
    said = [
        (f"{path.relative_to(ROOT)}:{line}", text)
        for path in modules
        for line, text in spoken(path.read_text())
    ]

    assert (len(modules) > 900, len(said) > 2000) == (True, True)
    assert {where: (found, text) for where, text in said if (found := wrong(text, phrases))} == {}


def test_no_template_bears_a_retired_phrase() -> None:
    phrases = retired(PAGE.read_text())
    files = server_files(*TEMPLATES)
    said = [
        (f"{path.relative_to(ROOT)}:{line}", text)
        for path in files
        for line, text in printed(path.read_text())
    ]

    assert len(files) > 10
    assert {where: (found, text) for where, text in said if (found := wrong(text, phrases))} == {}


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('raise Invalid("Nobody came.")', ["Nobody came."]),
        ('raise Invalid(f"Nobody of {trip.name} came.")', ["Nobody of ", " came."]),
        ('def f():\n    """Nobody came."""', []),
        ("# Nobody came.", []),
        ('X = "nobody"', []),
        ("X = \"SELECT 1 WHERE status = 'cancelled'\"", []),
        ('X = "trip_order.cancelled was sent"', [" was sent"]),
    ],
)
def test_what_counts_as_a_sentence_of_the_server(source: str, texts: list[str]) -> None:
    assert [text for _, text in spoken(source)] == texts


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("<p>Nobody came</p>", "<p>Nobody came</p>"),
        ("Seen // nobody reads this", "Seen "),
        ("{{ nobody }} came", " came"),
        ("{ words.nobody }", "{  }"),
    ],
)
def test_what_counts_as_printed(template: str, text: str) -> None:
    assert [line for _, line in printed(template)] == [text]


def test_the_table_is_in_order() -> None:
    phrases = retired(PAGE.read_text())

    assert phrases == sorted(set(phrases))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nobody came", ["nobody"]),
        ("A Cheque", ["cheque"]),
        ("{nobody} came", []),
        ("Nobodys", []),
        ("Someone came", []),
    ],
)
def test_whole_words_count_in_any_case(text: str, found: list[str]) -> None:
    assert wrong(text, ["cheque", "nobody"]) == found


def test_a_page_without_its_table_retires_nothing(tmp_path: Path) -> None:
    assert retired("# How we write\n") == []


# Names, and what is written in capitals in the middle of a sentence as well.
CAPITALS = re.compile(
    r"(?:I|I’\w+|PDF|MB|JavaScript|Outfitter|Stripe|Slack|Apple|Google|Wallet|SMS|OCTO|QR|PIN|WXYZ|English|Example)\W*"
)
VISITORS = (MESSAGES[1], MESSAGES[2])


def capitals(text: str) -> list[str]:
    """Return the words that have a capital without being the first of a sentence, or a name."""
    plain = re.sub(r"\{\w+\}", "x", text)
    later = re.findall(r"(?<=[\w,’x] )[A-Z][\w’]*", plain)
    return [one for one in later if not CAPITALS.fullmatch(one)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Choose Your Date", ["Your", "Date"]),
        ("Choose your date", []),
        ("Age {min}–{max}. Call us", []),
        ("If I don’t finish, see the PDF", []),
    ],
)
def test_title_case_is_seen(text: str, expected: list[str]) -> None:
    assert capitals(text) == expected


def test_what_visitors_read_is_in_sentence_case() -> None:
    files = [path for pattern in VISITORS for path in ROOT.glob(pattern)]
    assert len(files) > 3
    found = {
        f"{path.relative_to(ROOT)}: {key}": text
        for path in files
        for key, text in sentences(json.loads(path.read_text()))
        if capitals(text)
    }
    assert not found
