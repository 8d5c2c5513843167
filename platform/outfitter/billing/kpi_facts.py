"""
What billing tells the figures of the platform: subscriptions as they change, fees day by day.

The figures are kept elsewhere (domain.md 6.5); this is the only module that tells them. A day is
told whole each time, so telling twice is telling once.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import ClassVar, Literal, Protocol

from django.db.models import Q, Sum

from outfitter.accounts.models import Account
from outfitter.billing.models import BillingStatement, FeeMovement, Subscription
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.price_periods import MONTHS
from outfitter.kit.money import mul_ppm
from outfitter.kit.zones import day_bounds

State = Literal["trial", "active", "past_due", "paused", "ended"]
Reason = Literal[
    "waived_by_staff", "paid_offline_uncollected", "exempt_method", "gateway_failed", "invoice_unpaid"
]


class RecordChange(Protocol):
    """Keeps how a subscription stands from an instant on."""

    def __call__(
        self,
        *,
        account_id: int,
        subscription_id: int,
        at: datetime,
        state: State,
        plan: str,
        currency: str,
        list_price: int,
        recurring_discount: int,
        interval_months: int,
        now: datetime,
    ) -> object:
        """Record it in the caller's transaction."""


class RecordDay(Protocol):
    """Keeps the fees of one operator's day."""

    def __call__(
        self,
        *,
        account_id: int,
        day: date,
        currency: str,
        expected: int,
        collected: int,
        refunded: int,
        waived_by_reason: Mapping[Reason, int],
        now: datetime,
    ) -> object:
        """Record it in the caller's transaction."""


class _Figures:
    record_change: ClassVar[RecordChange | None] = None
    record_day: ClassVar[RecordDay | None] = None


def install(*, record_change: RecordChange, record_day: RecordDay) -> None:
    """Name the functions that keep the figures."""
    _Figures.record_change = staticmethod(record_change)
    _Figures.record_day = staticmethod(record_day)


def tell_subscription(subscription: Subscription, *, at: datetime, is_past_due: bool = False) -> None:
    """Tell how a subscription stands from now on."""
    if _Figures.record_change is None:
        return
    version = subscription.plan_version
    _Figures.record_change(
        account_id=subscription.account_id,
        subscription_id=subscription.pk,
        at=at,
        state=_state(subscription, is_past_due),
        plan=version.plan.slug,
        currency=version.currency,
        list_price=version.price,
        recurring_discount=mul_ppm(version.price, billed_accounts.discount_on(subscription, at.date())),
        interval_months=MONTHS[version.interval],
        now=at,
    )


def _state(subscription: Subscription, is_past_due: bool) -> State:
    if subscription.ended_on is not None:
        return "ended"
    if subscription.paused_on is not None:
        return "paused"
    if subscription.is_trial:
        return "trial"
    return "past_due" if is_past_due else "active"


def tell_fees(account: Account, day: date, currency: str, *, at: datetime) -> None:
    """
    Tell what fees of trips came to on a day of the operator.

    A fee that is due and neither taken with a payment nor waived is uncollected until a statement
    asks for it, unpaid until that statement is paid, and collected then. Once a card was refused
    for the statement, it is the gateway's failure. What the method of a sale exempts is expected as
    well, and lost to the exemption.
    """
    if _Figures.record_day is None:
        return
    start, end = day_bounds(day, account.time_zone)
    moved = FeeMovement.objects.filter(account=account, at__gte=start, at__lt=end)
    sums = moved.aggregate(
        expected=Sum("amount", filter=Q(kind__in=["expected", "exempt"]), default=0),
        exempt=Sum("amount", filter=Q(kind="exempt"), default=0),
        waived=Sum("amount", filter=Q(kind__in=["waived_by_staff", "waived_by_host"]), default=0),
        taken=Sum("amount", filter=Q(kind="collected_at_gateway", amount__gt=0), default=0),
        back=Sum("amount", filter=Q(kind="collected_at_gateway", amount__lt=0), default=0),
    )
    mine = BillingStatement.objects.filter(account=account)
    bills = mine.aggregate(
        asked=Sum("fees", filter=Q(issued_on=day), default=0),
        refused=Sum("fees", filter=Q(refused_on=day), default=0),
        paid=Sum("fees", filter=Q(settled_on=day), default=0),
        paid_late=Sum("fees", filter=Q(settled_on=day, refused_on__isnull=False), default=0),
    )
    paid = bills["paid"]
    failed = bills["refused"] - bills["paid_late"]
    told = sums["waived"] + sums["exempt"] + sums["taken"] + sums["back"] + bills["asked"]
    reasons: dict[Reason, int] = {
        "waived_by_staff": sums["waived"],
        "paid_offline_uncollected": sums["expected"] - told,
        "exempt_method": sums["exempt"],
        "gateway_failed": failed,
        "invoice_unpaid": bills["asked"] - paid - failed,
    }
    _Figures.record_day(
        account_id=account.pk,
        day=day,
        currency=currency,
        expected=sums["expected"],
        collected=sums["taken"] + max(paid, 0),
        refunded=-sums["back"] - min(paid, 0),
        waived_by_reason=reasons,
        now=at,
    )
