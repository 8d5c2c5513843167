"""Every report, column and value that a reader can meet has words in every language of the screens."""

import json

import pytest

from outfitter.db.lists import find_listing
from outfitter_tenants.reports.definitions import REPORTS
from tests.support import report_registry

pytestmark = pytest.mark.rules
MESSAGES = report_registry.ROOT / "web" / "src" / "messages"
LOCALES = json.loads((report_registry.ROOT / "web/src/routes/routes.json").read_text())["locales"]


def words_of(locale: str, file: str) -> dict[str, str]:
    """Return the words of one file of a language."""
    found: dict[str, str] = json.loads((MESSAGES / locale / f"{file}.json").read_text())
    return found


def test_the_screens_know_every_report_as_it_is():
    assert report_registry.FILE.read_text() == report_registry.text(), (
        "A report changed: python -m tests.support.report_registry"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_every_report_has_a_name_and_says_what_it_is(locale):
    words = words_of(locale, "reportNames")
    assert [
        key
        for slug in report_registry.described()
        for key in (f"name_{slug}", f"about_{slug}")
        if not words.get(key)
    ] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_column_group_and_sum_has_a_name(locale):
    words = words_of(locale, "reportColumns")
    missing = {
        f"{slug}: {key}"
        for slug, keys in report_registry.keys().items()
        for key in keys
        if not words.get(f"column_{key}")
    }
    assert missing == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_built_in_value_has_a_name(locale):
    words = words_of(locale, "reportValues")
    known = report_registry.built_in_values()
    assert known
    assert [slug for slug in sorted(known) if not words.get(f"value_{slug}")] == []


def test_a_report_with_groups_alone_leads_to_one_with_rows():
    described = report_registry.described()
    for slug, report in REPORTS.items():
        rows = described[slug]["rows"]
        assert rows in REPORTS, slug
        assert not REPORTS[str(rows)].default_groups, slug
        assert find_listing(report.listing.name).name == report.listing.name
