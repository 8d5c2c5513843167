"""
The fictional year to the cent, by hand: taxes as they are due and as they were paid, tips, commission.

An adult is 49.00, a child 29.00. Of each price:

    adult  49.00: net 49.00 / 1.15 = 42.61, so GST 6.39; city tax 2.5 % of 42.61 = 1.07
    child  29.00: net 29.00 / 1.15 = 25.22, so GST 3.78; city tax 2.5 % of 25.22 = 0.63
    park fee 3.00 a guest, untaxed; booking fee 3 % of prices and park fees, untaxed
    one adult costs 49.00 + 3.00 + 1.56 + 1.07 = 54.63; two 98.00 + 6.00 + 3.12 + 2.14 = 109.26
"""

from datetime import date, timedelta

import pytest

from outfitter_tenants.trips.models import Trip
from tests.reports.fictional_year import LAST, fictional_year
from tests.reports.year_figures import ask, by_month, totals
from tests.support.database import REEF
from tests.support.tenant_clients import enter_operator

# Month by month, by when trips were sold: what is due in the end, after all that was changed since.
GST_SOLD = {
    1: 1656,  # january: 2 x 639 + 378
    2: 639,  # february
    # lunch: 2 x 639, lunch 15.00 / 1.15 = 13.04 so 196, two shirts at 20.00: 40.00 / 1.15 = 34.78 so 522;
    # code: a tenth off, 44.10 / 1.15 = 38.35 so 2 x 575; free: one of two pays, 639
    3: 1278 + 196 + 522 + 1150 + 639,
    # autumn, hotel and motel with two each, agency, by_card, by_prize
    4: 639 + 2 * 1278 + 639 + 639 + 639,
    5: 639 + 639,  # unpaid, missed; the school is exempt
    6: 639 + 1278,  # tipped, refunded (money went back, the price stayed)
    7: 639,  # cancelled: half of 2 x 639 is kept
    8: 639,  # late: all is kept
    9: 639 + 1278 + 1656,  # spring, visa, master; returned came to nothing
    10: 1017 + 1278,  # grown: 639 + 378; amex
    11: 1917,  # deposit: 3 x 639
}
CITY_SOLD = {
    1: 277,  # 2 x 107 + 63
    2: 107,
    3: 214 + 192 + 107,  # lunch; code: 2.5 % of 38.35 = 96 each; free
    4: 107 + 2 * 214 + 3 * 107,
    5: 214,
    6: 321,
    7: 107,
    8: 107,
    9: 107 + 214 + 277,
    10: 170 + 214,
    11: 321,
}
# One trip at a time, by when money was posted: (month, GST, city tax).
PAID = {
    "january": [(1, 1656, 277)],  # a quarter to midnight, while it is January 31, 10:45 in London
    # 20.00 of 54.63: 6.39 x 2000 / 5463 = 2.34, 1.07 x 2000 / 5463 = 0.39; the rest five past midnight
    "february": [(2, 234, 39), (3, 405, 68)],
    # 109.26 on June 30; 30.00 of it back on July 1: 12.78 x 7926 / 10926 = 9.27, 2.14 x ... = 1.55
    "refunded": [(6, 1278, 214), (7, 927 - 1278, 155 - 214)],
    # Half of what can come back is kept: 53.07 of 106.14, with half of each tax
    "cancelled": [(7, 1278, 214), (8, 639 - 1278, 107 - 214)],
    "late": [(8, 639, 107)],
    "returned": [(9, 639, 107), (10, -639, -107)],
    "grown": [(10, 639, 107), (11, 378, 63)],
    # 50.00 of 163.89: 19.17 x 5000 / 16389 = 5.85, 3.21 x 5000 / 16389 = 0.98
    "deposit": [(11, 585, 98)],
    "tipped": [(6, 639, 107)],  # a tip bears no tax
    "by_card": [(4, 639, 107)],  # a gift card pays like money; its sale was taxed with nothing
    "unpaid": [],
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


def only(year, name):
    code = Trip.objects.get(pk=year.trips[name]).confirmation_code
    return [{"field": "confirmation_code", "op": "eq", "value": code}]


def test_taxes_by_when_trips_were_sold(year):
    found = by_month("taxableDetail", "tax", "tax_amount", date_type="created")
    assert {month: tax for (month, ref), tax in found.items() if ref == year.taxes["GST"]} == GST_SOLD
    assert {month: tax for (month, ref), tax in found.items() if ref == year.taxes["City"]} == CITY_SOLD


@pytest.mark.parametrize("name", PAID)
def test_taxes_by_when_they_were_paid(year, name):
    found = by_month("taxableDetail", "tax", "tax_amount", date_type="received", filters=only(year, name))
    wanted = {}
    for month, gst, city in PAID[name]:
        wanted |= {(month, year.taxes["GST"]): gst, (month, year.taxes["City"]): city}
    assert found == wanted


def test_the_day_is_the_operators(year):
    """January's sale and money are of January 31 here, of the 31st's morning in London."""
    day = date(2025, 1, 31)
    sold = totals("taxableDetail", first=day, last=day, date_type="created")
    assert sold["tax_amount"] == 1656 + 277
    held = totals("taxableDetail", first=date(2025, 2, 3), last=date(2025, 2, 3), date_type="activity")
    assert held["tax_amount"] == 1656 + 277
    after = day + timedelta(days=1)
    paid = totals("taxableDetail", first=after, last=after, date_type="received")
    assert paid["tax_amount"] == 234 + 39


def test_an_exempt_school_has_a_base_and_no_tax(year):
    sums = totals("taxableSummary", filters=only(year, "school"), date_type="created")
    # 2 x 42.61 under each of two taxes.
    assert (sums["tax_amount"], sums["base_amount"], sums["exempt_amount"]) == (0, 0, 2 * 8522)
    trip = Trip.objects.get(pk=year.trips["school"])
    # 98.00 + 6.00 + 3.12, less the 12.78 that prices hold.
    assert trip.total_amount == 9434
    paid = totals("taxableSummary", filters=only(year, "school"), date_type="received")
    assert (paid["tax_amount"], paid["exempt_amount"]) == (0, 2 * 8522)


def test_bases_are_what_taxes_are_of(year):
    sums = totals("taxableSummary", filters=only(year, "january"), date_type="created")
    # 2 x 42.61 + 25.22 = 110.44 under each of two taxes.
    assert sums["base_amount"] == 2 * 11_044
    kept = totals("taxableSummary", filters=only(year, "cancelled"), date_type="created")
    # Half of 2 x 42.61 under each.
    assert kept["base_amount"] == 2 * 4261


def test_taxes_by_code(year):
    groups = ask("taxableSummary", date_type="created", groups=("tax_code",))["groups"]
    found = {one["by"][0]["value"]: one["sums"]["tax_amount"] for one in groups}
    assert found == {"GST15": sum(GST_SOLD.values()), "CITY": sum(CITY_SOLD.values())}


def test_tips_and_commission(year):
    month = {"first": date(2025, 6, 1), "last": date(2025, 6, 30)}
    assert totals("trips", **month)["tip_amount"] == 1000
    assert totals("trips")["tip_amount"] == 1000
    # Partners earn a fifth of tickets: hotel and motel of 98.00 each, the agency of 49.00.
    assert totals("trips")["commission_amount"] == 1960 + 1960 + 980


def test_what_else_was_sold(year):
    shelf, addons = totals("products"), totals("addons")
    assert (shelf["qty"], addons["qty"], addons["amount"]) == (2, 1, 1500)
    bookings = totals("bookings")
    assert addons["booking_cnt"] == bookings["booking_cnt"]
    assert addons["attach_ppm"] == 1_000_000 // bookings["booking_cnt"]
    # Of what guests cost, one is free: a ticket at 0.
    free = totals("bookings", filters=only(year, "free"))
    assert (free["booking_cnt"], free["pax_cnt"], free["ticket_amount"]) == (2, 2, 4900)
    assert bookings["no_show_ppm"] == 1_000_000 // bookings["booking_cnt"]


def test_before_and_after_the_year_there_is_nothing(year):
    later = {"first": LAST + timedelta(days=1), "last": LAST + timedelta(days=30)}
    for slug in ("trips", "bookings", "addons", "taxableDetail"):
        assert totals(slug, **later, date_type="created") == {}
