"""What customers and partners owe: as a table over collect types and lives, in Python and SQL."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter_tenants.resellers.types import COLLECT_TYPES
from outfitter_tenants.trips import sales_figures
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.queries import reseller_sales
from outfitter_tenants.trips.rules import amounts_due
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES, OPERATOR_OWES, PARTNER_OWES
from tests.support.example_count import how_many
from tests.support.trip_rows import BEGIN, make_trips

pytestmark = pytest.mark.usefixtures("reef")


@dataclass(frozen=True)
class Life:
    """A trip of 100.00 on which the partner earns a fifth, somewhere in its life."""

    total: int = 10_000
    paid: int = 0
    refunded: int = 0
    tip: int = 0
    status: str = "reserved"

    def row(self, collect_type: str) -> dict[str, Any]:
        """Return the trip as it is stored."""
        earned = self.total // 5
        owes_net = collect_type in {"reseller_collects", "net_at_booking"}
        is_deposit = collect_type == "deposit_commission"
        return {
            "reseller_id": 7,
            "collect_type": collect_type,
            "total_amount": self.total,
            "paid_amount": self.paid,
            "refunded_amount": self.refunded,
            "tip_amount": self.tip,
            "commission_amount": earned,
            "status": self.status,
            "commission": {"owed_by": "reseller" if owes_net else "nobody"},
            "net_due_amount": self.total - earned if owes_net else 0,
            # What was given at the sale stays, whatever the commission is by now.
            "partner_deposit_amount": 2000 if is_deposit else 0,
            "reserved_at": None if self.status == "draft" else BEGIN,
        }


LIVES = {
    "draft": Life(status="draft"),
    "reserved": Life(),
    "partly_paid": Life(paid=3000),
    "tipped": Life(paid=3500, tip=500),
    "cancelled_with_retained": Life(total=5000, paid=8000),
    "comped": Life(total=0),
    "refunded": Life(total=0, paid=8000, refunded=8000),
}
# collect type -> life -> (the customer owes, the partner owes)
OWED = {
    "operator_collects": {
        "draft": (10_000, 0),
        "reserved": (10_000, 0),
        "partly_paid": (7000, 0),
        "tipped": (7000, 0),
        "cancelled_with_retained": (-3000, 0),
        "comped": (0, 0),
        "refunded": (0, 0),
    },
    "reseller_collects": {
        "draft": (0, 8000),
        "reserved": (0, 8000),
        "partly_paid": (0, 5000),
        "tipped": (0, 5000),
        "cancelled_with_retained": (0, -4000),
        "comped": (0, 0),
        "refunded": (0, 0),
    },
    "deposit_commission": {
        "draft": (8000, 0),
        "reserved": (8000, 0),
        "partly_paid": (5000, 0),
        "tipped": (5000, 0),
        "cancelled_with_retained": (-5000, 0),
        "comped": (0, 0),
        "refunded": (0, 0),
    },
    "untracked": dict.fromkeys(LIVES, (0, 0)),
}
OWED["net_at_booking"] = OWED["reseller_collects"]


@pytest.mark.parametrize("life", LIVES)
@pytest.mark.parametrize("collect_type", COLLECT_TYPES)
def test_who_owes_what(collect_type, life):
    [made] = make_trips([LIVES[life].row(collect_type)])
    trip = Trip.objects.annotate(by_customer=CUSTOMER_OWES, by_partner=PARTNER_OWES).get(pk=made.pk)

    assert (trip.by_customer, trip.by_partner) == OWED[collect_type][life]
    assert (amounts_due.customer_owes(trip), amounts_due.partner_owes(trip)) == OWED[collect_type][life]


@pytest.mark.parametrize(
    ("collect_type", "life", "owed"),
    [
        ("operator_collects", "reserved", 2000),
        ("operator_collects", "partly_paid", 2000),
        ("operator_collects", "cancelled_with_retained", 1000),
        ("operator_collects", "comped", 0),
        ("deposit_commission", "reserved", 0),
        # They earn 10.00 of what is retained, and have 20.00.
        ("deposit_commission", "cancelled_with_retained", -1000),
        ("reseller_collects", "reserved", 0),
        ("net_at_booking", "reserved", 0),
        ("untracked", "reserved", 0),
    ],
)
def test_what_we_owe_partners(collect_type, life, owed):
    [made] = make_trips([LIVES[life].row(collect_type)])

    assert amounts_due.operator_owes(Trip.objects.get(pk=made.pk)) == owed


AMOUNT = st.integers(0, 50_000)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "reseller_id": st.none() | st.just(7),
            "collect_type": st.none() | st.sampled_from(COLLECT_TYPES),
            "total_amount": st.integers(-500, 50_000),
            "tip_amount": AMOUNT,
            "paid_amount": AMOUNT,
            "refunded_amount": AMOUNT,
            "net_due_amount": AMOUNT,
            "partner_deposit_amount": AMOUNT,
            "commission_amount": AMOUNT,
        }
    ),
    min_size=1,
    max_size=30,
)


@settings(
    max_examples=how_many(16), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(ROWS)
def test_a_list_says_what_a_trip_says(rows):
    ids = [trip.pk for trip in make_trips(rows)]
    found = Trip.objects.filter(pk__in=ids)
    sums = {"by_customer": CUSTOMER_OWES, "by_partner": PARTNER_OWES, "by_us": OPERATOR_OWES}
    for trip in found.annotate(**sums):
        assert trip.by_us == amounts_due.operator_owes(trip)
        assert trip.by_customer == amounts_due.customer_owes(trip)
        assert trip.by_partner == amounts_due.partner_owes(trip)


def test_the_dashboard_counts_what_customers_owe_and_credit_what_partners_do():
    make_trips([LIVES["reserved"].row(collect_type) for collect_type in COLLECT_TYPES])

    waiting = sales_figures.waiting()

    # 100.00 where we collect, 80.00 where the partner has a deposit of 20.00.
    assert (waiting.underpaid_cnt, waiting.underpaid_amount) == (2, 18_000)
    assert reseller_sales.exposure_of(reseller_id=7) == 16_000
