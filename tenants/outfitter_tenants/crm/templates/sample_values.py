"""
What stands in the preview of a template: a real trip where somebody named one, else an example.

Every block of its category has something to show, as far as a trip tells of it.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Final

from outfitter.kit import zones
from outfitter_tenants.crm.templates.trip_values import values_of_data
from outfitter_tenants.messaging.mails import (
    access_code,
    answer,
    cancellation,
    confirmation,
    gift_card,
    invoice,
    payment_request,
    rebooking,
    receipt,
    waitlist_letter,
)
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.merge_values import FieldValue, MergeValues
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES

_CODE: Final = "WXYZ-2345"
_DESIGN: Final[Mapping[str, str]] = {"ground": "#f3f5f7", "accent": "#d5dae0", "ink": "#17202a"}
_GUESTS: Final = {"customer_type": "Adult", "qty": 2, "unit_amount": 8_900}
_TICKET: Final = {
    "kind": "ticket",
    "term": None,
    "label": "Adult",
    "qty": 2,
    "unit_amount": 8_900,
    "amount": 17_800,
    "is_inclusive": False,
    "trip_order_id": 1,
}


def example_trip(*, locale: str, currency: str, operator: Operator, at: datetime) -> ConfirmationData:
    """Return a trip that nobody booked: two adults, in a week, half of it paid."""
    return confirmation.from_payload(
        {
            "trip_id": 0,
            "hash": "example",
            "confirmation_code": _CODE,
            "contact_name": "Ana Ruiz",
            "contact_first_name": "Ana",
            "contact_last_name": "Ruiz",
            "contact_email": "ana@example.com",
            "locale": locale,
            "customer_id": None,
            "pax_cnt": 2,
            "bill": [_TICKET],
            "total_amount": 17_800,
            "paid_amount": 8_900,
            "balance_amount": 8_900,
            "currency": currency,
            "orders": [_example_order(operator, at)],
        }
    )


def _example_order(operator: Operator, at: datetime) -> dict[str, object]:
    day = zones.local_day(at + timedelta(days=7), operator.time_zone)
    start = zones.to_instant(day, time(15, 30), operator.time_zone)
    return {
        "id": 1,
        "experience_id": 0,
        "experience_name": "Sunset Kayak Tour",
        "start_at": start.isoformat(),
        "end_at": (start + timedelta(hours=2)).isoformat(),
        "date": day.isoformat(),
        "start_time": "15:30",
        "meeting_point": "12 Commercial Street",
        "hero_image": None,
        "guests": [_GUESTS],
    }


def preview_values(
    *,
    category: str,
    slug: str | None,
    trip: ConfirmationData,
    operator: Operator,
    at: datetime,
    links: Mapping[str, FieldValue],
) -> MergeValues:
    """Return what stands in a template of this category in a message about a trip."""
    values = _own_values(category, slug or "", trip, operator, at)
    about = values_of_data(trip, operator, order_id=None, category=category, message_hash="", links=links)
    # What a category tells of itself goes before what every message knows of a trip.
    return MergeValues(
        category,
        {**about.fields, **values.fields},
        {**about.blocks, **values.blocks},
        variant=values.variant or about.variant,
    )


def _own_values(
    category: str, slug: str, trip: ConfirmationData, operator: Operator, at: datetime
) -> MergeValues:
    amount = trip.balance_amount or trip.total_amount
    link = trip.portal_url(operator)
    if category == "cancelled":
        ids = frozenset(one.id for one in trip.standing)
        # Nothing is left to pay of what does not take place.
        emptied = replace(trip, bill=(), total_amount=0, paid_amount=0, balance_amount=0, tip_amount=0)
        cancelled = cancellation.CancellationData(emptied, ids, "operator", refund_amount=trip.paid_amount)
        return cancellation.values(cancelled, operator)
    if category == "rebooked":
        order = trip.standing[0] if trip.standing else None
        was = order.local_start - timedelta(days=1) if order and order.local_start else None
        return rebooking.values(rebooking.RebookingData(trip, order.id if order else 0, was, 1), operator)
    if category in {"receipt", "refund"}:
        day = zones.local_day(at, operator.time_zone)
        paid = receipt.ReceiptData(trip, 0, amount, 0, "card", day, is_refund=category == "refund")
        return receipt.values(paid, operator)
    if category == "payment_request":
        until = at + timedelta(days=3)
        return payment_request.values(
            payment_request.RequestData(
                trip, amount, link, until, is_authentication=slug == "payment_confirm"
            ),
            operator,
        )
    if category == "waiver_request":
        return MergeValues(category, {"waiver.signed": 1, "waiver.total": max(2, trip.pax_cnt)})
    return _values_without_trip(category, slug, trip, operator, at)


def _values_without_trip(
    category: str, slug: str, trip: ConfirmationData, operator: Operator, at: datetime
) -> MergeValues:
    link = trip.portal_url(operator)
    if category == "gift_card":
        return gift_card.values(_gift(trip, slug == "store_credit"), operator)
    if category == "invoice":
        return invoice.values(_invoice(trip, slug, operator, at))
    if category == "waitlist":
        return waitlist_letter.values(_place(trip, slug, operator, at), operator)
    if category == "access_code":
        return access_code.values("482913")
    if category == "answer":
        question = "Can we bring a dog?"
        return answer.values(
            answer.AnswerData("Yes, please do.", question, trip.confirmation_code, link, trip.locale)
        )
    return MergeValues(category)


def _gift(trip: ConfirmationData, is_credit: bool) -> gift_card.GiftCardData:
    return gift_card.GiftCardData(
        gift_card_id=0,
        hash="example",
        is_credit=is_credit,
        purchased=10_000,
        promo=0,
        currency=trip.currency,
        recipient_name=trip.contact_name,
        recipient_email=trip.contact_email,
        sender_name="" if is_credit else "Tom",
        message="",
        locale=trip.locale,
        design=_DESIGN,
    )


def _invoice(trip: ConfirmationData, slug: str, operator: Operator, at: datetime) -> invoice.InvoiceData:
    is_overdue = slug == "invoice_overdue"
    due = at + timedelta(days=-3 if is_overdue else 14)
    return invoice.InvoiceData(
        number="INV-0042",
        amount=45_000,
        currency=trip.currency,
        due_date=zones.local_day(due, operator.time_zone),
        locale=trip.locale,
        is_payable=slug == "invoice_payable",
        reminder="after" if is_overdue else None,
        overdue_amount=60_000 if is_overdue else 0,
        url=trip.portal_url(operator),
    )


def _place(
    trip: ConfirmationData, slug: str, operator: Operator, at: datetime
) -> waitlist_letter.WaitlistData:
    order = trip.standing[0] if trip.standing else None
    start = order.local_start if order else None
    guests = [(line.customer_type, line.qty) for line in order.guests] if order else []
    return waitlist_letter.WaitlistData(
        entry_id=0,
        kind="offer" if slug not in SYSTEM_TEMPLATES or slug == "waitlist_offer" else "joined",
        name=trip.contact_name,
        email=trip.contact_email,
        phone=None,
        locale=trip.locale,
        experience_name=order.experience_name if order else "",
        local_start=start or zones.to_local(at, operator.time_zone).replace(tzinfo=None),
        is_flex=False,
        guests=guests,
        offer_ends_at=at + timedelta(hours=4),
        url=trip.portal_url(operator),
    )
