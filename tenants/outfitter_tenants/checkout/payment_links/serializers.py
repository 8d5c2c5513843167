"""A payment link as its holder sees it: nothing of the trip that it does not need."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.locales import localized_path
from outfitter.kit.person_names import full_name
from outfitter.plugins import contexts
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.giftcards import queries as gift_cards
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.rules.bill import BillLine, as_json, bill_of
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
    from outfitter_tenants.checkout.payment_links.operations import LinkState
    from outfitter_tenants.ledger.models import PaymentLink
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

_MODES = {"due": "deposit", "custom": "fixed"}
# What is suggested where the operator has not said.
_SUGGESTED = (100_000, 150_000, 200_000)
_NOBODY = {"confirmation_code": "", "first_name": "", "portal_url": None}


def url_of(link: "PaymentLink") -> str:
    """Return the address of a payment link."""
    base = contexts.context_for(schema_name=current_schema()).base_url
    return f"{base}/pay/{payment_links.secret_of(link.pk)}"


def pay_link(
    link: "PaymentLink", *, at: "datetime", languages: "Sequence[str]" = (), names_nobody: bool = False
) -> dict[str, Any]:
    """
    Return PayLinkOut; guest types are called as the reader of `languages` calls them.

    With `names_nobody` it is for whoever may have seen its address on a screen (ADR 150).
    """
    names = catalog.guest_type_names(languages=languages)
    standing = payment_links.get_link_state(link=link, at=at)
    trip = standing.trip
    held = _gift_card(trip) if link.amount_mode != "tab" else None
    amount = standing.amount + (held["amount"] if held else 0)
    return {
        "state": standing.state,
        "amount_mode": _MODES.get(link.amount_mode, link.amount_mode),
        "amount": amount,
        "sent_amount": link.sent_amount if link.sent_amount != amount else None,
        "currency": trip.currency,
        "expires_at": link.expires_at,
        "note": "" if names_nobody else link.note,
        "operator": operator_out(),
        "trip": _trip(trip) | (_NOBODY if names_nobody else {}),
        "orders": [_order(order) for order in trip.all_orders if order.status == "active"],  # type: ignore[attr-defined]
        "billLines": as_json(_bill(trip, names)),
        "guests": _guests(link, trip, names) if link.amount_mode == "tab" else [],
        "tip": _tip(link, trip),
        "gift_card": held,
        "payment": _payment(standing) if standing.state == "open" else None,
        "receipts": [
            _receipt(row) | ({"card": None} if names_nobody else {})
            for row in payment_links.receipts(link=link)
        ],
    }


def _bill(trip: "Trip", names: "GuestTypeNames") -> list[BillLine]:
    lines = bill_of(trip.live_lines)  # type: ignore[attr-defined]
    return [replace(one, label=names.of(one.label)) if one.kind == "ticket" else one for one in lines]


def _type_name(row: "Booking") -> str:
    kind = row.experience_customer_type
    return kind.label or kind.customer_type.name


def operator_out() -> dict[str, object]:
    """Return who asks for the money."""
    properties = people.get_properties()
    return {
        "name": contexts.context_for(schema_name=current_schema()).name,
        "logo_url": properties.logo_url,
        "brand_color": properties.brand_color,
        "phone": properties.ecom_phone_number,
        "locale": properties.locale,
        "time_zone": properties.time_zone,
    }


def _trip(trip: "Trip") -> dict[str, Any]:
    is_booked = trip.status in {"reserved", "under_review"}
    return {
        "confirmation_code": trip.confirmation_code,
        "first_name": trip.contact_first_name,
        "total": trip.total_amount,
        "paid": trips.paid_towards(trip),
        "balance": max(0, trips.customer_owes(trip)),
        "portal_url": f"{localized_path('/customerPortal', trip.locale)}?trip={trip.hash}"
        if is_booked
        else None,
    }


def _order(order: "TripOrder") -> dict[str, Any]:
    slot = order.timeslot
    return {
        "experience_name": order.experience.name,
        "hero_image": order.experience.hero_image,
        "date": slot.date if slot else None,
        "start_time": slot.start_time.strftime("%H:%M") if slot else None,
        "guest_cnt": len(order.live_bookings),  # type: ignore[attr-defined]
    }


def _guests(link: "PaymentLink", trip: "Trip", names: "GuestTypeNames") -> list[dict[str, object]]:
    left = requested_amount.tab_of(trip=trip)
    wanted = set(link.booking_ids) or set(left)
    rows = [row for order in trip.all_orders for row in order.live_bookings]  # type: ignore[attr-defined]
    return [
        {
            "booking_id": row.pk,
            "name": full_name(row.guest_first_name, row.guest_last_name),
            "type": names.of(_type_name(row)),
            "due_amount": left[row.pk],
        }
        for row in rows
        if row.pk in left and row.pk in wanted
    ]


def _tip(link: "PaymentLink", trip: "Trip") -> dict[str, object] | None:
    rules = people.get_payment_settings()
    if not (rules.takes_tips and link.is_tip_asked):
        return None
    suggested = list(rules.tip_suggested_ppm or _SUGGESTED)[:3]
    return {"base_amount": trip.subtotal_amount, "suggestions_ppm": suggested}


def _gift_card(trip: "Trip") -> dict[str, Any] | None:
    """Return what a gift card has set aside for a cart; on a booked trip it is paid already."""
    if trip.status != "draft":
        return None
    for one in gift_cards.holds_of_trip(trip_id=trip.pk):
        payment = ledger.find_payment(trip_id=trip.pk, payment_id=one.payment_id)
        if payment is not None:
            return {"last4": payment.card_last4 or "", "amount": payment.amount}
    return None


def is_paid_here() -> bool:
    """Return whether the operator takes money online at all."""
    return gateway_out() is not None


def _payment(standing: "LinkState") -> dict[str, Any] | None:
    """Return what the page needs to take a card for what is asked; None without a gateway."""
    found = gateway_out()
    mode = standing.link.amount_mode
    return found and found | {
        "keeps_card": intents.keeps_for_rest(trip=standing.trip, amount=standing.amount, mode=mode)
    }


def gateway_out() -> dict[str, object] | None:
    """Return what a browser needs to show the gateway's fields; None where no cards are taken."""
    try:
        gateway = intent_calls.get_gateway()
        client = gateway.provider.checkout_client(gateway.ctx)
    except (NoPaymentProvider, PaymentFailed):
        return None
    return {
        "provider": gateway.provider.slug,
        "publishable_key": client.publishable_key,
        "script_url": client.script_url,
        "is_test": client.is_test,
        "gateway_account": client.account,
    }


def _receipt(row: Any) -> dict[str, object]:
    return {
        "amount": row.amount,
        "tip_amount": row.tip_amount,
        "paid_at": row.received_at,
        "method": row.method,
        "card": {"brand": row.card_brand, "last4": row.card_last4}
        if row.card_last4 and row.method != "gift_card"
        else None,
    }


def link_row(standing: "LinkState") -> dict[str, object]:
    """Return a payment link as staff see it."""
    link = standing.link
    names = ("amount_mode", "sent_amount", "created_at", "expires_at", "opened_at")
    return {
        "id": link.pk,
        "url": url_of(link),
        "state": standing.state,
        "amount": standing.amount,
        **{name: getattr(link, name) for name in names},
    }
