"""Reports of money: what they say, to whom, and that totals are of all rows."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.devices.models import Device
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import Entry, Payment, Payout, PayoutTransaction
from outfitter_tenants.ledger.operations import PostingCause, PostingLine
from outfitter_tenants.transfer.models import Transfer as Export
from tests.support.api_operations import assert_error
from tests.support.balance_gateway import FEE, PLATFORM
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD
from tests.support.sold_trips import pay
from tests.support.team import browser_of, make_colleague, make_role, owner
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 2 * ADULT + CHILD


def span(**more):
    today = utc_now().date()
    first, last = today - timedelta(days=30), today + timedelta(days=30)
    return {"from": first.isoformat(), "to": last.isoformat(), **more}


def clerk_with(client_for, *codes):
    return browser_of(client_for, make_colleague("Cle", "x", role=make_role("clerk", *codes)))


def ask(client, name, **body):
    body = body or span()
    return client.post(f"/api/reports/{name}", body, content_type="application/json")


class TestPayments:
    def test_payments_and_refunds_with_their_fees(self, staff, copied):
        body = ask(staff, "payments").json()

        refund, payment = body["data"]
        assert (payment["amount"], payment["net_amount"]) == (TOTAL, TOTAL)
        assert (refund["kind"], refund["net_amount"]) == ("refund", -1000)
        assert payment["processing_amount"] == FEE - PLATFORM
        assert payment["payout_id"] == Payout.objects.get().pk
        assert payment["trip"]["contact_name"] == "Ana Ruiz"
        assert body["totals"] == {
            "USD": {
                "cnt": 2,
                "payment_amount": TOTAL,
                "refund_amount": 1000,
                "net_amount": TOTAL - 1000,
                "tip_amount": 0,
                "cash_rounding": 0,
                "payment_cnt": 1,
                "refund_cnt": 1,
            }
        }

    def test_filters_and_pages(self, staff, copied):
        only = [{"field": "kind", "op": "eq", "value": "refund"}]
        assert len(ask(staff, "payments", **span(filters=only)).json()["data"]) == 1

        first = ask(staff, "payments", **span(limit=1)).json()
        assert (len(first["data"]), first["meta"]["total"]) == (1, 2)
        more = span(limit=1, cursor=first["meta"]["next_cursor"])
        second = ask(staff, "payments", **more).json()
        assert second["data"][0]["id"] != first["data"][0]["id"]
        assert (first["totals"]["USD"]["cnt"], second["totals"]) == (2, {})
        wrong = [{"field": "secret", "op": "eq", "value": 1}]
        assert_error(ask(staff, "payments", **span(filters=wrong)), 422)

    def test_voided_and_failed_money_does_not_count(self, staff):
        trip_id = make_reserved()
        void = pay(trip_id, 5000, method="check")
        Payment.objects.filter(pk=void.pk).update(status="reversed")
        failed = pay(trip_id, 700)
        Payment.objects.filter(pk=failed.pk).update(status="failed")

        sums = ask(staff, "payments").json()["totals"]["USD"]
        assert (sums["cnt"], sums["payment_amount"], sums["net_amount"]) == (2, 0, 0)

    def test_by_the_day_of_the_activity(self, staff, copied):
        today = utc_now().date().isoformat()
        body = {"from": today, "to": today, "dateType": "activity"}
        assert ask(staff, "payments", **body).json()["data"] == []

    def test_all_rows_into_a_file(self, staff, copied):
        export = {"format": "csv"}
        meta = ask(staff, "payments", **span(export=export)).json()["meta"]

        row = Export.objects.get(pk=meta["export_id"])
        assert (row.object, row.format) == ("report_payments", "csv")
        assert row.options["filters"][0]["field"] == "received_at"

    def test_a_file_needs_the_permission_to_export(self, client_for, copied):
        clerk = clerk_with(client_for, "report.finance")
        assert ask(clerk, "payouts").status_code == 200
        answer = ask(clerk, "payouts", **span(export={"format": "csv"}))
        assert_error(answer, 403, "forbidden")


class TestGrouped:
    def test_by_method(self, staff, copied):
        trip_id = make_reserved()
        pay(trip_id, 4000, method="cash")

        body = ask(staff, "paymentsGrouped").json()

        sums = {group["by"][0]["value"]: group["sums"] for group in body["groups"]}
        assert sums["card"]["net_amount"] == TOTAL - 1000
        assert (sums["card"]["payment_cnt"], sums["card"]["refund_cnt"]) == (1, 1)
        assert sums["cash"]["payment_amount"] == 4000
        assert body["totals"]["USD"]["net_amount"] == TOTAL + 3000
        assert body["closing"] is None

    @pytest.mark.parametrize(
        "by", [["day"], ["collected_by"], ["device", "channel"], ["card_brand", "payout", "month"]]
    )
    def test_by_anything_it_is_the_same_money(self, staff, copied, by):
        body = ask(staff, "paymentsGrouped", **span(groupBy=by)).json()
        assert sum(group["sums"]["net_amount"] for group in body["groups"]) == TOTAL - 1000
        for group in body["groups"]:
            rows = ask(staff, "payments", **span(filters=group["filters"])).json()
            assert rows["totals"]["USD"] == group["sums"]

    def test_things_have_names(self, staff, copied):
        device = Device.objects.create(name="Till", kind="pos", token_hash="x", created_at=utc_now())
        Payment.objects.filter(kind="payment").update(device_id=device.pk)
        body = ask(staff, "paymentsGrouped", **span(groupBy=["device", "payout"])).json()
        names = {tuple(one["label"] for one in group["by"]) for group in body["groups"]}
        assert ("Till", Payout.objects.get().gateway_id) in names

    def test_by_nothing_else(self, staff):
        assert_error(ask(staff, "paymentsGrouped", **span(groupBy=["colour"])), 422)


class TestTips:
    def tip(self, amount, owner, key):
        cause = PostingCause(key, "tip_assign", trip_id=make_reserved())
        lines = [PostingLine("tip", amount, owner), PostingLine("outside", -amount)]
        ledger.post(cause=cause, lines=lines, currency="USD", by=None, at=utc_now())

    def test_by_person_and_by_day(self, staff):
        own = owner().pk
        self.tip(500, own, "one")
        self.tip(300, own, "two")
        self.tip(200, None, "three")

        body = ask(staff, "paymentsTips").json()
        sums = {group["by"][0]["value"]: group["sums"] for group in body["groups"]}
        assert sums[own] == {"cnt": 2, "tip_amount": 800, "trip_cnt": 2}
        assert sums[None]["tip_amount"] == 200
        assert body["totals"]["USD"]["tip_amount"] == 1000

        days = ask(staff, "paymentsTips", **span(groupBy=["day"])).json()["groups"]
        assert [group["sums"]["tip_amount"] for group in days] == [1000]
        both = ask(staff, "paymentsTips", **span(groupBy=["owner", "day"])).json()["groups"]
        assert len(both) == 2
        rows = ask(staff, "tips", **span(filters=both[0]["filters"])).json()["data"]
        assert {row["cells"]["owner"] for row in rows} == {owner().name}
        assert all(row["trip"] for row in rows)
        assert Entry.objects.filter(account="tip").count() == 3


class TestBooks:
    def test_a_payout_adds_up(self, staff, copied):
        [row] = ask(staff, "payouts").json()["data"]

        assert row["amount"] == TOTAL - FEE
        assert row["payment_amount"] - row["fee_amount"] == row["amount"]
        assert (row["is_read"], row["transaction_cnt"]) == (True, 1)

    def test_a_payout_that_failed_is_no_money(self, staff, copied):
        Payout.objects.update(status="failed")
        assert ask(staff, "payouts").json()["totals"]["USD"] == {"cnt": 1, "amount": 0}

    def test_the_lines_of_one_payout(self, staff, copied):
        payout = Payout.objects.get()
        mine = [{"field": "payout_id", "op": "eq", "value": payout.pk}]
        body = ask(staff, "payoutTransactions", **span(filters=mine)).json()

        [line] = body["data"]
        assert line["trip"]["confirmation_code"]
        assert body["totals"]["USD"]["net"] == payout.amount
        assert ask(staff, "payoutTransactions").json()["meta"]["total"] == 2

    def test_lines_by_the_day_they_reach_the_bank(self, staff, copied):
        far = {"from": "2020-01-01", "to": "2020-02-01", "dateType": "received"}
        assert ask(staff, "payoutTransactions", **far).json()["data"] == []
        assert PayoutTransaction.objects.count() == 2

    def test_another_operators_books_are_not_ours(self, client_for, copied):
        stranger = owner_of(client_for, "peak")
        assert ask(stranger, "payouts").json()["data"] == []
