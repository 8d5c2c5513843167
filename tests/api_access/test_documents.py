"""What developers read is what programs meet."""

import re
from pathlib import Path

import pytest

from outfitter.plugins.event_names import EVENTS
from outfitter_tenants.api_access.read_scopes import READ_SCOPES
from outfitter_tenants.api_access.webhook_message import PAUSES, facts_of

pytestmark = pytest.mark.rules
DOCS = Path(__file__).resolve().parents[2] / "docs"
_NAMED = re.compile(r"`([a-z_0-9]+)`")


def rows(page):
    """Return the rows of a page's tables, first cell -> last cell."""
    cells = [line.strip("|").split(" | ") for line in (DOCS / page).read_text().splitlines()]
    return {row[0].strip(" `"): row[-1] for row in cells if len(row) > 1 and row[0].strip().startswith("`")}


def test_every_event_is_described_with_what_it_says():
    told = rows("webhooks.md")
    assert set(EVENTS) | {"webhook.test"} == set(told)
    for name in EVENTS:
        assert tuple(_NAMED.findall(told[name])) == facts_of(name), name


def test_every_scope_is_described():
    assert set(READ_SCOPES) <= set(rows("api.md"))


def test_the_pauses_are_those_that_are_told():
    assert [one.total_seconds() for one in PAUSES] == [
        *(5, 60, 300, 1800),
        *(hours * 3600 for hours in (2, 5, 10, 14, 20, 24)),
    ]
