"""Cash is what coins can pay: the trip is settled to the cent, the till has the nearest coin."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter.kit.zones import local_day
from outfitter.plugins.models import IdempotencyKey
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.operations import RefundPart, RefundRequest
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import day_close
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.checkout.payment_world import check_journal, check_trip
from tests.checkout.payments.payment_facts import TOTAL, add, moved, only_payment, refuse
from tests.support.example_count import how_many
from tests.support.sales import fill_cart
from tests.support.sold_trips import STAFF, order_of, sell
from tests.support.trip_states import make_reserved


@pytest.fixture(autouse=True)
def coins(desk: Any, offer: Any, settings: Any) -> None:
    """Five is the smallest coin."""
    settings(cash_rounding="5", tip_mode="shared_pool")


def take(trip_id: int, amount: int, tip: int = 0, method: str = "cash", **more: Any) -> Payment:
    payments.add_payment(
        trip_id=trip_id,
        received=Received(method, amount, tip, **more),
        currency=None,
        is_overpaying=False,
        is_told=False,
        by=STAFF,
        at=utc_now(),
    )
    return Payment.objects.filter(trip_id=trip_id, kind="payment").latest("pk")


def give_back(payment: Payment, amount: int | None = None, way: Any = "source") -> Payment:
    [made] = refunds.refund_payments(
        trip_id=payment.trip_id,
        by=STAFF,
        at=utc_now(),
        refund=RefundRequest("customer", (RefundPart(payment.pk, amount, None, way),)),
    ).refunds
    return made


class TestTaking:
    def test_the_trip_gets_the_cent_and_the_till_the_coin(self, desk, offer):
        trip_id = make_reserved(offer)

        trip = add(desk, trip_id, 1237, tendered=2000)

        [shown] = trip["payments"]
        assert (shown["amount"], shown["cash_rounding"], shown["tendered_amount"]) == (1237, -2, 2000)
        assert trip["totals"]["balance"] == TOTAL - 1237
        assert moved(trip_id) == {"outside": -1235, "cash_rounding": -2, "trip": 1237}

    def test_up_as_well_and_the_tip_is_part_of_what_is_rounded(self, desk, offer):
        trip_id = make_reserved(offer)

        [shown] = add(desk, trip_id, 1237, tip_amount=101)["payments"]

        assert (shown["amount"], shown["tip_amount"], shown["cash_rounding"]) == (1338, 101, 2)
        assert moved(trip_id) == {"outside": -1340, "cash_rounding": 2, "trip": 1237, "tip": 101}

    def test_what_coins_can_pay_is_not_rounded(self, desk, offer):
        [shown] = add(desk, make_reserved(offer), 1235)["payments"]
        assert shown["cash_rounding"] == 0
        assert not Entry.objects.filter(account="cash_rounding").exists()

    @pytest.mark.parametrize("method", ["check", "wire", "bank_transfer", "external", "other"])
    def test_only_cash_is(self, desk, offer, method):
        [shown] = add(desk, make_reserved(offer), 1237, method=method)["payments"]
        assert shown["cash_rounding"] == 0

    def test_what_is_handed_over_has_to_be_what_the_till_takes(self, desk, offer):
        trip_id = make_reserved(offer)
        path = f"/api/trip/{trip_id}/payment/add"

        # 12.38 is 12.40 in coins, 12.37 is 12.35.
        refuse(desk, path, 422, "validation_failed", method="cash", amount=1238, tendered=1238)
        refuse(desk, path, 422, "validation_failed", method="cash", amount=1237, tendered=1234)
        assert not Payment.objects.exists()
        assert add(desk, trip_id, 1237, tendered=1235)["payments"][0]["tendered_amount"] == 1235

    def test_who_sells_and_takes_in_one_call(self, desk, offer):
        trip_id = fill_cart(offer)
        path = f"/api/trip/{trip_id}/directPay/convert"
        body = {"method": "cash", "expected_total": TOTAL, "amount": TOTAL, "tip_amount": 3}

        refuse(desk, path, 422, "validation_failed", tendered=TOTAL + 3, **body)
        trip = desk.done(path, tendered=TOTAL + 5, **body)["trip"]

        assert (trip["paid_state"], trip["totals"]["balance"]) == ("paid", 0)
        assert trip["payments"][0]["cash_rounding"] == 2
        assert moved(trip_id)["outside"] == -(TOTAL + 5)

    def test_the_same_request_again_finds_the_same(self, desk, offer, settings):
        trip_id = make_reserved(offer)
        for choice in ("5", "off"):
            settings(cash_rounding=choice)
            answer = desk.client.post(
                f"/api/trip/{trip_id}/payment/add",
                {"method": "cash", "amount": 1237},
                content_type="application/json",
                headers={"Idempotency-Key": "one"},
            )
            assert answer.json()["trip"]["payments"][0]["cash_rounding"] == -2
            IdempotencyKey.objects.all().delete()
        assert only_payment(trip_id).cash_rounding == -2

    def test_parts_settle_the_whole(self, offer):
        trip_id = sell(offer)
        parts = [1237, 2451, TOTAL - 1237 - 2451]

        rows = [take(trip_id, part) for part in parts]

        assert [row.cash_rounding for row in rows] == [-2, -1, -2]
        assert trips.balance(Trip.objects.get(pk=trip_id)) == 0
        check_trip(trip_id)

    def test_less_than_half_a_coin_is_settled_by_none(self, offer):
        paid = take(sell(offer), 2)
        assert (paid.amount, paid.handed_amount) == (2, 0)
        assert moved(paid.trip_id) == {"cash_rounding": -2, "trip": 2}

    def test_the_log_says_it(self, desk, offer):
        trip_id = make_reserved(offer)
        add(desk, trip_id, 1237)
        found = desk.client.get(f"/api/trip/{trip_id}/history").json()
        [entry] = [one for one in found["data"] if one["action"] == "payment.recorded"]
        assert {one["field"]: one["after"] for one in entry["changes"]}["cash_rounding"] == -2


class TestGivingBack:
    def test_a_whole_payment_goes_back_whole(self, offer):
        trip_id = sell(offer)
        made = give_back(take(trip_id, 1237, 100))

        assert (made.amount, made.tip_amount, made.cash_rounding) == (1337, 100, -2)
        assert moved(trip_id) == {}
        assert Trip.objects.get(pk=trip_id).refunded_amount == 1337
        check_trip(trip_id)

    def test_a_part(self, offer):
        made = give_back(take(sell(offer), 1237), 618)
        assert (made.cash_rounding, made.handed_amount) == (2, 620)
        assert moved(made.trip_id) == {"outside": -615, "cash_rounding": -4, "trip": 619}

    @pytest.mark.parametrize(
        ("paid_by", "way", "rounding"),
        [("check", "cash", -2), ("check", "source", 0), ("cash", "wire", 0), ("cash", "gift_card", 0)],
    )
    def test_it_is_how_it_goes_back_that_counts(self, offer, paid_by, way, rounding):
        made = give_back(take(sell(offer), 1237, method=paid_by), way=way)
        assert (made.amount, made.cash_rounding) == (1237, rounding)
        check_trip(made.trip_id)

    def test_over_http(self, desk, offer):
        paid = take(sell(offer), 1237)
        found = desk.done("/api/payment/refund", payment_id=paid.pk, reason="customer")
        assert found["refunds"][0]["cash_rounding"] == -2
        assert found["trip"]["totals"]["refunded"] == 1237

    def test_who_cancels_and_hands_it_back(self, offer):
        trip_id = sell(offer)
        take(trip_id, 1238)
        with_message = {"is_notified": True, "is_handed_back": True}

        cancellations.cancel(
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            by=STAFF,
            at=utc_now(),
            wish=CancellationOptions("customer", "full", **with_message),
        )

        back = Payment.objects.get(kind="refund")
        assert (back.amount, back.cash_rounding) == (1238, 2)
        assert moved(trip_id) == {}
        assert trips.still_to_come(Trip.objects.get(pk=trip_id)) == 0

    def test_the_customer_is_told_what_they_got(self, offer, monkeypatch):
        told: list[int] = []
        monkeypatch.setattr(
            cancellations, "notify_customer", lambda *_, given_amount, **__: told.append(given_amount)
        )
        for method, amount in (("cash", 1240), ("check", 1238)):
            trip_id = sell(offer, adults=1, children=0)
            take(trip_id, 1238, method=method)
            cancellations.cancel(
                trip_id=trip_id,
                trip_order_id=order_of(trip_id).pk,
                by=STAFF,
                at=utc_now(),
                wish=CancellationOptions("customer", "full", is_handed_back=True, is_notified=True),
            )
            assert told.pop() == amount


class TestCorrecting:
    def test_what_never_came_takes_back_what_was_posted(self, offer):
        paid = take(sell(offer), 1237, 100)
        payments.remove_payment(
            trip_id=paid.trip_id, payment_id=paid.pk, reason="typo", by=STAFF, at=utc_now()
        )
        assert moved(paid.trip_id) == {}

    def edit(self, paid: Payment, method: str) -> Payment:
        payments.edit_payment(
            trip_id=paid.trip_id,
            payment_id=paid.pk,
            by=STAFF,
            at=utc_now(),
            correction=payments.Correction(method=method),
        )
        paid.refresh_from_db()
        return paid

    def test_it_was_no_cash_after_all(self, offer):
        paid = self.edit(take(sell(offer), 1237), "wire")
        assert paid.cash_rounding == 0
        assert moved(paid.trip_id) == {"outside": -1237, "trip": 1237}

    def test_it_was_cash_and_again_it_was_not(self, offer):
        paid = take(sell(offer), 1237, method="check")
        for method, rounding in (("cash", -2), ("wire", 0), ("cash", -2)):
            assert self.edit(paid, method).cash_rounding == rounding
            assert sum(moved(paid.trip_id).values()) == 0
            assert moved(paid.trip_id).get("cash_rounding", 0) == rounding
        give_back(paid)
        assert moved(paid.trip_id) == {}


class TestClosing:
    def close(self) -> dict[str, Any]:
        at = utc_now()
        return day_close.close_day(day=local_day(at, "UTC"), zone="UTC", currency="USD", at=at)

    def test_drawers_hold_coins_and_the_difference_has_a_place(self, offer):
        trip_id = sell(offer)
        paid = take(trip_id, 1237)
        take(trip_id, 2003)
        take(trip_id, 1000, method="check")
        give_back(paid, 618)

        found = self.close()

        [drawer] = found["drawers"]
        assert drawer["taken_amount"] == 1235 + 2005
        assert drawer["given_amount"] == 620
        assert drawer["expected_amount"] == 1235 + 2005 - 620
        assert drawer["rounding_amount"] == -2 + 2 - 2
        methods = {row["method"]: row for row in found["methods"]}
        cash = methods["cash"]
        assert (cash["payment_amount"], cash["refund_amount"]) == (1237 + 2003, 618)
        assert cash["net_amount"] == drawer["expected_amount"]
        assert cash["net_amount"] == (
            cash["payment_amount"] - cash["refund_amount"] + cash["rounding_amount"]
        )
        assert methods["check"]["rounding_amount"] == 0
        assert found["totals"]["USD"]["net_amount"] == drawer["expected_amount"] + 1000

    def test_a_correction_is_in_it(self, offer):
        paid = take(sell(offer), 1237, method="check")
        TestCorrecting().edit(paid, "cash")
        [drawer] = self.close()["drawers"]
        assert (drawer["expected_amount"], drawer["rounding_amount"]) == (1235, -2)

    def test_it_says_so_on_paper(self, offer):
        from outfitter_tenants.reports import printout

        take(sell(offer), 1237)
        reader = printout.Reader("de-CH")
        shown = [table["head"] for table in printout.sheet(self.close(), reader, "Reef")["tables"]]
        assert "Rundung" in shown[0]
        assert "Davon Rundung" in shown[1]

    def test_the_list_of_payments_and_its_sums(self, desk, offer):
        give_back(take(sell(offer), 1237), 618)
        days = [(utc_now() + timedelta(days=n)).date().isoformat() for n in (-1, 1)]

        def ask(name: str, **more: Any) -> Any:
            return desk.done(f"/api/reports/{name}", **{"from": days[0], "to": days[1], **more})

        found = ask("payments")
        assert sorted(row["cash_rounding"] for row in found["data"]) == [-2, 2]
        assert found["totals"]["USD"]["cash_rounding"] == -4
        [group] = ask("paymentsGrouped", groupBy=["method"])["groups"]
        assert (group["by"][0]["value"], group["sums"]["cash_rounding"]) == ("cash", -4)


class TestSetting:
    @pytest.mark.parametrize(
        ("currency", "country", "choice", "step"),
        [
            ("CHF", "CH", "default", 5),
            ("CHF", "CH", "off", 0),
            ("CHF", "CH", "10", 10),
            ("EUR", "NL", "default", 5),
            ("EUR", "DE", "default", 0),
            ("EUR", "DE", "5", 5),
            ("USD", "US", "default", 0),
        ],
    )
    def test_what_is_rounded_to(self, reef, desk, settings, currency, country, choice, step):
        Account.objects.filter(schema_name=reef.schema_name).update(country=country)
        settings(currency=currency, cash_rounding=choice)
        assert people.get_cash_step(currency=currency) == step
        assert desk.client.get("/app/init").json()["cash_step"] in {step, 0}

    def test_what_was_chosen_is_for_the_own_currency(self, settings):
        settings(currency="EUR", cash_rounding="10")
        assert people.get_cash_step(currency="CHF") == 5
        assert people.get_cash_step(currency="GBP") == 0
        settings(cash_rounding="off")
        assert people.get_cash_step(currency="CHF") == 0

    def test_it_is_saved_and_told(self, desk):
        def save(value: str) -> Any:
            version = people.get_all_properties()["version"]
            body = {"version": version, "cash_rounding": value}
            return desk.client.post("/api/setup/general/save", body, "application/json")

        assert save("7").status_code == 422
        assert save("off").status_code == 200
        assert people.get_cash_step(currency="USD") == 0
        assert people.get_all_properties()["cash_rounding"] == "off"


@pytest.mark.parametrize("values", [{"method": "check", "cash_rounding": 1}, {"cash_rounding": -1238}])
def test_the_database_holds_it(offer, values):
    paid = take(sell(offer), 1237)
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.filter(pk=paid.pk).update(**values)


@examples(
    max_examples=how_many(5), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    step=st.sampled_from([0, 5, 10, 50, 100]),
    amounts=st.lists(st.integers(1, 2500), min_size=1, max_size=2),
    tip=st.integers(0, 400),
)
def test_whatever_is_paid_in_cash_goes_back_and_leaves_nothing(offer, settings, step, amounts, tip):
    with transaction.atomic():
        settings(cash_rounding=str(step) if step else "off")
        trip_id = sell(offer, adults=1, children=0)
        rows = [take(trip_id, amount, tip) for amount in amounts]
        rows += [give_back(row) for row in rows]

        for row in rows:
            assert abs(row.cash_rounding) * 2 <= step
            assert not step or row.handed_amount % step == 0
        assert moved(trip_id) == {}
        trip = Trip.objects.get(pk=trip_id)
        assert trip.paid_amount == trip.refunded_amount == sum(amounts) + tip * len(amounts)
        assert trip.tip_amount == 0
        check_trip(trip_id)
        check_journal()
        transaction.set_rollback(True)
