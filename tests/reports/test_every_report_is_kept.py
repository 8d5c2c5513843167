"""Every report, by every date: kept under a name, shared, cloned, mailed, and a file of every format."""

import pytest
from django.conf import settings

from outfitter_tenants.reports.definitions import REPORTS
from tests.giftcards import card_calls as cards
from tests.invoices import invoice_calls as b
from tests.reports.test_money import ask, span
from tests.reports.test_report_files import file_of
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.sold_trips import sell
from tests.support.team import owner
from tests.support.trip_states import make_review

pytestmark = pytest.mark.usefixtures("reef")
SAVE = "/api/reports/custom/save"
ASKED = [(slug, base) for slug, report in REPORTS.items() for base in report.date_types or ("",)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR", tmp_path)


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def sold(reef):
    """A trip, an invoice, a gift card that paid for something, a review."""
    partner = make_reseller("One")
    offer = make_offer(capacity=None)
    b.sell(offer, partner, adults=2)
    b.make_sent(partner)
    trip_id = sell(offer)
    cards.apply(trip_id, cards.make_card(5000, 1000), 1500)
    make_review(trip_id)


def post(client, path, **body):
    return client.post(path, body, content_type="application/json")


def groups_of(slug, base):
    """The ways to ask a report: by rows, where it has any, and by two things."""
    report = REPORTS[slug].for_dates(base)
    some = list(report.groupings)[:2]
    return [some] if report.default_groups else [[], some]


@pytest.mark.parametrize(("slug", "base"), ASKED)
def test_it_is_a_file_of_every_format(staff, sold, slug, base):
    export = {"title": "Ours", "labels": {"currency": "Money"}}
    for groups in groups_of(slug, base):
        for file_format, begin in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("pdf", b"%PDF-")):
            data = file_of(staff, slug, file_format, dateType=base, groupBy=groups, export=export)
            assert data.startswith(begin), (groups, file_format)


@pytest.mark.parametrize(("slug", "base"), ASKED)
def test_it_is_kept_shared_cloned_and_mailed(staff, slug, base):
    for groups in groups_of(slug, base):
        definition = {"dateType": base, "period": "last_30_days", "groupBy": groups}
        made = post(
            staff,
            SAVE,
            name=f"Ours {len(groups)}",
            base=slug,
            definition=definition,
            is_shared=True,
            schedule={"frequency": "daily", "time": "07:00", "format": "pdf"},
            recipients=[owner().pk],
        )
        assert made.status_code == 200, made.content
        kept = made.json()
        assert (kept["missing"], kept["is_shared"]) == ([], True)
        assert kept["next_send_at"]
        copy = post(staff, f"/api/reports/custom/{kept['id']}/clone").json()
        assert (copy["base"], copy["definition"]) == (slug, kept["definition"])
        asked = {
            key: kept["definition"][key] for key in ("dateType", "groupBy", "filters", "sort", "compare")
        }
        again = ask(staff, slug, **{"from": kept["from"], "to": kept["to"]}, **asked)
        assert again.status_code == 200, again.content


@pytest.mark.parametrize("slug", [slug for slug, one in REPORTS.items() if not one.date_types])
def test_what_is_as_of_now_is_beside_no_other_period(staff, slug):
    answer = ask(staff, slug, **span(compare="year"))
    assert (answer.status_code, list(answer.json()["detail"]["fields"])) == (422, ["compare"])
    kept = post(staff, SAVE, name="Ours", base=slug, definition={"compare": "year"})
    assert (kept.status_code, list(kept.json()["detail"]["fields"])) == (422, ["definition.compare"])
