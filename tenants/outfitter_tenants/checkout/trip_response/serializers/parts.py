"""What only staff see of a trip."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.api.principal import Principal
from outfitter_tenants.checkout.custom_field_answers.operations import CustomFieldQuestion
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.types import Allowance

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Flag, Trip, TripNote

_NOTHING: Final[dict[str, Any]] = {
    "attention": None,
    "notes": [],
    "flag": None,
    "lock": None,
    "tripSource": None,
    "reseller": None,
    "agent": None,
    "reseller_voucher": None,
    "commission": None,
    "adjustments": [],
    "deposit_override_amount": None,
    "tax_certificate": "",
    "delete_reason": None,
    "recovered_kind": None,
}


def staff_parts(trip: "Trip", principal: Principal, at: datetime) -> dict[str, object]:
    """Return the parts of TripFull that are null or empty for the public."""
    permissions = _permissions(trip, principal)
    if not principal.is_staff:
        return {**_NOTHING, "permissions": permissions}
    source = trip.trip_source
    flags: list[Flag] = trip.open_flags  # type: ignore[attr-defined]
    return {
        "attention": trip.attention,
        "notes": [note(row) for row in trip.live_notes],  # type: ignore[attr-defined]
        "flag": _flag(flags[0]) if flags else None,
        "lock": _lock(trip, at),
        "tripSource": source and {"id": source.pk, "slug": source.slug, "name": source.name},
        "reseller": _reseller(trip),
        "agent": _agent(trip),
        "reseller_voucher": trip.reseller_voucher,
        "commission": trip.commission,
        "adjustments": [_adjustment(row) for row in trip.all_adjustments],  # type: ignore[attr-defined]
        "deposit_override_amount": trip.deposit_override_amount,
        "tax_certificate": trip.tax_certificate,
        "delete_reason": trip.delete_reason,
        "recovered_kind": (trip.conversion or {}).get("recovered_kind"),
        "permissions": permissions,
    }


def _reseller(trip: "Trip") -> dict[str, object] | None:
    if trip.reseller_id is None:
        return None
    name = resellers.names_of(ids=[trip.reseller_id]).get(trip.reseller_id, "")
    return {"id": trip.reseller_id, "name": name}


def _agent(trip: "Trip") -> dict[str, object] | None:
    agent = people.get_avatar(avatar_id=trip.reseller_agent_id) if trip.reseller_agent_id else None
    return {"id": agent.id, "name": agent.name} if agent else None


PERMISSIONS: Final = {
    "can_edit": "trip.edit",
    "can_delete": "trip.delete",
    "can_unlock": "trip.unlock",
    "can_refund": "payment.refund",
    "can_take_payment": "payment.take",
    "can_check_in": "booking.check_in",
    "can_rebook": "order.rebook",
    "can_cancel": "order.cancel",
    "can_comp": "booking.comp",
    "can_reprice": "booking.reprice",
    "can_toggle_tax": "tax.toggle",
    "can_apply_offer": "offer.apply",
    "can_reserve_unpaid": "trip.reserve_unpaid",
    "can_confirm_review": "trip.confirm_review",
}


# What an agent's partner has to allow besides, for a trip that is sold or for any.
_ALLOWANCES: Final[dict[str, Allowance]] = {
    "can_edit": "edit",
    "can_rebook": "edit",
    "can_cancel": "cancel",
    "can_delete": "cancel",
}
_PRICES: Final = ("can_comp", "can_reprice", "can_toggle_tax")


def _permissions(trip: "Trip", principal: Principal) -> dict[str, bool]:
    """Return what the caller may do to a trip: by their role, and as agents by what was agreed."""
    found = {name: principal.can(code) for name, code in PERMISSIONS.items()}
    if principal.scope != "reseller":
        return found
    allowed = resellers.allowances_of(reseller_id=principal.reseller_id)
    for name, what in _ALLOWANCES.items():
        found[name] = found[name] and (trip.status == "draft" or what in allowed)
    for name in _PRICES:
        found[name] = found[name] and "override_price" in allowed
    return found


def note(row: "TripNote") -> dict[str, Any]:
    """Return one note (domain.md 5.0)."""
    return {
        "id": row.pk,
        "body": row.body,
        "author": {"id": row.author_id, "name": row.author_name},
        "kind": row.kind,
        "is_pinned": row.is_pinned,
        "show_on_manifest": row.show_on_manifest,
        "created_at": row.created_at,
        "edited_at": row.edited_at,
    }


def _flag(row: "Flag") -> dict[str, object]:
    ids = [who for who in (row.assignee_avatar_id, row.flagged_by) if who]
    named = people.list_avatars(ids=ids) if ids else {}

    def name(avatar_id: int | None) -> dict[str, Any] | None:
        found = named.get(avatar_id or 0)
        return {"id": found.id, "name": found.name} if found else None

    reason = row.reason
    return {
        "id": row.pk,
        "reason": reason and {"id": reason.pk, "name": reason.name, "color": reason.color},
        "comment": row.comment,
        "assignee": name(row.assignee_avatar_id),
        "flagged_by": name(row.flagged_by),
        "flagged_at": row.flagged_at,
    }


def _lock(trip: "Trip", at: datetime) -> dict[str, object] | None:
    if trip.locked_reason is None or (trip.locked_until and trip.locked_until <= at):
        return None
    return {"reason": trip.locked_reason, "until": trip.locked_until}


def _adjustment(row: Any) -> dict[str, object]:
    return {
        "id": row.pk,
        "trip_order_id": row.trip_order_id,
        "booking_id": row.booking_id,
        "amount": row.amount,
        "ppm": row.ppm,
        "label": row.label,
        "reason": row.reason,
        "created_at": row.created_at,
    }


# What strangers are asked; the rest is for staff.
PUBLIC = frozenset({"checkout", "after_booking"})


def answers(
    asked: Sequence[CustomFieldQuestion], *, is_staff: bool = True, is_personal_shown: bool = True
) -> list[dict[str, object]]:
    """
    Return questions with their answers (domain.md 5.0, customFieldValues).

    Whoever opens a trip by its link sees that something about health, or that identifies somebody,
    was answered, not what; so do staff who may not see personal data of the latter.
    """
    return [
        answer(one, is_staff=is_staff, is_personal_shown=is_personal_shown)
        for one in asked
        if is_staff or one.field.ask_when in PUBLIC
    ]


def answer(
    one: CustomFieldQuestion, *, is_staff: bool = True, is_personal_shown: bool = True
) -> dict[str, Any]:
    """Return one question with its answer."""
    found, field = one.answer, one.field
    is_shown = is_staff or not (field.is_health or field.is_pii)
    if field.is_pii and not is_personal_shown:
        is_shown = False
    return {
        "id": found.id if found else None,
        "key": one.about.key,
        "custom_field_id": field.id,
        "label": field.label,
        "help_text": field.help_text,
        "kind": field.kind,
        "options": field.options,
        "validation": field.validation,
        "ask_when": field.ask_when,
        "is_required": one.is_required,
        "is_asked": one.is_asked,
        "is_pii": field.is_pii,
        "is_health": field.is_health,
        "show_on_manifest": field.show_on_manifest,
        "value": found.value if found and is_shown else None,
        "is_answered": found is not None,
        "answered_by": found.answered_by if found and is_staff else None,
        "answered_at": found.answered_at if found else None,
    }
