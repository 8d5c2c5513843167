"""Reports that say the same thing say it to the cent, over a whole fictional year."""

from datetime import date, timedelta

import pytest
from django.db.models import F, Q, Sum

from outfitter.kit.zones import zone
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.ledger.models import Entry, Payment, PayoutTransaction, TaxReceipt
from outfitter_tenants.reports import day_close, definitions
from outfitter_tenants.reports.definitions.payments import PAYMENTS
from outfitter_tenants.reports.report_groups import is_additive, is_offered
from outfitter_tenants.trips import daily_sales, sales_figures
from outfitter_tenants.trips.models import PriceLine, Trip
from tests.reports.fictional_year import FIRST, LAST, ZONE, fictional_year
from tests.reports.year_figures import SOLD, ask, by_month, lines, reader, totals
from tests.support.database import REEF
from tests.support.tenant_clients import enter_operator

REPORTS = definitions.REPORTS
ASKED = [(slug, base) for slug, one in REPORTS.items() for base in one.date_types]
# Which report has the rows of one that only has groups.
ROWS_OF = {
    "tripsGrouped": "trips",
    "taxableSummary": "taxableDetail",
    "resourceUsagesGrouped": "resourceUtilization",
    "resourceUsagesDetailGrouped": "resourceUsages",
    "paymentsGrouped": "payments",
    "paymentsTips": "tips",
}


@pytest.fixture(scope="module")
def built(module_db):
    enter_operator(REEF.schema_name)
    with fictional_year() as year:
        yield year


@pytest.fixture
def year(built, db):
    enter_operator(REEF.schema_name)
    return built


def money(slug, **more):
    """Return the totals of a report with what came after the year's last day."""
    return totals(slug, last=LAST + timedelta(days=400), **more)


def journal(**filters):
    return Entry.objects.filter(**filters).aggregate(found=Sum("amount"))["found"] or 0


class TestSales:
    def test_a_trip_is_its_parts(self, year):
        sums = totals("trips")
        parts = ("gross_amount", "gift_card_amount", "discount_amount", "fee_amount", "tax_amount")
        assert sum(sums[part] for part in parts) == sums["total_amount"]
        assert sums["gross_amount"] + sums["discount_amount"] == sums["net_amount"]
        assert sums["gift_card_amount"] == 17_500
        assert min(sums["total_amount"], sums["paid_amount"], sums["commission_amount"]) > 0

    def test_trips_are_their_price_lines(self, year):
        sums = totals("trips")
        assert sums["gross_amount"] == lines("ticket", "addon", "product")
        assert sums["discount_amount"] == lines("discount", "manual_adjust")
        assert sums["fee_amount"] == lines("fee", "booking_fee", "cancellation_fee")
        assert sums["tax_amount"] == lines("tax", is_inclusive=False)
        whole = PriceLine.objects.filter(voided_at__isnull=True, trip__status__in=SOLD, is_inclusive=False)
        assert sums["total_amount"] == whole.aggregate(n=Sum("amount"))["n"]

    def test_the_dashboard_says_the_same_by_day(self, year):
        found = daily_sales.sales_of_days(first=FIRST, last=LAST, currency="USD", time_zone=ZONE)
        groups = ask("trips", groups=("day",))["groups"]
        ours = {date.fromisoformat(one["by"][0]["value"]): one["sums"] for one in groups}
        assert ours.keys() == found.keys()
        for day, sums in ours.items():
            assert (sums["gross_amount"], sums["net_amount"], sums["cnt"], sums["pax_cnt"]) == (
                found[day].gross_amount,
                found[day].net_amount,
                found[day].trip_cnt,
                found[day].pax_cnt,
            )

    def test_orders_tickets_and_extras_are_the_goods(self, year):
        tickets, orders = totals("bookings"), totals("tripOrders")
        addons, shelf = totals("addons"), totals("products")
        assert tickets["ticket_amount"] == lines("ticket") > 0
        assert addons["amount"] == lines("addon") > 0
        assert shelf["amount"] == lines("product") > 0
        assert orders["subtotal_amount"] == tickets["ticket_amount"] + addons["amount"]
        assert totals("trips")["gross_amount"] == orders["subtotal_amount"] + shelf["amount"]
        assert orders["pax_cnt"] == tickets["pax_cnt"] == totals("trips")["pax_cnt"]
        assert (tickets["no_show_cnt"], tickets["cancelled_cnt"]) == (1, 4)

    def test_what_is_paid_is_in_the_journal(self, year):
        paid = journal(account__in=["trip", "tip"], trip_id__in=Trip.objects.filter(status__in=SOLD))
        assert totals("trips")["paid_amount"] == paid > 0

    def test_underpaid_trips_are_those_of_the_dashboard(self, year):
        waiting = sales_figures.waiting()
        sums = totals("tripsUnderpaid")
        assert (sums["cnt"], sums["balance_amount"]) == (waiting.underpaid_cnt, waiting.underpaid_amount)
        assert sums["cnt"] >= 2
        past = totals("tripsUnderpaid", filters=[{"field": "is_past", "op": "eq", "value": True}])
        assert past["cnt"] == sums["cnt"] - 1

    def test_codes_take_off_what_their_lines_do(self, year):
        sums = totals("offerCodes")
        assert sums["discount_amount"] == -lines("discount") == 980
        assert sums["total_amount"] == Trip.objects.get(pk=year.trips["code"]).total_amount

    def test_customers_spent_what_their_trips_cost(self, year):
        asked = {"first": FIRST, "last": LAST + timedelta(days=700), "date_type": "activity"}
        rows = Trip.objects.filter(status__in=SOLD, customer__isnull=False, first_start_at__isnull=False)
        known = totals("customers", **asked)
        spent = Trip.objects.filter(status__in=SOLD, customer_id__in=rows.values("customer_id"))
        assert known["lifetime_value_amount"] == spent.aggregate(n=Sum("total_amount"))["n"]
        assert known["trip_cnt"] == spent.count()
        assert known["returning_cnt"] >= 1


