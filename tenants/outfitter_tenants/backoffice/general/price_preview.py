"""A worked example by rules that are not saved yet, computed by the very pipeline that charges."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from outfitter.kit.errors import Invalid
from outfitter.kit.zones import local_day
from outfitter_tenants.backoffice.general.operations import check_amounts
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.pricing import surcharge_drafts
from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.deposits import Deposit
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.pricing.rules.trip_price import PricedOrder, Rules, price

# Far enough ahead that no "in full when close" rule hides the deposit.
AHEAD = timedelta(days=60)
METHOD = "ecommerce"


def preview(*, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """
    Return what `qty` guests at `unit_amount` pay on the website.

    :raises Invalid: an unsaved value breaks a rule
    """
    check_amounts(values)
    rules = _rules(values)
    experience_id, reseller_id = _first(values, "experience_ids") or 0, _first(values, "reseller_ids")
    start_at = at + AHEAD
    day = local_day(start_at, people.get_properties().time_zone)
    order = PricedOrder(1, experience_id, day, 1, start_at)
    amount = values["unit_amount"]
    quote, rest = price(
        lines=[_ticket(place, amount, experience_id) for place in range(values["qty"])],
        orders=[order],
        rules=rules,
        deposits={},
        method=_method(values),
        reseller_id=reseller_id,
        at=at,
    )
    shown = AllIn(rules=rules, method=_method(values), reseller_id=reseller_id).ticket(
        experience_id=experience_id, price=values["unit_amount"], pax=1, day=day
    )
    return {
        "currency": people.get_properties().currency,
        "lines": _grouped(quote.lines),
        **{
            name: getattr(quote, name)
            for name in ("subtotal", "fee", "tax", "booking_fee", "total", "deposit_due")
        },
        "ticket_price": shown.amount,
        "is_tax_included": shown.is_tax_included,
        "balance_due_at": rest,
    }


def _rules(values: Mapping[str, Any]) -> Rules:
    rules = pricing.get_rules()
    charges = list(rules.charges)
    for kind in ("tax", "fee"):
        if values.get(kind) is not None:
            draft = surcharge_drafts.charge_from(kind=kind, values=values[kind])
            places = [n for n, charge in enumerate(charges) if charge.id == draft.id]
            if places:
                charges[places[0]] = draft
            else:
                charges.append(draft)
    rules = replace(rules, charges=tuple(charges))
    if values.get("priceRules") is not None:
        rules = replace(rules, **values["priceRules"])
    if values.get("deposit") is not None:
        rules = replace(rules, deposit=Deposit.of(values["deposit"]))
    if values.get("booking_fee") is not None:
        rules = replace(rules, booking_fee=BookingFee.of(values["booking_fee"]))
    if values.get("price_display_mode") is not None:
        rules = replace(rules, is_all_in=values["price_display_mode"] == "all_in")
    return rules


def _first(values: Mapping[str, Any], which: str) -> int | None:
    # A charge of some experiences, or resellers, is shown on one of them.
    for kind in ("tax", "fee"):
        ids = (values.get(kind) or {}).get(which)
        if ids:
            return int(ids[0])
    return None


def _method(values: Mapping[str, Any]) -> str:
    for kind in ("tax", "fee", "booking_fee", "deposit"):
        methods = (values.get(kind) or {}).get("methods")
        if methods:
            return METHOD if METHOD in methods else str(methods[0])
    return METHOD


def _ticket(place: int, amount: int, experience_id: int) -> QuoteLine:
    if amount < 0:
        raise Invalid({"unit_amount": ["A price can't be below zero."]})
    return QuoteLine(
        "ticket",
        None,
        "",
        1,
        amount,
        amount,
        trip_order_id=1,
        booking_id=place + 1,
        experience_id=experience_id,
    )


def _grouped(lines: tuple[QuoteLine, ...]) -> list[dict[str, Any]]:
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for line in lines:
        key = (line.kind, line.ref_id, line.is_inclusive)
        one = groups.setdefault(
            key,
            {
                "kind": line.kind,
                "label": line.label,
                "qty": 0,
                "amount": 0,
                "is_inclusive": line.is_inclusive,
            },
        )
        one["qty"] += line.qty
        one["amount"] += line.amount
    return list(groups.values())
