"""Orders and guests of a trip as their callers see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from outfitter_tenants.checkout.custom_field_answers.operations import CustomFieldQuestion
from outfitter_tenants.checkout.sale_terms.order_terms import refund_clock_start
from outfitter_tenants.checkout.trip_changes.totals import is_free, unit_prices
from outfitter_tenants.checkout.trip_response.serializers.parts import answers
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.rules.cancellation_policy import Policy
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.addon_units import addon_units

if TYPE_CHECKING:
    from datetime import date, datetime

    from outfitter_tenants.trips.models import Booking, TripOrder
    from outfitter_tenants.waivers.queries import GuestWaiver


@dataclass(frozen=True, slots=True)
class TripContext:
    """What stands beside a trip's orders: things from the shelf, answers, and waivers by guest."""

    products: Sequence[dict[str, Any]] = ()
    asked: Mapping[tuple[str, int], Sequence[CustomFieldQuestion]] = field(default_factory=dict)
    is_personal_shown: bool = True
    signed: "Mapping[int, Sequence[GuestWaiver]]" = field(default_factory=dict)

    def of_guest(self, booking_id: int, *, is_staff: bool) -> dict[str, object]:
        """Return the parts of BookingFull that come from here."""
        return {
            "bookingProducts": [row for row in self.products if row["booking_id"] == booking_id],
            "customFieldValues": self.answers("booking", booking_id, is_staff=is_staff),
        }

    def answers(self, scope: str, target_id: int, *, is_staff: bool) -> list[dict[str, object]]:
        """Return what is asked about a part of the trip."""
        asked = self.asked.get((scope, target_id), ())
        return answers(asked, is_staff=is_staff, is_personal_shown=self.is_personal_shown)


NOTHING: Final = TripContext()


def order_full(
    order: "TripOrder", hold: Any, crew: Any, *, at: "datetime", is_staff: bool, around: TripContext
) -> dict[str, object]:
    """Return one order as TripOrderFull (domain.md 5.0); the public gets no terms of staff."""
    guests: list[Booking] = order.live_bookings  # type: ignore[attr-defined]
    addons: list[Any] = order.all_addons  # type: ignore[attr-defined]
    asked = unit_prices(order)
    crew = crew and crew.of_order(order.pk)
    return {
        "id": order.pk,
        "experience": {
            "id": order.experience_id,
            "name": order.experience.name,
            "color": order.experience.color,
            "hero_image": order.experience.hero_image,
            "meeting_point": order.experience.meeting_point,
        },
        "timeslot": order.timeslot and _timeslot(order.timeslot),
        "status": order.status,
        "schedule_state": order.schedule_state,
        "schedule_by": _schedule_by(order) if is_staff else None,
        "is_comped": order.is_comped,
        "pricing_override": order.pricing_override if is_staff else None,
        "cancelled_at": order.cancelled_at,
        "cancel_reason": order.cancel_reason if is_staff else None,
        "is_noshow": order.is_noshow,
        "rebooked_cnt": order.rebooked_cnt,
        "bookings": [
            booking(row, addons, asked.get(row.pk), is_staff=is_staff, around=around) for row in guests
        ],
        "addons": [addon(row) for row in addons if row.booking_id is None],
        "note": order.note,
        "guides": [{"id": g.id, "name": g.name, "role": g.role} for g in crew.guides] if crew else [],
        "resources": [{"id": r.id, "name": r.name} for r in crew.resources] if crew else [],
        "totals": {"subtotal": order.subtotal_amount, "total": order.total_amount},
        "cancellation": cancellation(order, at=at),
        "hold": hold and {"uuid": str(hold.uuid), "expires_at": hold.expires_at},
        "customFieldValues": around.answers("trip_order", order.pk, is_staff=is_staff),
    }


def _schedule_by(order: "TripOrder") -> "date | None":
    """Return until when an order without a departure is to find one; for staff, who talk to the customer."""
    if order.status != "active" or order.schedule_state != "unscheduled":
        return None
    settings = people.get_properties()
    return trips.schedule_by(
        order.unscheduled_at, time_zone=settings.time_zone, valid_days=settings.unscheduled_valid_days
    )


