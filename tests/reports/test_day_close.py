"""A day closed: every cent has a place, the paper says it in every language."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.kit.zones import local_day
from outfitter_tenants.ledger.models import Dispute, Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.reports import day_close, printout
from tests.support.api_operations import assert_error
from tests.support.balance_gateway import FEE, PLATFORM
from tests.support.sales import ADULT, CHILD
from tests.support.sold_trips import pay
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 2 * ADULT + CHILD
# What was paid an hour ago, and books that are kept half an hour from now, are to be of one day.
ZONE = next(
    zone for zone in ("America/New_York", "Asia/Tokyo") if 4 <= utc_now().astimezone(ZoneInfo(zone)).hour < 22
)


def close(*, day=None, at=None):
    at = at or utc_now()
    return day_close.close_day(day=day or local_day(at, ZONE), zone=ZONE, currency="USD", at=at)


def test_a_day_with_everything(gateway, copied):
    trip_id = make_reserved()
    pay(trip_id, 4000, method="cash")
    card = Payment.objects.filter(method="card", kind="payment").first()
    Dispute.objects.create(
        gateway="stripe",
        gateway_id="dp_1",
        payment=card,
        trip_id=card.trip_id,
        amount=TOTAL,
        status="needs_response",
        reason="fraudulent",
        currency="USD",
        opened_at=utc_now(),
        changed_at=utc_now(),
    )

    found = close()

    methods = {row["method"]: row for row in found["methods"]}
    assert methods["card"]["payment_amount"] == TOTAL
    assert methods["card"]["refund_amount"] == 1000
    assert found["totals"]["USD"]["net_amount"] == TOTAL - 1000 + 4000
    [drawer] = found["drawers"]
    assert (drawer["expected_amount"], drawer["collected_by"]) == (4000, None)
    [theirs] = found["gateway"]
    assert theirs["difference_amount"] == 0
    assert theirs["their_net_amount"] == TOTAL - 1000 - FEE
    assert theirs["platform_amount"] == PLATFORM
    assert len(found["payouts"]) == 1
    assert found["disputes"][0]["amount"] == TOTAL
    assert not found["is_over"]


def test_a_day_that_is_over_closes_the_same_ever_after(gateway, copied):
    yesterday = local_day(utc_now(), ZONE) - timedelta(days=1)
    before = close(day=yesterday)
    pay(make_reserved(), 4000, method="cash", at=utc_now())
    after = close(day=yesterday)

    assert before["is_over"]
    same = ("methods", "totals", "drawers", "tips", "gift_cards")
    assert [before[name] for name in same] == [after[name] for name in same]


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_every_word_of_the_paper_has_a_translation(locale):
    assert printout.words(locale).keys() == printout.words("en").keys()
    assert all(printout.words(locale).values())


def test_every_way_of_paying_and_every_difference_has_a_name():
    known = printout.words("en")
    methods = [slug for slug, _ in Payment._meta.get_field("method").choices]
    states = [slug for slug, _ in Dispute._meta.get_field("status").choices]
    wanted = [f"method_{one}" for one in methods] + [f"dispute_{one}" for one in states]
    assert [one for one in wanted if one not in known] == []


@pytest.mark.parametrize("locale", ["en-US", "ja-JP", "ru-RU"])
def test_it_prints(gateway, copied, locale):
    made = printout.render(close(), operator="Reef #read()", country="US", locale=locale)
    assert made.startswith(b"%PDF")


def test_over_http(staff, gateway, copied):
    Properties.objects.filter(pk=1).update(time_zone=ZONE)
    today = local_day(utc_now(), ZONE).isoformat()
    body = {"from": today, "to": today, "groupBy": ["method"]}

    def ask(**more):
        return staff.post("/api/reports/paymentsGrouped", {**body, **more}, content_type="application/json")

    assert ask().json()["closing"]["totals"]["USD"]["payment_amount"] == TOTAL
    printed = ask(export={"format": "closing"})
    assert printed["Content-Type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF")
    earlier = (utc_now() - timedelta(days=3)).date().isoformat()
    assert_error(ask(export={"format": "closing"}, **{"from": earlier}), 422, "validation_failed")
