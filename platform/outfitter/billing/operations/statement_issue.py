"""
A statement is made: what is new since the last one, taxed, numbered without gaps (domain.md 6.6).

The caller holds the customer's lock. The seller's row is the last lock of the transaction: a number
that is rolled back is given to whoever waits for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Count, Sum

from outfitter.billing import audit_port, kpi_facts, statement_mails
from outfitter.billing.models import (
    BillingAccount,
    BillingPayment,
    BillingSeller,
    BillingStatement,
    FeeMovement,
    StatementLine,
)
from outfitter.billing.operations import arrears
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules import statement_sums
from outfitter.billing.rules.price_periods import Period
from outfitter.billing.rules.statement_sums import Line
from outfitter.kit.zones import local_day

# How long whoever pays by transfer has.
TRANSFER_DAYS: Final = timedelta(days=14)
_BILLED: Final = ("expected", "waived_by_staff", "waived_by_host", "collected_at_gateway")


@dataclass(frozen=True, slots=True)
class Occasion:
    """
    Why a statement is made, for which days, in which currency.

    `fees_until` is up to when fees of trips go on it; None leaves them for the next one.
    """

    kind: str
    period: Period
    currency: str
    fees_until: datetime | None = None


def issue(
    *, customer: BillingAccount, occasion: Occasion, lines: Sequence[Line], at: datetime
) -> BillingStatement | None:
    """Make a statement of `lines` and all that is new; None when there is nothing to say."""
    fees, fee_lines = _fees(customer, occasion.fees_until)
    payments, payment_lines = _payments(customer)
    tax = billed_accounts.tax_of(customer)
    facts = {"name": tax.name, "rate_ppm": tax.rate_ppm}
    all_lines = statement_sums.with_tax(
        [*lines, *fee_lines, *payment_lines], rate_ppm=tax.rate_ppm, facts=facts
    )
    if not all_lines:
        return None
    last = billed_accounts.find_last_statement(account_id=customer.account_id)
    sums = statement_sums.sums(last.closing if last else 0, all_lines)
    statement = _written(customer, occasion, sums, tax.is_reverse_charge, at)
    fee_sum = sum(one.amount for one in fee_lines)
    BillingStatement.objects.filter(pk=statement.pk).update(fees=fee_sum)
    statement.fees = fee_sum
    StatementLine.objects.bulk_create(
        [
            StatementLine(
                statement=statement, position=place, kind=one.kind, amount=one.amount, facts=dict(one.facts)
            )
            for place, one in enumerate(all_lines, start=1)
        ]
    )
    FeeMovement.objects.filter(pk__in=fees).update(statement=statement)
    BillingPayment.objects.filter(pk__in=payments).update(statement=statement)
    _tell(customer, statement, at)
    return statement


def fee_lines(customer: BillingAccount, until: datetime) -> list[Line]:
    """Return what fees of trips would come to on a statement made now."""
    return _fees(customer, until)[1]


def _fees(customer: BillingAccount, until: datetime | None) -> tuple[list[int], list[Line]]:
    if until is None:
        return [], []
    rows = FeeMovement.objects.filter(
        account_id=customer.account_id, statement__isnull=True, at__lt=until, kind__in=_BILLED
    )
    ids = list(rows.values_list("pk", flat=True))
    mine = FeeMovement.objects.filter(pk__in=ids)
    sums = {kind: amount for kind, amount in mine.values_list("kind").annotate(found=Sum("amount"))}
    trips = mine.aggregate(found=Count("fee", distinct=True))["found"]
    waived = sums.get("waived_by_staff", 0) + sums.get("waived_by_host", 0)
    return ids, [
        Line("fees", sums.get("expected", 0), {"trips": trips}),
        Line("fees_waived", -waived),
        Line("collected_at_gateway", -sums.get("collected_at_gateway", 0)),
    ]


def _payments(customer: BillingAccount) -> tuple[list[int], list[Line]]:
    rows = BillingPayment.objects.filter(
        account_id=customer.account_id, status="succeeded", statement__isnull=True
    ).order_by("pk")
    zone = customer.account.time_zone
    return [row.pk for row in rows], [
        Line(
            "payout" if row.kind == "payout" else "payment",
            -row.amount,
            {
                "how": row.kind,
                "on": local_day(row.paid_at or row.created_at, zone).isoformat(),
                "reference": row.reference,
            },
        )
        for row in rows
    ]


def _written(
    customer: BillingAccount,
    occasion: Occasion,
    sums: statement_sums.Sums,
    is_reverse_charge: bool,
    at: datetime,
) -> BillingStatement:
    day = local_day(at, customer.account.time_zone)
    seller = _take_number()
    return BillingStatement.objects.create(
        account=customer.account,
        number=f"{seller.number_prefix}{seller.next_number - 1:05d}",
        kind=occasion.kind,
        currency=occasion.currency,
        period_from=occasion.period.start,
        period_to=occasion.period.end,
        opening=sums.opening,
        net=sums.net,
        tax=sums.tax,
        closing=sums.closing,
        issued_at=at,
        issued_on=day,
        due_on=_due_on(customer, day),
        seller={
            "name": seller.name,
            "address": seller.address,
            "vat_id": seller.vat_id,
            "email": seller.email,
            "bank_details": seller.bank_details if customer.pays_by == "transfer" else "",
        },
        buyer={
            "name": customer.legal_name or customer.account.legal_name or customer.account.name,
            "address": customer.address,
            "country": billed_accounts.country_of(customer),
            "vat_id": customer.vat_id,
        },
        is_reverse_charge=is_reverse_charge,
    )


def _due_on(customer: BillingAccount, day: date) -> date:
    return day + TRANSFER_DAYS if customer.pays_by == "transfer" else day


def _take_number() -> BillingSeller:
    """Return the seller with the next number taken: the last lock of a transaction."""
    billed_accounts.get_seller()
    seller = BillingSeller.objects.select_for_update().get(pk=1)
    seller.next_number += 1
    seller.save(update_fields=["next_number"])
    return seller


def _tell(customer: BillingAccount, statement: BillingStatement, at: datetime) -> None:
    account = customer.account
    audit_port.note(
        account,
        "statement_issued",
        at=at,
        after={"number": statement.number, "closing": statement.closing, "currency": statement.currency},
    )
    statement_mails.plan(account, "statement", key=str(statement.pk), at=at, statement_id=statement.pk)
    arrears.settle(customer=customer, at=at)
    kpi_facts.tell_fees(account, statement.issued_on, statement.currency, at=at)
    if statement.closing > 0:
        arrears.plan_charge(account, at=at)
