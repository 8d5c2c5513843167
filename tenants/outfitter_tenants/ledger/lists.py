"""Lists of money that moved, and of the gateway's books: what reports and exports read."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Case, Count, F, Q, QuerySet, Sum, When

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter.kit.person_names import full_name
from outfitter_tenants.ledger.models import (
    Intent,
    InvoiceCharge,
    Payment,
    Payout,
    PayoutTransaction,
    Transfer,
)
from outfitter_tenants.ledger.models.gateway_mirror import TRANSACTION_KINDS
from outfitter_tenants.people import queries as people

PERMISSION: Final = "report.finance"
_OF: Final = "payment__trip"


def _words(*slugs: str) -> list[Option]:
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def _choices(model: Any, field: str) -> list[Option]:
    return _words(*(str(slug) for slug, _ in model._meta.get_field(field).choices or ()))


def _trip(payment: Payment | None) -> dict[str, Any] | None:
    if payment is None:
        return None
    trip = payment.trip
    return {
        "id": trip.pk,
        "hash": trip.hash,
        "confirmation_code": trip.confirmation_code,
        "contact_name": full_name(trip.contact_first_name, trip.contact_last_name),
    }


def _shape_payments(rows: Sequence[Payment], _reader: ListReader) -> list[dict[str, Any]]:
    names = people.list_avatars(ids=[row.collected_by for row in rows if row.collected_by])
    return [_payment(row, names) for row in rows]


def _payment(row: Payment, names: dict[int, people.AvatarRow]) -> dict[str, Any]:
    collector = names.get(row.collected_by or 0)
    sign = -1 if row.kind == "refund" else 1
    own = (
        "kind",
        "method",
        "status",
        "amount",
        "tip_amount",
        "cash_rounding",
        "currency",
        "card_brand",
        "card_last4",
        "device_id",
        "note",
        "reference",
        "reason",
        "received_at",
        "created_at",
        "parent_payment_id",
    )
    return {
        "id": row.pk,
        "trip": _trip(row),
        **{name: getattr(row, name) for name in own},
        "net_amount": sign * row.amount,
        "collected_by": {"id": collector.id, "name": collector.name} if collector else None,
        "processing_amount": row.fee.get("processing_amount"),
        "platform_amount": row.fee.get("platform_amount"),
        "is_fee_estimated": row.fee.get("is_estimated"),
        "payout_id": row.payout_id,
    }


def _payments(_reader: ListReader) -> "QuerySet[Any]":
    return Payment.objects.select_related("trip")


NET: Final = Case(When(kind="refund", then=-F("amount")), default=F("amount"))
PAYMENTS: Final = register(
    Listing(
        name="payments",
        permission=PERMISSION,
        columns=(
            Column("received_at", "instant", is_sortable=True, is_filterable=True),
            Column("created_at", "instant", is_filterable=True),
            Column(
                "activity_at",
                "instant",
                "trip__first_start_at",
                is_filterable=True,
                is_nullable=True,
                is_exported=False,
            ),
            Column(
                "kind",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(Payment, "kind"),
            ),
            Column(
                "method",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(Payment, "method"),
            ),
            Column(
                "status",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(Payment, "status"),
            ),
            Column(
                "trip",
                "text",
                "trip__confirmation_code",
                is_filterable=True,
                cell=lambda r: r["trip"]["confirmation_code"],
            ),
            Column("trip_id", "number", is_filterable=True, is_exported=False),
            Column("amount", "money", is_filterable=True),
            Column("net_amount", "money", NET, is_filterable=True),
            Column("tip_amount", "money", is_filterable=True),
            Column("cash_rounding", "money", is_filterable=True),
            Column("currency", "text", is_filterable=True),
            Column(
                "collected_by",
                "number",
                is_filterable=True,
                is_nullable=True,
                cell=lambda r: r["collected_by"]["name"] if r["collected_by"] else None,
            ),
            Column("device_id", "number", is_filterable=True, is_nullable=True),
            # How it was taken: only what went through the gateway has a way.
            Column(
                "channel",
                "choice",
                "intent__channel",
                is_filterable=True,
                is_nullable=True,
                options=lambda: _choices(Intent, "channel"),
                is_exported=False,
            ),
            Column("card_brand", "text", is_filterable=True, is_nullable=True),
            Column("card_last4", "text", is_filterable=True, is_nullable=True),
            Column("processing_amount", "money"),
            Column("platform_amount", "money"),
            Column("payout_id", "number", is_filterable=True, is_nullable=True),
            Column("reference", "text", is_filterable=True),
            Column("note", "text", is_filterable=True),
            Column("reason", "text", is_filterable=True, is_nullable=True),
        ),
        default_sort="-received_at",
        rows=_payments,
        shape=_shape_payments,
    )
)


def _shape_payouts(rows: Sequence[Payout], _reader: ListReader) -> list[dict[str, Any]]:
    lines = PayoutTransaction.objects.filter(payout__in=[row.pk for row in rows])
    sums = {
        (payout_id, kind): (cnt, gross or 0, fee or 0)
        for payout_id, kind, cnt, gross, fee in lines.exclude(kind="payout")
        .values_list("payout_id", "kind")
        .annotate(n=Count("pk"), g=Sum("gross"), f=Sum("fee"))
    }
    return [_payout(row, sums) for row in rows]


def _payout(row: Payout, sums: dict[Any, tuple[int, int, int]]) -> dict[str, Any]:
    own = (
        "gateway",
        "gateway_id",
        "status",
        "amount",
        "currency",
        "arrival_date",
        "created_at",
        "is_automatic",
        "bank_name",
        "bank_last4",
        "failure_code",
        "failure_message",
    )
    mine = {kind: found for (payout_id, kind), found in sums.items() if payout_id == row.pk}
    gross = {kind: found[1] for kind, found in mine.items()}
    known = sum(gross.get(kind, 0) for kind in ("payment", "refund", "dispute", "fee"))
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in own},
        "is_read": row.read_at is not None,
        "transaction_cnt": sum(found[0] for found in mine.values()),
        "payment_amount": gross.get("payment", 0),
        "refund_amount": gross.get("refund", 0),
        "dispute_amount": gross.get("dispute", 0),
        "fee_amount": sum(found[2] for found in mine.values()) - gross.get("fee", 0),
        "other_amount": sum(gross.values()) - known,
    }


PAYOUTS: Final = register(
    Listing(
        name="payouts",
        permission=PERMISSION,
        columns=(
            Column("arrival_date", "date", is_sortable=True, is_filterable=True),
            Column("created_at", "instant", is_filterable=True),
            Column("gateway_id", "text", is_filterable=True),
            Column(
                "status",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(Payout, "status"),
            ),
            Column("amount", "money", is_filterable=True),
            Column("currency", "text", is_filterable=True),
            Column("payment_amount", "money"),
            Column("refund_amount", "money"),
            Column("dispute_amount", "money"),
            Column("fee_amount", "money"),
            Column("other_amount", "money"),
            Column("transaction_cnt", "number"),
            Column("is_automatic", "bool", is_filterable=True),
            Column("bank_name", "text", is_filterable=True, is_nullable=True),
            Column("bank_last4", "text", is_nullable=True),
            Column("failure_message", "text", is_nullable=True),
        ),
        default_sort="-arrival_date",
        rows=lambda _reader: Payout.objects.all(),
        shape=_shape_payouts,
    )
)


def _invoice(charge: InvoiceCharge | None) -> dict[str, object] | None:
    return {"id": charge.invoice_id, "number": charge.invoice_number} if charge else None


def _shape_transactions(rows: Sequence[PayoutTransaction], _reader: ListReader) -> list[dict[str, Any]]:
    own = (
        "gateway",
        "gateway_id",
        "kind",
        "gross",
        "fee",
        "platform_amount",
        "net",
        "currency",
        "source_id",
        "charge_id",
        "description",
        "available_at",
        "created_at",
        "payment_id",
        "payout_id",
    )
    return [
        {
            "id": row.pk,
            **{name: getattr(row, name) for name in own},
            "trip": _trip(row.payment),
            "invoice": _invoice(row.invoice_charge),
            "arrival_date": row.payout.arrival_date if row.payout else None,
        }
        for row in rows
    ]


def _transactions(_reader: ListReader) -> "QuerySet[Any]":
    return PayoutTransaction.objects.select_related(_OF, "payout", "invoice_charge")


_LINE_COLUMNS: Final = (
    Column("created_at", "instant", is_sortable=True, is_filterable=True),
    Column("available_at", "instant", is_filterable=True, is_nullable=True),
    Column("arrival_date", "date", "payout__arrival_date", is_filterable=True, is_nullable=True),
    Column(
        "kind", "choice", is_filterable=True, is_groupable=True, options=lambda: _words(*TRANSACTION_KINDS)
    ),
    Column("payout_id", "number", is_filterable=True, is_nullable=True),
    Column("payment_id", "number", is_filterable=True, is_nullable=True),
    Column(
        "trip",
        "text",
        f"{_OF}__confirmation_code",
        is_filterable=True,
        is_nullable=True,
        cell=lambda r: r["trip"]["confirmation_code"] if r["trip"] else None,
    ),
    Column(
        "invoice",
        "text",
        "invoice_charge__invoice_number",
        is_filterable=True,
        is_nullable=True,
        cell=lambda r: r["invoice"]["number"] if r["invoice"] else None,
    ),
    Column("gross", "money", is_filterable=True),
    Column("fee", "money", is_filterable=True),
    Column("platform_amount", "money", is_filterable=True),
    Column("net", "money", is_filterable=True),
    Column("currency", "text", is_filterable=True),
    Column("gateway_id", "text", is_filterable=True),
    Column("source_id", "text", is_filterable=True, is_nullable=True),
    Column("description", "text", is_filterable=True),
)

TRANSACTIONS: Final = register(
    Listing(
        name="payoutTransactions",
        permission=PERMISSION,
        columns=_LINE_COLUMNS,
        default_sort="-created_at",
        rows=_transactions,
        shape=_shape_transactions,
        unless_filtered=("kind", ~Q(kind="payout")),
    )
)

TRANSFER_LINES: Final = register(
    Listing(
        name="transferTransactions",
        permission=PERMISSION,
        columns=_LINE_COLUMNS,
        default_sort="-created_at",
        rows=lambda reader: _transactions(reader).filter(kind="transfer"),
        shape=_shape_transactions,
    )
)


def _shape_transfers(rows: Sequence[Transfer], _reader: ListReader) -> list[dict[str, Any]]:
    own = (
        "gateway",
        "gateway_id",
        "amount",
        "amount_reversed",
        "currency",
        "account_id",
        "charge_id",
        "description",
        "created_at",
        "payment_id",
    )
    return [
        {
            "id": row.pk,
            **{name: getattr(row, name) for name in own},
            "net_amount": row.amount - row.amount_reversed,
            "trip": _trip(row.payment),
        }
        for row in rows
    ]


TRANSFERS: Final = register(
    Listing(
        name="gatewayTransfers",
        permission=PERMISSION,
        columns=(
            Column("created_at", "instant", is_sortable=True, is_filterable=True),
            Column("gateway_id", "text", is_filterable=True),
            Column("amount", "money", is_filterable=True),
            Column("amount_reversed", "money", is_filterable=True),
            Column("net_amount", "money", F("amount") - F("amount_reversed"), is_filterable=True),
            Column("currency", "text", is_filterable=True),
            Column("payment_id", "number", is_filterable=True, is_nullable=True),
            Column(
                "trip",
                "text",
                f"{_OF}__confirmation_code",
                is_filterable=True,
                is_nullable=True,
                cell=lambda r: r["trip"]["confirmation_code"] if r["trip"] else None,
            ),
            Column("description", "text", is_filterable=True),
        ),
        default_sort="-created_at",
        rows=lambda _reader: Transfer.objects.select_related(_OF),
        shape=_shape_transfers,
    )
)