def _timeslot(slot: Any) -> dict[str, object]:
    return {
        "id": slot.pk,
        "date": slot.date,
        "start_time": slot.start_time.strftime("%H:%M"),
        "start_at": slot.start_at,
        "end_at": slot.end_at,
        "is_flex": slot.is_flex,
        "status": slot.status,
    }


def cancellation(order: "TripOrder", *, at: "datetime") -> dict[str, object] | None:
    """Return the policy an order is under and what of it still holds at an instant."""
    if not order.cancellation_policy:
        return None
    policy = Policy.of(order.cancellation_policy)
    start_at = refund_clock_start(order)
    free_until = policy.free_until(start_at)
    tier, until = policy.offer(start_at=start_at, at=at)
    return {
        "policy_name": policy.name,
        "refundable_until": free_until if free_until and at <= free_until else None,
        "refund_ppm": tier.refund_ppm if tier else 0,
        "fee_amount": tier.fee_amount if tier else 0,
        "until": until,
        "tiers": order.cancellation_policy["tiers"],
        "weather_refund_ppm": policy.weather_refund_ppm,
        "is_weather_credit_allowed": policy.is_weather_credit_allowed,
    }


def addon(row: Any) -> dict[str, object]:
    """Return one chosen add-on of an order or a guest."""
    return {
        "id": row.pk,
        "addon_id": row.experience_addon_id,
        "name": row.experience_addon.name,
        "value_id": row.value_id,
        "value": row.value.label if row.value else None,
        "text_value": row.text_value,
        "qty": row.qty,
        "unit_amount": row.unit_amount,
        "price_per": row.price_per,
        "amount": addon_units(row) * row.unit_amount,
    }


def booking(
    row: "Booking",
    addons: "Sequence[Any]" = (),
    asked: int | None = None,
    *,
    is_staff: bool = True,
    around: TripContext = NOTHING,
) -> dict[str, Any]:
    """
    Return one ticket as BookingFull (domain.md 5.0).

    `asked` is what the guest is asked for after overrides, in minor units.
    """
    kind = row.experience_customer_type
    price = row.unit_amount if asked is None else asked
    comped = is_free(row.trip_order, row)
    return {
        "id": row.pk,
        "customerType": {"id": kind.customer_type_id, "name": kind.label or kind.customer_type.name},
        "experience_customer_type_id": kind.pk,
        "guest": _guest(row),
        "customer_id": row.customer_id if is_staff else None,
        "bookingStatus": status(row),
        "unit_amount": price,
        "resolved_amount": row.unit_amount,
        "customer_type_amount_override": row.customer_type_amount_override if is_staff else None,
        "price_source": _source(row, price, is_comped=comped),
        "is_comped": comped,
        "pax_cnt": row.pax_cnt,
        "ticket_code": row.ticket_code,
        "checked_in_at": row.checked_in_at,
        "total_amount": 0 if comped else price,
        "addons": [addon(one) for one in addons if one.booking_id == row.pk],
        "enabled_addon_ids": list(row.enabled_addon_ids),
        "waiver": {
            "state": row.waiver_state,
            "required": row.waiver_required_cnt,
            "signed": row.waiver_signed_cnt,
            "waivers": [_waiver(one) for one in around.signed.get(row.pk, ())],
        },
        "pickup": row.pickup,
        **around.of_guest(row.pk, is_staff=is_staff),
    }


def _waiver(row: "GuestWaiver") -> dict[str, object]:
    return {
        "template": None if row.template_id is None else {"id": row.template_id, "name": row.template},
        "state": row.state,
        "waiver_id": row.waiver_id,
        "signed_at": row.signed_at,
        "pdf_url": row.hash and f"/api/waiver/{row.hash}/pdf",
    }


def _guest(row: "Booking") -> dict[str, object]:
    return {
        "first_name": row.guest_first_name,
        "last_name": row.guest_last_name,
        "email": row.guest_email,
        "phone": row.guest_phone,
        "birth_date": row.guest_birth_date,
    }


def _source(row: "Booking", price: int, *, is_comped: bool) -> str:
    if is_comped:
        return "comp"
    is_named = row.customer_type_amount_override is not None or price != row.unit_amount
    return "override" if is_named else row.price_source


def status(row: "Booking") -> dict[str, Any]:
    """Return a ticket's guest status."""
    found = row.booking_status
    return {"id": found.pk, "slug": found.slug, "name": found.name, "color": found.color, "kind": found.kind}
