"""What may be chosen of an add-on, and at which price (domain.md 3.2). Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog.queries import AddonRow


@dataclass(frozen=True, slots=True)
class AddonChoice:
    """What somebody wants of an add-on."""

    addon_id: int
    value_id: int | None = None
    qty: int = 1
    text_value: str = ""


@dataclass(frozen=True, slots=True)
class AddonTarget:
    """
    For whom an add-on is wanted: a guest, or the order as such.

    `customer_type_ids` are those of the guest or of everybody on the order; `offered_ids` the
    add-ons that the guest is offered, none: all.
    """

    scope: str
    method: str
    customer_type_ids: Collection[int]
    offered_ids: Collection[int] = ()


def fits(addon: AddonRow, whom: AddonTarget) -> str | None:
    """Return why an add-on is not for these guests; None when it is."""
    if addon.is_archived:
        return "This is no longer sold."
    if addon.scope != whom.scope:
        return (
            "This is for one guest, not for the whole order."
            if addon.scope == "booking"
            else "This is for the whole order, not for one guest."
        )
    if addon.methods and whom.method not in addon.methods:
        return "This is not sold this way."
    kinds = addon.enabled_customer_type_ids
    if kinds and not set(kinds) & set(whom.customer_type_ids):
        return "This isn't available for this ticket."
    if whom.offered_ids and addon.id not in whom.offered_ids and not addon.is_required:
        return "This isn't available to this guest."
    return None


def price_of(addon: AddonRow, choice: AddonChoice, *, others_qty: int = 0) -> int:
    """
    Return the unit price in minor units of a choice that keeps the add-on's rules.

    `others_qty` is how many of other values are chosen beside it.

    :raises Invalid: it breaks one
    """
    problems = {
        "value_id": _value_fault(addon, choice.value_id),
        "text_value": _text_fault(addon, choice.text_value),
        "qty": _qty_fault(addon, choice.qty, others_qty),
    }
    found = {name: [text] for name, text in problems.items() if text}
    if found:
        raise Invalid(found)
    delta = next((v.price_delta for v in addon.values if v.id == choice.value_id), 0)
    return max(0, addon.price + delta)


def _value_fault(addon: AddonRow, value_id: int | None) -> str | None:
    if addon.input != "select":
        return None if value_id is None else "There is nothing to choose here."
    if value_id is None:
        return "Please choose one."
    is_offered = any(value.id == value_id for value in addon.values)
    return None if is_offered else "This isn't one of the choices."


def _text_fault(addon: AddonRow, text: str) -> str | None:
    if addon.input == "text":
        return None if text.strip() else "Please enter some text."
    return "This doesn't take text." if text.strip() else None


def _qty_fault(addon: AddonRow, qty: int, others_qty: int) -> str | None:
    whole = qty + others_qty
    if addon.input == "quantity" and whole < addon.min_qty:
        return f"At least {addon.min_qty}."
    most = addon.max_qty
    if addon.input in {"toggle", "text"} or (addon.input == "select" and most is None):
        most = 1
    return f"At most {most}." if most is not None and whole > most else None


def address_of(scope: str, target_id: int, addon_id: int) -> str:
    """Return how what is wrong with an add-on of an order or a guest is named among fields."""
    return f"addon.{scope}.{target_id}.{addon_id}"


def missing_addons(
    addons: Sequence[AddonRow], whom: AddonTarget, chosen_ids: Collection[int]
) -> list[AddonRow]:
    """Return the add-ons that these guests have to have and do not."""
    return [
        addon
        for addon in addons
        if addon.is_required and addon.id not in chosen_ids and fits(addon, whom) is None
    ]
