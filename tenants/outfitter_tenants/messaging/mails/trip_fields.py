"""What stands for the fields about a trip."""

from collections.abc import Sequence

from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator
from outfitter_tenants.messaging.mails.style import Style
from outfitter_tenants.messaging.merge_values import FieldValue


def trip_fields(
    trip: ConfirmationData, operator: Operator, *, orders: Sequence[ConfirmedOrder] | None = None
) -> dict[str, FieldValue]:
    """Return the value of each field about a trip; `orders` are those it is about, else what takes place."""
    about = tuple(trip.standing if orders is None else orders)
    dated = sorted((one for one in about if one.local_start), key=lambda one: one.local_start or one.id)
    first = dated[0] if dated else None
    start = first.local_start if first else None
    end = start + first.duration if start and first and first.duration else None
    place = first or (about[0] if about else None)
    return {
        **_guest_fields(trip),
        "trip.confirmation_code": trip.confirmation_code,
        "trip.experience": lambda style: style.line(dict.fromkeys(one.experience_name for one in about)),
        "trip.date": start.date() if start else None,
        "trip.time": start.time() if start else None,
        "trip.end_time": end.time() if end else None,
        "trip.meeting_point": (lambda style: style.line(place.place)) if place else None,
        "trip.guests": lambda style: _guests(about, style),
        "trip.guest_count": lambda style: style.say("guests_cnt", n=trip.pax_cnt),
        "trip.link": trip.portal_url(operator),
        "trip.total": trip.total_amount,
        "trip.paid": trip.paid_amount,
        "trip.balance": trip.balance_amount,
        "trip.balance_due_date": trip.balance_due_on,
    }


def _guest_fields(trip: ConfirmationData) -> dict[str, FieldValue]:
    return {
        "guest.first_name": trip.address_name,
        "guest.name": trip.contact_name,
        "guest.email": trip.contact_email,
    }


def _guests(orders: Sequence[ConfirmedOrder], style: Style) -> str:
    return style.line(dict.fromkeys(line.label for one in orders for line in one.guests))


def subject_variant(orders: Sequence[ConfirmedOrder]) -> str:
    """Return which of a template's subjects suits what it is about: several, none with a date, one."""
    if not any(one.local_start for one in orders):
        return "undated"
    return "" if len({one.experience_name for one in orders}) == 1 else "many"
