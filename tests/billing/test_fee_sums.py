"""
Whatever happens to trips and plans, statements ask for what the trips owe and nothing else.

Days go by at random: trips are sold, grow, shrink and are refunded, plans change, months of every
length end, leap days among them (domain.md 6.6).
"""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.accounts.models import Account
from outfitter.billing import billing_day
from outfitter.billing.models import BillingStatement, FeeMovement, StatementLine, TripFee
from outfitter.billing.operations import operator_plans, trip_fees
from outfitter.billing.operations.operator_plans import SamePlan
from outfitter.billing.operations.trip_fees import NothingToWaive, TripState
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.contract_fee import TripSums

pytestmark = pytest.mark.django_db

STARTS = st.sampled_from([(2028, 1, 31), (2027, 2, 28), (2026, 12, 15), (2028, 2, 29)])
METHODS = st.sampled_from(["ecommerce", "phone", "reseller"])
DEEDS = st.one_of(
    st.tuples(st.just("sell"), st.integers(1, 4), st.integers(0, 40_000), METHODS),
    st.tuples(st.just("wait"), st.integers(1, 45)),
    st.tuples(st.just("change"), st.sampled_from(["flat", "pro", "yearly", "fees"])),
    st.tuples(st.just("waive"), st.integers(1, 4)),
)
LESS = ("fees_waived", "collected_at_gateway")


class Story:
    """One operator, day by day."""

    def __init__(self, account, plans, clock):
        self.account, self.plans, self.clock = account, plans, clock
        self.reserved = {}

    def sell(self, trip_id, total, method):
        """Sell a trip, or make it larger, smaller or nothing; part of its fee goes with the payment."""
        at = self.reserved.setdefault(trip_id, self.clock.now)
        state = TripState(trip_id, f"AAAA-{trip_id:04d}", at, TripSums(total, 0, method), total // 1000)
        trip_fees.record_trip(
            account_id=self.account.pk, trip_id=trip_id, read=lambda: state, at=self.clock.now
        )

    def wait(self, days):
        """Let days go by; the daily step runs on the last of them."""
        self.clock.forward(days=days)
        billing_day.daily({}, self.clock.now)

    def change(self, slug):
        """Take another plan, where it is another."""
        version = billed_accounts.latest_version(self.plans[slug])
        now = {"account": self.account, "version": version, "at": self.clock.now}
        try:
            total = operator_plans.preview_change(**now).total
        except SamePlan:
            return
        known = billed_accounts.find_subscription(account_id=self.account.pk).version
        operator_plans.change_plan(**now, expected_total=total, known_version=known)

    def waive(self, trip_id):
        """Give up the fee of a trip, where there is one."""
        code = f"AAAA-{trip_id:04d}"
        if TripFee.objects.filter(account=self.account, confirmation_code=code).exists():
            try:
                trip_fees.waive_fee(
                    account=self.account, confirmation_code=code, reason="x", at=self.clock.now
                )
            except NothingToWaive:
                return


def check(account):
    """Compare what statements ask for with what trips owe, trip by trip and in sum."""
    lines = StatementLine.objects.filter(statement__account=account)
    for kind, movements in (
        ("fees", ["expected"]),
        ("fees_waived", ["waived_by_staff", "waived_by_host"]),
        ("collected_at_gateway", ["collected_at_gateway"]),
    ):
        told = lines.filter(kind=kind).aggregate(found=Sum("amount", default=0))["found"]
        mine = FeeMovement.objects.filter(account=account, kind__in=movements, statement__isnull=False)
        moved = mine.aggregate(found=Sum("amount", default=0))["found"]
        assert told == (-moved if kind in LESS else moved)
    for fee in TripFee.objects.filter(account=account):
        sums = dict(fee.movements.values_list("kind").annotate(found=Sum("amount")))
        for name in ("expected", "waived_by_staff", "waived_by_host", "exempt", "collected_at_gateway"):
            assert sums.get(name, 0) == getattr(fee, name)
        assert 0 <= fee.waived_by_host <= fee.expected
    opening = 0
    for one in BillingStatement.objects.filter(account=account).order_by("pk"):
        assert one.opening == opening
        opening = one.closing
        assert one.closing == one.opening + sum(one.lines.values_list("amount", flat=True))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=STARTS, first=st.sampled_from(["pro", "fees", "yearly"]), deeds=st.lists(DEEDS, max_size=14))
def test_statements_ask_for_what_trips_owe(reef, plans, april, host_gateway, start, first, deeds):
    with transaction.atomic():
        april.move_to(datetime(*start, 16, tzinfo=UTC))
        account = Account.objects.get(pk=reef.pk)
        version = billed_accounts.latest_version(plans[first])
        operator_plans.start(account=account, version=version, at=april.now)
        story = Story(account, plans, april)
        for name, *more in deeds:
            getattr(story, name)(*more)
        check(account)
        # After one more month nothing that moved until now is left out.
        cut = april.now
        april.move_to(cut + timedelta(days=40))
        billing_day.daily({}, april.now)
        left = FeeMovement.objects.filter(account=account, statement__isnull=True, at__lte=cut)
        assert not left.exclude(kind="exempt").exists()
        check(account)
        transaction.set_rollback(True)