class TestMoney:
    def test_payments_are_the_journal(self, year):
        sums = money("payments")
        assert sums["net_amount"] == journal(account__in=["trip", "tip"])
        by_hand = PAYMENTS.listing.rows(reader()).exclude(method="gift_card")
        came = by_hand.aggregate(n=PAYMENTS.totals["net_amount"])["n"]
        assert came == -journal(account="outside") - journal(account="commission")

    def test_payments_are_the_days_closings(self, year):
        closed = dict.fromkeys(("payment_amount", "refund_amount", "tip_amount"), 0)
        days = {at.astimezone(zone(ZONE)).date() for at in Entry.objects.values_list("at", flat=True)}
        for day in days:
            found = day_close.close_day(day=day, zone=ZONE, currency="USD", at=reader().at)
            for key in closed:
                closed[key] += found["totals"].get("USD", {}).get(key, 0)
        sums = money("payments")
        assert {key: sums[key] for key in closed} == closed

    def test_cards_are_in_the_gateways_books_and_its_payouts(self, year):
        cards = Payment.objects.filter(intent__isnull=False, kind="payment", status="succeeded")
        lines_of = PayoutTransaction.objects.filter(kind="payment")
        assert cards.aggregate(n=Sum("amount"))["n"] == lines_of.aggregate(n=Sum("gross"))["n"]
        found = money("payoutTransactions")
        assert found["net"] == found["gross"] - found["fee"] == money("payouts")["amount"]
        assert money("payouts")["cnt"] == 2

    def test_invoices_are_what_partners_owe(self, year):
        [invoice] = Invoice.objects.filter(pk=year.invoices["hotel"])
        report = money("invoices")
        assert (report["receivable_due"], report["receivable_paid"]) == (invoice.total_amount, 10_000)
        theirs = Trip.objects.filter(pk__in=[year.trips["hotel"], year.trips["motel"]])
        sums = theirs.aggregate(net=Sum("net_due_amount"), paid=Sum(F("paid_amount") - F("refunded_amount")))
        assert (sums["net"], sums["paid"]) == (report["receivable_due"], report["receivable_paid"])
        credit = totals("resellersCreditLimit")
        assert credit["unpaid_amount"] == report["receivable_balance"]

    def test_gift_cards_are_a_liability(self, year):
        bought = Q(account="gift_card_purchased")
        value = bought | Q(account="gift_card_promo")
        moved = dict(Entry.objects.filter(value).values_list("kind").annotate(Sum("amount")).order_by())
        outstanding = GiftCard.objects.aggregate(n=Sum(F("balance_purchased") + F("balance_promo")))["n"]
        assert sum(moved.values()) == outstanding > 0
        # Sold and given away less spent less run out: nothing else touches them.
        assert moved.keys() == {"gift_card_activate", "payment", "gift_card_expire"}
        assert moved["gift_card_activate"] == 10_000 + 1_000 + 7_500 + 2_500
        assert moved["gift_card_expire"] == -1_000
        spent = Payment.objects.filter(method="gift_card").aggregate(n=Sum("amount"))["n"]
        assert moved["payment"] == -spent
        far = {"last": LAST + timedelta(days=400)}
        cards, moves = totals("giftCardsSold", **far), totals("giftCardLiability", **far)
        for sums in (cards, moves):
            gone = sums["redeemed_amount"] + sums["expired_amount"] + sums["taken_off_amount"]
            came = sums["sold_amount"] + sums["given_amount"] + sums["imported_amount"]
            assert came - gone == outstanding
        assert cards["liability_amount"] + cards["given_left_amount"] == outstanding
        assert totals("giftCardsApplied", **far)["applied_amount"] == cards["redeemed_amount"] == spent
        # What is sold is in no sale, but in what trips come to.
        assert totals("trips")["gift_card_amount"] == lines("gift_card") == 17_500


