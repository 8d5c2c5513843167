"""What billing says of an operator's fees, day by day (domain.md 6.5, 7)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final, Literal

from outfitter.db.locks import atomic
from outfitter.kpis import facts, months
from outfitter.kpis.models import KpiDailyAccount

Reason = Literal[
    "waived_by_staff", "paid_offline_uncollected", "exempt_method", "gateway_failed", "invoice_unpaid"
]
REASONS: Final[tuple[Reason, ...]] = (
    "waived_by_staff",
    "paid_offline_uncollected",
    "exempt_method",
    "gateway_failed",
    "invoice_unpaid",
)


class FeesDisagree(ValueError):
    """What was not earned has to be explained to the last unit: leakage = expected - collected."""


def record_day(
    *,
    account_id: int,
    day: date,
    currency: str,
    expected: int,
    collected: int,
    refunded: int,
    waived_by_reason: Mapping[Reason, int],
    now: datetime,
) -> None:
    """
    Write down the fees of one of the operator's own days; the same day again replaces it.

    All are minor units of `currency`. `expected` is the contract's fee of the trips reserved that
    day plus the difference that later changes of totals made on this day; a trip refunded in full
    takes its fee out of `expected` and into `refunded` on the day of the refund, so both may be
    negative in sum. `collected` is what was charged that day, `refunded` what was given back.

    :raises FeesDisagree: the reasons do not add up to expected - (collected - refunded)
    """
    leaked = expected - (collected - refunded)
    if sum(waived_by_reason.values()) != leaked or set(waived_by_reason) - set(REASONS):
        raise FeesDisagree(f"{dict(waived_by_reason)} is not {leaked}")
    with atomic():
        facts.open_row(account_id=account_id, day=day, currency=currency)
        KpiDailyAccount.objects.filter(account_id=account_id, date=day, currency=currency).update(
            fee_expected=expected,
            fee_collected=collected,
            fee_refunded=refunded,
            **{f"fee_{reason}": waived_by_reason.get(reason, 0) for reason in REASONS},
        )
        months.refresh(account_id=account_id, since=day, now=now)
