"""The glossary names what is there: every table, every screen word, every term once."""

import json
import re
from collections import Counter
from itertools import pairwise

import pytest
from django.apps import apps

from tests.support.glossary import ROOT, read_glossary, table_rows, terms, word_table

pytestmark = pytest.mark.rules

# Tables that no person has a word for: each serves one mechanism, told beside its model.
TECHNICAL = {
    "accounts_domainclaim": "own domains: what would prove one (ADR 155)",
    "accounts_knowndevice": "sign-in: a browser that strangers cannot lock out",
    "accounts_mailtoken": "sign-in: links that were mailed",
    "accounts_onetimecode": "sign-in: the ticket from one host to another",
    "accounts_passkey": "sign-in: a second factor",
    "accounts_recoverycode": "sign-in: a second factor",
    "accounts_signintry": "sign-in: counts what failed",
    "accounts_spenttoken": "sign-in: what was used is not used again",
    "accounts_totpsecret": "sign-in: a second factor",
    "accounts_usersession": "sign-in: a browser that is signed in",
    "audit_horizon": "the audit log's seals: how far they reach",
    "audit_redaction": "the audit log's seals: what was taken out",
    "devices_devicepairing": "devices: a code that makes one",
    "devices_printkey": "silent printing: the key that signs",
    "devices_speechaccount": "announcements: what a voice signs in with",
    "giftcards_codetry": "slows down who guesses codes",
    "ledger_bookscursor": "how far a gateway's list was read",
    "ledger_gatewaycustomer": "a gateway's name of a customer",
    "plugins_idempotencykey": "answers that are repeated",
    "plugins_pluginlane": "whose turn it is among plugins",
    "reports_departurefact": "what sales of departures come to (ADR 146)",
    "reports_departuremark": "which departures changed since",
    "trips_clientaction": "what a device without connection did, once",
    "trips_salesday": "sums of days that are over (ADR 125)",
    "trips_salesdaymark": "which of those days changed since",
}
FOREIGN = {"auth", "contenttypes", "sessions"}


def domain_tables() -> set[str]:
    return {
        model._meta.db_table
        for model in apps.get_models()
        if model._meta.app_label not in FOREIGN and not model._meta.proxy
    }


def english() -> list[str]:
    """Return every English sentence of the screens and of the widget."""
    found: list[str] = []

    def collect(part: object) -> None:
        if isinstance(part, str):
            found.append(part)
        for inner in part.values() if isinstance(part, dict) else ():
            collect(inner)

    files = [
        *(ROOT / "web/src/messages/en").glob("*.json"),
        *(ROOT / "widget/src/messages").glob("*/en.json"),
    ]
    for path in files:
        collect(json.loads(path.read_text()))
    return found


def is_said(label: str, sentences: list[str]) -> bool:
    """Tell whether whole words of a sentence are the label, in any case."""
    said = re.compile(rf"\b{re.escape(label)}\b", re.IGNORECASE)
    return any(said.search(sentence) for sentence in sentences)


def repeated(words: list[str]) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


def unsorted(words: list[str]) -> list[str]:
    """Return words that stand after one they should stand before."""
    return [word for before, word in pairwise(words) if before > word]


def test_every_table_it_names_exists():
    named = {table for term in terms(read_glossary()) for table in term.tables}

    assert named - domain_tables() == set()


def test_every_table_is_named_or_technical():
    named = {table for term in terms(read_glossary()) for table in term.tables}

    assert domain_tables() - named - set(TECHNICAL) == set()
    assert set(TECHNICAL) - domain_tables() == set()
    assert named & set(TECHNICAL) == set()


def test_every_screen_word_is_on_a_screen():
    sentences = english()
    labels = [(term.name, label) for term in terms(read_glossary()) for label in term.labels]

    assert len(sentences) > 2000
    assert [pair for pair in labels if not is_said(pair[1], sentences)] == []


def test_terms_and_tables_are_defined_once():
    found = terms(read_glossary())

    assert repeated([term.name.casefold() for term in found]) == []
    assert repeated([table for term in found for table in term.tables]) == []


def test_every_term_is_explained():
    rows = table_rows(read_glossary())

    assert len(terms(read_glossary())) > 90
    assert [cells for _, columns, cells in rows if len(cells) != len(columns)] == []
    assert [cells[0] for _, _, cells in rows if not cells[-1]] == []


def test_terms_are_sorted_inside_their_group():
    found = terms(read_glossary())

    assert {
        group: wrong
        for group in {term.group for term in found}
        if (wrong := unsorted([term.name.casefold() for term in found if term.group == group]))
    } == {}


@pytest.mark.parametrize("heading", ["Layer words", "Words that packages share", "Retired words"])
def test_word_tables_are_sorted_without_repetition(heading):
    words = word_table(read_glossary(), heading)

    assert len(words) > 20
    assert (unsorted(words), repeated(words)) == ([], [])


EXAMPLE = """
## Selling

| term | table | on screens | what it is |
|---|---|---|---|
| **trip** | `trips_trip`, `trips_x` | Trip, Cart | sold |
| **hook** | | | called |

### Retired words

| retired | use |
|---|---|
| told | serializers |
"""


def test_the_reader_finds_terms_tables_and_labels():
    trip, hook = terms(EXAMPLE)

    assert (trip.group, trip.name, trip.tables, trip.labels) == (
        "Selling",
        "trip",
        ("trips_trip", "trips_x"),
        ("Trip", "Cart"),
    )
    assert (hook.tables, hook.labels) == ((), ())
    assert word_table(EXAMPLE, "Retired words") == ["told"]


def test_the_checks_find_what_is_wrong():
    assert unsorted(["a", "c", "b"]) == ["b"]
    assert repeated(["a", "b", "a"]) == ["a"]
    assert is_said("trip", ["A Trip of one"])
    assert not is_said("trip", ["A strip"])