class TestTaxes:
    @pytest.mark.parametrize("base", ["activity", "created", "received"])
    def test_the_detail_adds_up_to_the_summary(self, year, base):
        far = {"last": LAST + timedelta(days=400), "date_type": base}
        detail = ask("taxableDetail", **far)
        assert detail["totals"] == ask("taxableSummary", **far)["totals"]
        rows = [row["cells"] for row in detail["data"]]
        assert len(rows) == detail["meta"]["total"] > 20
        for key in ("tax_amount", "base_amount", "exempt_amount"):
            assert sum(row[key] for row in rows) == detail["totals"]["USD"][key]

    def test_taxes_are_those_of_the_trips(self, year):
        detail, trips = totals("taxableDetail", date_type="created"), totals("tripsTaxable")
        for key in ("tax_amount", "base_amount", "exempt_amount"):
            assert detail[key] == trips[key]
        inside = lines("tax", is_inclusive=True)
        # What an exempt trip gets off its prices lowers its total, and is no tax.
        waived = lines("tax", amount__lt=0)
        assert detail["tax_amount"] == totals("trips")["tax_amount"] + inside - waived

    def test_what_is_paid_has_paid_its_taxes(self, year):
        """A trip that owes nothing has brought all of its taxes, whatever came when."""
        settled = [name for name in year.trips if name not in {"deleted"} and _is_settled(year.trips[name])]
        assert len(settled) > 12
        for name in settled:
            trip_id = year.trips[name]
            owed = PriceLine.objects.filter(trip_id=trip_id, kind="tax", voided_at__isnull=True, amount__gt=0)
            came = TaxReceipt.objects.filter(trip_id=trip_id)
            assert _sums(owed) == _sums(came), name

    def test_nothing_is_kept_of_what_went_back_whole(self, year):
        came = by_month("taxableDetail", "tax", "tax_amount", date_type="received")
        trip = [{"field": "confirmation_code", "op": "eq", "value": _code(year.trips["returned"])}]
        mine = by_month("taxableDetail", "tax", "tax_amount", date_type="received", filters=trip)
        gst = year.taxes["GST"]
        assert mine[9, gst] == -mine[10, gst] > 0
        assert came[9, gst] > mine[9, gst]


def is_of_trips(report):
    """Say whether every row of a report is of a trip, which has its code."""
    codes = [one for one in report.listing.columns if one.key == "confirmation_code"]
    return not report.default_groups and any(not one.is_nullable for one in codes)


OF_TRIPS = [slug for slug, report in REPORTS.items() if is_of_trips(report)]


class TestEveryReport:
    @pytest.mark.parametrize(("slug", "base"), ASKED)
    def test_grouped_is_ungrouped(self, year, slug, base):
        report = REPORTS[slug].for_dates(base)
        added = ["cnt", *(key for key, one in report.totals.items() if is_additive(one))]
        keys = offered(report)
        # Rows are added up by a statement of their own.
        whole = ask(ROWS_OF.get(slug, slug), date_type=base)["totals"]
        for key in keys:
            found = ask(slug, date_type=base, groups=(key,))
            assert found["totals"] == whole, key
            sums = {}
            for group in found["groups"]:
                into = sums.setdefault(group["currency"], dict.fromkeys(added, 0))
                for name in added:
                    into[name] += group["sums"][name]
            assert sums == {code: {name: mine[name] for name in added} for code, mine in whole.items()}, key

    @pytest.mark.parametrize(("slug", "base"), ASKED)
    def test_every_group_leads_to_its_rows(self, year, slug, base):
        report = REPORTS[slug].for_dates(base)
        for key in offered(report):
            for group in ask(slug, date_type=base, groups=(key,))["groups"][:6]:
                rows = ask(ROWS_OF.get(slug, slug), date_type=base, filters=group["filters"])
                got = rows["totals"][group["currency"]]
                for name in ("cnt", *report.totals):
                    assert got[name] == group["sums"][name], (key, group["by"], name)

    @pytest.mark.parametrize("slug", OF_TRIPS)
    def test_every_row_leads_to_its_trip(self, year, slug):
        for row in ask(slug)["data"]:
            assert Trip.objects.filter(pk=row["trip"]["id"], hash=row["trip"]["hash"]).exists()


def offered(report):
    return [key for key in report.groupings if is_offered(report, key, reader())]


def _sums(rows):
    return dict(rows.order_by().values_list("ref_id").annotate(n=Sum("amount")).filter(n__gt=0))


def _code(trip_id):
    return Trip.objects.get(pk=trip_id).confirmation_code


def _is_settled(trip_id):
    trip = Trip.objects.get(pk=trip_id)
    came = trip.paid_amount - trip.refunded_amount - trip.tip_amount
    return trip.status in SOLD and came == trip.total_amount and not trip.is_tax_exempt
