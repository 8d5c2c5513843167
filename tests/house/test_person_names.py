"""Names of people are put together in one place, which knows how their script orders them (ADR 69)."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.rules
ROOT = Path(__file__).resolve().parents[2]
# `f"{row.first_name} {row.last_name}"`, `${one.first_name} ${one.last_name}`, and SQL that joins the two.
JOINED = re.compile(
    r"first_name\W{0,6}\}[ ,]+\$?\{[^{}]*last_name|concat_ws\([^;]{0,60}first_name[^;]{0,60}last_name"
)
LEFT_ALONE = {
    # Partners read the parts as they were sent, and the demonstration makes Latin names only.
    "plugins/outfitter_getyourguide/bookings.py",
    "plugins/outfitter_octo/requests.py",
    "signup/outfitter_demo/gift_cards.py",
    "signup/outfitter_demo/operator_account.py",
    # The label of a row in the shell of who develops.
    "tenants/outfitter_tenants/customers/models.py",
    # What is found, not what is shown.
    "tenants/outfitter_tenants/search/migrations/0002_kinds.py",
}


def sources() -> list[Path]:
    """Return what is written in Python and TypeScript, tests and tools aside."""
    python = [p for part in ("platform", "tenants", "plugins", "signup") for p in (ROOT / part).rglob("*.py")]
    web = [p for part in ("web/src", "widget/src") for p in (ROOT / part).rglob("*.ts*")]
    return [p for p in python + web if ".test." not in p.name and "testing" not in p.parts]


def test_names_are_put_together_in_one_place() -> None:
    found = {str(p.relative_to(ROOT)) for p in sources() if JOINED.search(p.read_text(encoding="utf-8"))}
    assert found == LEFT_ALONE


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ('f"{row.first_name} {row.last_name}"', True),
        ("f\"{who['first_name']} {who['last_name']}\"", True),
        ("`${person.first_name} ${person.last_name}`", True),
        ("concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''))", True),
        ("full_name(row.first_name, row.last_name)", False),
        ("{ first_name, last_name }", False),
    ],
)
def test_what_counts_as_put_together(source: str, is_found: bool) -> None:
    assert bool(JOINED.search(source)) is is_found
