"""Reads of what a gateway took for invoices."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, Sum

from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import Intent, InvoiceCharge, InvoiceChargeDispute, InvoiceChargeRefund
from outfitter_tenants.ledger.queries.disputes import UNDECIDED
from outfitter_tenants.ledger.queries.intents import OPEN


class InvoiceChargeNotFound(NotFound):
    """No card paid this."""


@dataclass(frozen=True, slots=True)
class ChargeSums:
    """
    What became of a charge, in minor units.

    `returned` went back or is promised back, of it `waiting` is still on its way; `lost` was taken by
    the cardholder's bank; `questioned` is what it still decides about.
    """

    amount: int
    returned: int = 0
    waiting: int = 0
    lost: int = 0
    questioned: int = 0

    @property
    def kept(self) -> int:
        """Return what is left of it for its invoice."""
        return max(0, self.amount - self.returned - self.lost)


def find_charge(*, intent_id: int) -> InvoiceCharge | None:
    """Return what an intent charged, None while it charged nothing."""
    return InvoiceCharge.objects.filter(intent_id=intent_id).first()


def get_charge(*, charge_id: int) -> InvoiceCharge:
    """
    Return one charge with its intent.

    :raises InvoiceChargeNotFound: there is none
    """
    row = InvoiceCharge.objects.select_related("intent").filter(pk=charge_id).first()
    if row is None:
        raise InvoiceChargeNotFound("Card payment not found.")
    return row


def find_gateway_charge(
    *, gateway: str, intent_id: str | None, charge_id: str | None
) -> InvoiceCharge | None:
    """Return the charge of an invoice that a gateway's intent or charge stands for."""
    mine = Q(pk__isnull=True)
    if intent_id:
        mine |= Q(intent__gateway_id=intent_id)
    if charge_id:
        mine |= Q(gateway_charge_id=charge_id)
    rows = InvoiceCharge.objects.filter(mine, intent__gateway=gateway).select_related("intent")
    return rows.order_by("pk").first()


def charges_of(*, invoice_ids: Collection[int]) -> list[InvoiceCharge]:
    """Return what cards paid of these invoices, oldest first."""
    return list(InvoiceCharge.objects.filter(invoice_id__in=invoice_ids).order_by("pk"))


def sums_of_charges(*, charges: Collection[InvoiceCharge]) -> dict[int, ChargeSums]:
    """Return what became of these charges, by id."""
    ids = [one.pk for one in charges]
    back = InvoiceChargeRefund.objects.filter(charge_id__in=ids).order_by().values_list("charge_id")
    went = dict(back.exclude(status="failed").annotate(n=Sum("amount")))
    waits = dict(back.filter(status="pending").annotate(n=Sum("amount")))
    asked = InvoiceChargeDispute.objects.filter(charge_id__in=ids).order_by().values_list("charge_id")
    lost = dict(asked.filter(status="lost").annotate(n=Sum("amount")))
    open_ = dict(asked.filter(status__in=UNDECIDED).annotate(n=Sum("amount")))
    return {
        one.pk: ChargeSums(
            one.amount, went.get(one.pk, 0), waits.get(one.pk, 0), lost.get(one.pk, 0), open_.get(one.pk, 0)
        )
        for one in charges
    }


def find_charge_refund(*, refund_id: int) -> InvoiceChargeRefund | None:
    """Return a refund of a charge, with the charge and its intent."""
    return InvoiceChargeRefund.objects.select_related("charge__intent").filter(pk=refund_id).first()


def find_charge_refund_by_gateway(*, gateway_refund_id: str) -> InvoiceChargeRefund | None:
    """Return a refund of a charge by the gateway's id."""
    return InvoiceChargeRefund.objects.filter(gateway_refund_id=gateway_refund_id).first()


def waiting_charge_refunds(*, until: datetime, limit: int, after: int = 0) -> list[InvoiceChargeRefund]:
    """Return refunds of charges that were promised before an instant and have not ended."""
    rows = InvoiceChargeRefund.objects.filter(status="pending", created_at__lt=until, pk__gt=after)
    return list(rows.select_related("charge__intent").order_by("pk")[:limit])


def undecided_charge_disputes(*, gateway: str) -> list[InvoiceChargeDispute]:
    """Return the disputes of charges at a gateway that are not over, the oldest first."""
    rows = InvoiceChargeDispute.objects.filter(charge__intent__gateway=gateway, status__in=UNDECIDED)
    return list(rows.order_by("pk"))


def find_open_invoice_intent(*, invoice_id: int) -> Intent | None:
    """Return the one payment of an invoice by card that may still be made."""
    rows = Intent.objects.filter(
        invoice_id=invoice_id, kind="payment", status__in=OPEN, superseded_at__isnull=True
    )
    return rows.order_by("-id").first()


def charged_between(*, since: datetime, until: datetime) -> dict[str, tuple[int, int]]:
    """Return what cards paid of invoices between two instants and what went back, by currency."""
    taken = InvoiceCharge.objects.filter(received_at__gte=since, received_at__lt=until).order_by()
    paid = dict(taken.values_list("currency").annotate(n=Sum("amount")))
    given = InvoiceChargeRefund.objects.filter(
        status="succeeded", settled_at__gte=since, settled_at__lt=until
    ).order_by()
    back = dict(given.values_list("charge__currency").annotate(n=Sum("amount")))
    return {key: (paid.get(key, 0), back.get(key, 0)) for key in sorted(paid.keys() | back.keys())}


def charges_missing_at_gateway(*, gateway: str, since: datetime, until: datetime) -> list[InvoiceCharge]:
    """Return charges of invoices that a gateway's books do not show."""
    rows = InvoiceCharge.objects.filter(
        intent__gateway=gateway, received_at__gte=since, received_at__lt=until, transactions__isnull=True
    )
    return list(rows.select_related("intent").order_by("pk"))
