"""What holds of every report that is asked in the one way, whatever it is of."""

import pytest

from outfitter_tenants.reports.definitions import REPORTS
from outfitter_tenants.reports.report_routes import SHAPES
from tests.invoices import invoice_calls as b
from tests.reports.test_money import ask as ask_exactly
from tests.reports.test_money import clerk_with, span
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
SLUGS = tuple(REPORTS)
# Every report by every base of its dates.
ASKED = tuple((slug, base) for slug, report in REPORTS.items() for base in report.date_types or ("",))


def ask(client, name, **more):
    return ask_exactly(client, name, **(span() | more))


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def sold(reef):
    offer = make_offer(capacity=None)
    b.sell(offer, make_reseller("One"), adults=2)
    b.sell(offer, make_reseller("Two"))


@pytest.mark.parametrize(("slug", "base"), ASKED)
def test_it_answers_by_every_base_of_its_dates(staff, sold, slug, base):
    answer = ask(staff, slug, dateType=base)
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert body["columns"]
    assert bool(body["data"]) <= (not REPORTS[slug].default_groups)
    for row in body["data"] if slug not in SHAPES else ():
        assert row["cells"].keys() == {one["key"] for one in body["columns"]}


@pytest.mark.parametrize(("slug", "base"), ASKED)
def test_it_groups_by_everything_it_says(staff, sold, slug, base):
    for key in REPORTS[slug].for_dates(base).groupings:
        answer = ask(staff, slug, dateType=base, groupBy=[key])
        assert answer.status_code == 200, (key, answer.content)


def colleague_of_a_partner(client_for):
    """An agent whose role has all there is to reports."""
    codes = ("report.view", "report.finance", "customer.view", "reseller.view", "trip.view", "call.view")
    role = make_role("strong_agent", *codes, scope="reseller")
    return browser_of(client_for, make_colleague("Ada", role=role, reseller_id=make_reseller("Three")))


@pytest.mark.parametrize("slug", SLUGS)
def test_who_may_read_it(client_for, slug):
    permission = REPORTS[slug].permission
    assert_error(ask(colleague_of_a_partner(client_for), slug), 403, "forbidden")
    other = "report.finance" if permission == "report.view" else "report.view"
    assert_error(ask(clerk_with(client_for, other), slug), 403, "forbidden")
    assert_error(ask(client_for("reef"), slug), 401, "unauthenticated")


@pytest.mark.parametrize("slug", SLUGS)
def test_its_permissions_are_enough(client_for, sold, slug):
    answer = ask(clerk_with(client_for, *REPORTS[slug].permissions), slug)
    assert answer.status_code == 200, answer.content
    hidden = set()
    if "customer.view" not in REPORTS[slug].permissions:
        hidden |= {"contact", "email", "phone", "name", "guest"}
    if not {"customer.view", "reseller.view"} & set(REPORTS[slug].permissions):
        hidden |= {"reseller", "reseller_agent"}
    assert not hidden & {one["key"] for one in answer.json()["columns"]}


@pytest.mark.parametrize("slug", SLUGS)
def test_days_have_to_make_sense(staff, slug):
    assert_error(ask(staff, slug, **{"from": "2026-02-02", "to": "2026-02-01"}), 422)
    assert_error(ask(staff, slug, **{"from": "1990-01-01", "to": "2026-01-01"}), 422)
    assert_error(ask(staff, slug, groupBy=["moon"]), 422)
    assert_error(ask(staff, slug, dateType="moon"), 422)
