"""What may be given back is said before it is: lines, what is kept and why, the plan, the token."""

import pytest

from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import TripOrder
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.sales import ADULT, CHILD
from tests.support.sold_trips import guests_of, make_policy, order_of, pay, sell
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.usefixtures("reef", "gateway")
TOTAL = 2 * ADULT + CHILD
PATH = "/api/payments/calculate_refund_amount"


@pytest.fixture(scope="module")
def shared_trip(shared_offer):
    """Sell a trip under a policy that gives half back, less five, once for the module."""
    enter_operator(REEF.schema_name)
    make_policy(Tier(0, 500_000, 500))
    return sell(shared_offer)


@pytest.fixture
def sold(shared_trip, reef):
    return shared_trip


def ask(client, trip_id, *, reason="customer", mode="policy", **scope):
    body = {"trip_id": trip_id, "reason": reason, "mode": mode, "scope": scope}
    answer = client.post(PATH, body, content_type="application/json")
    assert answer.status_code == 200, answer.content[:400]
    return answer.json()


def why(found):
    return [(one["why"], one["amount"]) for one in found["kept"]]


def test_what_is_kept_and_why(staff, sold):
    pay(sold, TOTAL)

    found = ask(staff, sold)

    assert why(found) == [("policy", TOTAL // 2), ("policy_fee", 500)]
    assert (found["kept"][0]["hours_before"], found["kept"][0]["refund_ppm"]) == (0, 500_000)
    assert sum(line["amount"] for line in found["lines"]) - found["keep"] == found["overpaid"]
    assert found["overpaid"] == TOTAL - TOTAL // 2 - 500
    assert found["plan"][0] | {"payment_id": 0} == {
        "payment_id": 0,
        "method": "card",
        "amount": found["overpaid"],
        "tip_amount": 0,
        "route": "gateway",
    }
    assert order_of(sold).status == "active"


@pytest.mark.parametrize("reason", ["weather", "operator"])
def test_who_is_not_to_blame_gets_everything(staff, sold, reason):
    pay(sold, TOTAL)

    found = ask(staff, sold, reason=reason)

    assert (found["keep"], found["overpaid"], found["kept"]) == (0, TOTAL, [])


def test_too_late_nothing_comes_back(staff, sold):
    pay(sold, TOTAL)
    TripOrder.objects.filter(trip_id=sold).update(
        cancellation_policy={"name": "Strict", "tiers": [], "noshow_refund_ppm": 0}
    )

    found = ask(staff, sold)

    assert (why(found), found["overpaid"]) == ([("too_late", TOTAL)], 0)


def test_some_guests_of_an_order(staff, sold):
    pay(sold, TOTAL)
    child = guests_of(sold)[-1]

    found = ask(staff, sold, booking_ids=[child.pk])

    assert found["gross"] == CHILD
    assert found["overpaid"] == CHILD - (CHILD // 2 + 500)
    assert found["new_total"] == TOTAL - found["overpaid"]
    assert len(guests_of(sold)) == 3


def test_all_guests_are_the_order(staff, sold):
    pay(sold, TOTAL)

    found = ask(staff, sold, booking_ids=[guest.pk for guest in guests_of(sold)])

    assert found["overpaid"] == ask(staff, sold)["overpaid"]


def test_the_gateways_fee_is_deducted_when_the_operator_wants_it(staff, sold):
    Properties.objects.update_or_create(pk=1, defaults={"refund_fee_policy": "deduct_processing_fee"})
    paid = pay(sold, TOTAL)
    Payment.objects.filter(pk=paid.pk).update(fee={"processing_amount": 400})

    found = ask(staff, sold)

    back = TOTAL - TOTAL // 2 - 500
    fee = round(400 * back / TOTAL)
    assert why(found)[-1] == ("processing_fee", fee)
    assert (found["overpaid"], found["keep"]) == (back - fee, TOTAL // 2 + 500)
    whole = ask(staff, sold, reason="weather")
    assert whole["overpaid"] == TOTAL


def test_what_is_overpaid_as_it_is(staff, sold):
    pay(sold, TOTAL + 1500, method="cash")

    found = ask(staff, sold, is_overpaid=True)

    assert (found["overpaid"], found["plan"][0]["route"]) == (1500, "manual")
    assert [one["code"] for one in found["warnings"]] == ["hand_back"]


def test_tips_come_last_and_partners_give_back_themselves(staff, sold):
    partner = pay(sold, 2000, method="ota_prepaid")
    tipped, plain = pay(sold, 3000, tip=1000), pay(sold, 1000)

    found = ask(staff, sold, amount=3500)

    assert [(p["payment_id"], p["amount"], p["tip_amount"]) for p in found["plan"]] == [
        (plain.pk, 1000, 0),
        (tipped.pk, 2500, 500),
    ]
    assert found["non_refundable"] == [
        {"payment_id": partner.pk, "method": "ota_prepaid", "amount": 2000, "reason": "partner_refunds"}
    ]


def test_a_card_that_has_to_be_there_is_planned_at_a_reader(staff, sold):
    paid = pay(sold, 5000)
    Payment.objects.filter(pk=paid.pk).update(method="card_present", is_terminal_only=True)

    found = ask(staff, sold, amount=5000)

    assert found["plan"][0]["route"] == "terminal"
    assert [one["code"] for one in found["warnings"]] == ["card_needed"]
    body = {"payment_id": paid.pk, "reason": "customer"}
    for path in ("/api/payments/stripeRefund", "/api/payment/refund"):
        refused = staff.post(path, body, content_type="application/json")
        assert_error(refused, 422, "terminal_refund_required")


def test_cancelling_as_store_credit(staff, sold):
    pay(sold, TOTAL)
    body = {"reason": "customer", "refund": {"mode": "policy", "as": "gift_card"}}

    path = f"/api/tripOrder/{order_of(sold).pk}/cancel"
    answer = staff.post(path, body, content_type="application/json").json()

    back = TOTAL - TOTAL // 2 - 500
    assert answer["trip"]["totals"]["refunded"] == back
    assert answer["trip"]["payments"][-1]["method"] == "credit"
    assert trips.balance(trips.get_trip(trip_id=sold)) == 0


def test_some_reasons_give_back_by_themselves(staff, sold):
    Properties.objects.update_or_create(pk=1, defaults={"auto_refund_reasons": ["weather"]})
    pay(sold, TOTAL)

    path = f"/api/tripOrder/{order_of(sold).pk}/cancel"
    answer = staff.post(path, {"reason": "weather"}, content_type="application/json").json()

    assert [row["amount"] for row in answer["trip"]["payments"] if row["kind"] == "refund"] == [TOTAL]
