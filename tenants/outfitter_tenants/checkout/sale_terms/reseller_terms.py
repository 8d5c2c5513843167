"""A trip that a partner sells: whose terms apply, and what they earn (their credit: `reseller_credit`)."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, cast

from outfitter.kit.errors import DomainError
from outfitter.kit.money import allocate, mul_ppm
from outfitter_tenants.checkout.sale_terms import reseller_credit
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.rules.commission import Commission, Line, Terms, commission_of, owed
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries import reseller_sales as sold

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

SOLD = frozenset({"under_review", "reserved"})
# What made a visitor's cart a partner's sale: they see the operator's prices, and pay the operator.
BY_VISITOR: Final = frozenset({"link", "promo_code", "email"})


class VoucherMissing(DomainError):
    """This partner's trips carry the number of their voucher."""

    code = "voucher_required"
    status = 422


class AgentMissing(DomainError):
    """This partner's trips say who of them sold it."""

    code = "agent_required"
    status = 422


def is_by_visitor(trip: "Trip") -> bool:
    """Return whether a visitor buys a trip themselves, and it is a partner's sale all the same."""
    return (trip.commission or {}).get("source") in BY_VISITOR


def prices_of(trip: "Trip") -> int | None:
    """Return whose prices a trip has: its partner's; nobody's where a visitor buys it themselves."""
    return None if is_by_visitor(trip) else trip.reseller_id


def restriction_on(trip: "Trip") -> PartnerTerms | None:
    """
    Return the own booking terms of the partner that a trip is sold for; None: the experience's count.

    A visitor who buys it themselves sees the public calendar, and buys what that shows (ADR 94).
    """
    return scheduling.terms_of_partner(reseller_id=prices_of(trip))


def partner_of(trip: "Trip") -> resellers.Partner | None:
    """
    Return the partner of a trip with the terms that it is sold under now, None without one.

    A visitor who buys it themselves pays us: we owe the commission, and no voucher or agent is asked of them.
    """
    if trip.reseller_id is None:
        return None
    partner = resellers.get_partner(reseller_id=trip.reseller_id)
    if not is_by_visitor(trip):
        return partner
    return replace(
        partner,
        terms=replace(partner.terms, collect_type="operator_collects"),
        payment_method="none_required",
        is_voucher_required=False,
        is_agent_required=False,
    )


def lock(*, trip: "Trip") -> None:
    """Have sales to a partner on limited credit wait for one another: after trip, before seats."""
    if trip.reseller_id is None:
        return
    if resellers.get_partner(reseller_id=trip.reseller_id).credit_limit_amount is not None:
        resellers.lock_limited(reseller_id=trip.reseller_id)


def demanded(*, trip: "Trip") -> int:
    """
    Return what has to be here before a partner's trip is booked, in minor units.

    Of the partner where they have the customer's money, of the customer else (domain.md 4.17).
    """
    partner = partner_of(trip)
    if partner is None:
        return 0
    is_charged = partner.terms.collect_type == "net_at_booking"
    if partner.payment_method == "auto_apply":
        return 0
    if not is_charged and partner.payment_method != "payment_required":
        return 0
    if trips.is_partners_money(trip):
        return max(0, trips.partner_owes(trip))
    return trips.due_now(trip)


def prepaid(*, trip: "Trip") -> int:
    """Return what a partner has paid in advance of a trip that is being booked, in minor units."""
    partner = partner_of(trip)
    if partner is None:
        return 0
    if partner.payment_method != "auto_apply":
        return 0
    return max(0, trips.still_to_come(trip))


def objections(*, trip: "Trip") -> list[DomainError]:
    """Return what a partner's terms have against selling a trip now."""
    partner = partner_of(trip)
    if partner is None:
        return []
    found: list[DomainError] = []
    # What a visitor came for is sold to them, whatever became of who sent them.
    if not is_by_visitor(trip) and (inactive := resellers.objection_to(partner)) is not None:
        found.append(inactive)
    if partner.is_voucher_required and not trip.reseller_voucher:
        found.append(VoucherMissing(f"{partner.name} needs a voucher number."))
    if partner.is_agent_required and trip.reseller_agent_id is None:
        found.append(AgentMissing(f"{partner.name} needs to say who sold this."))
    return found


def close(
    *,
    trip: "Trip",
    may_exceed: bool,
    known: sold.Sold | None = None,
    credit: reseller_credit.CreditUse | None = None,
) -> None:
    """
    Keep on a trip that is being sold what its partner earns by the terms of now.

    Call it before seats are taken; the caller saves. `known` is what it comes to, where that was read;
    `credit` what the partner owes, where the caller has them locked and has read it.

    :raises CreditLimit: the partner would owe more than they may
    """
    if credit is None:
        lock(trip=trip)
    partner = partner_of(trip)
    if partner is None:
        return
    _store(trip, partner.terms, known, is_new=True)
    if not may_exceed:
        reseller_credit.require_credit(trip=trip, use=credit)


def require_active(*, trip: "Trip") -> None:
    """
    Refuse to sell a trip for a partner who is paused or archived; what a visitor buys, is sold.

    :raises ResellerInactive: the partner is
    """
    partner = partner_of(trip)
    if partner is None or is_by_visitor(trip):
        return
    if (inactive := resellers.objection_to(partner)) is not None:
        raise inactive


def recalculate_reseller_terms(*, trip: "Trip", may_exceed: bool, known: sold.Sold | None = None) -> None:
    """
    Compute anew what a partner earns after a change of the price; the caller saves.

    A sold trip keeps the terms it was sold under. `known` is the new price, where it was just made.

    :raises CreditLimit: a sold trip's partner would owe more than they may
    """
    partner = partner_of(trip)
    if partner is None:
        trip.commission = None
        trip.commission_amount = trip.net_due_amount = trip.partner_deposit_amount = 0
        return
    kept = trip.commission or {}
    before = trip.net_due_amount
    is_new = not (trip.status in SOLD and kept.get("terms"))
    terms = partner.terms if is_new else Terms.of_kept(kept["terms"])
    _store(trip, terms, known, is_new=is_new)
    if trip.status in SOLD and trip.net_due_amount > before and not may_exceed:
        reseller_credit.require_credit(trip=trip)


def split_commission(*, trip: "Trip", part: "Trip") -> None:
    """
    Have a trip that was split off be under the terms its first trip was sold under.

    A deposit that the partner has counts for both, by what each comes to; the caller saves both.
    """
    kept: dict[str, Any] = trip.commission or {}
    if trip.reseller_id is None or not kept.get("terms"):
        return
    part.commission = {name: kept.get(name) for name in ("agent_id", "agent_ppm", "source")}
    _store(part, Terms.of_kept(kept["terms"]), None, is_new=False)
    if trip.partner_deposit_amount:
        trip.partner_deposit_amount, part.partner_deposit_amount = allocate(
            trip.partner_deposit_amount, [max(0, trip.total_amount), max(0, part.total_amount)]
        )


def _store(trip: "Trip", terms: Terms, known: sold.Sold | None, *, is_new: bool) -> None:
    """Note what the partner earns; `is_new` says that the trip is not sold under terms yet."""
    kept: dict[str, Any] = trip.commission or {}
    edit, agent_ppm = kept.get("edit"), _agent_ppm(trip, is_new=is_new)
    found = _computed(trip, terms, agent_ppm, known)
    if edit:
        found = _edited(trip, terms, edit, agent_ppm, found.basis_amount)
    base = found.commission_amount
    found = _after_invoice(trip, terms, found, base, kept.get("invoice_discount", 0))
    trip.commission = {
        "settle_status": "open",
        **kept,
        **asdict(found),
        **({"undiscounted_amount": base} if kept.get("invoice_discount") else {}),
        "reseller_id": trip.reseller_id,
        "agent_id": trip.reseller_agent_id,
        "agent_ppm": agent_ppm,
        "terms": terms.kept(),
        "is_edited": bool(edit),
        "edit_reason": edit["reason"] if edit else None,
    }
    trip.collect_type = terms.collect_type
    trip.commission_amount, trip.net_due_amount = found.commission_amount, found.net_due_amount
    if is_new:
        # What the customer gave the partner when they booked stays with the partner, whatever
        # becomes of the commission (ADR 48).
        is_deposit = terms.collect_type == "deposit_commission"
        trip.partner_deposit_amount = found.commission_amount if is_deposit else 0


def _agent_ppm(trip: "Trip", *, is_new: bool) -> int | None:
    """Return the agent's own share: that of when the trip was sold, as long as it is the same."""
    if trip.reseller_agent_id is None:
        return None
    kept: dict[str, Any] = trip.commission or {}
    if not is_new and "agent_ppm" in kept and kept.get("agent_id") == trip.reseller_agent_id:
        return cast("int | None", kept["agent_ppm"])
    agent = people.get_avatar(avatar_id=trip.reseller_agent_id)
    return agent.commission_ppm if agent else None


def _computed(trip: "Trip", terms: Terms, agent_ppm: int | None, known: sold.Sold | None) -> Commission:
    whole = known or sold.sold_on(trip_id=trip.pk)
    lines = [
        Line(
            row.kind,
            row.amount,
            row.experience_id,
            is_base=row.is_commission_base or row.kind == "cancellation_fee",
            is_on_top=not row.is_inclusive,
        )
        for row in whole.lines
    ]
    found = commission_of(terms=terms, lines=lines, guests=whole.guests, agent_ppm=agent_ppm)
    given = prices.given_by_reseller(trip_id=trip.pk) if trip.discount_amount else 0
    if not given:
        return found
    # Codes that the partner pays for come off what they earn (domain.md 4.17).
    earned = max(0, found.commission_amount - given)
    return owed(
        terms=terms,
        basis=found.basis_amount,
        ppm=found.ppm,
        earned=earned,
        total=trip.total_amount,
        agent=None if agent_ppm is None else mul_ppm(earned, agent_ppm),
    )


def _edited(
    trip: "Trip", terms: Terms, edit: dict[str, Any], agent_ppm: int | None, basis: int
) -> Commission:
    ppm, agent = edit["ppm"], edit["agent_amount"]
    earned = terms.share(basis, ppm) if ppm is not None else int(edit["amount"])
    earned = min(earned, trip.total_amount)
    if agent is None and agent_ppm is not None:
        agent = mul_ppm(earned, agent_ppm)
    return owed(terms=terms, basis=basis, ppm=ppm, earned=earned, total=trip.total_amount, agent=agent)


def _after_invoice(trip: "Trip", terms: Terms, found: Commission, base: int, discount: int) -> Commission:
    """Return what the partner earns once an invoice gave them `discount` more, or (negative) less."""
    if not discount:
        return found
    earned = max(0, min(base + discount, trip.total_amount))
    return owed(
        terms=terms,
        basis=found.basis_amount,
        ppm=found.ppm,
        earned=earned,
        total=trip.total_amount,
        agent=found.agent_amount,
    )


def set_invoice_discount(*, trip: "Trip", amount: int) -> None:
    """
    Note what discounts on invoices add to what a partner earns on a sold trip; the caller saves.

    `amount` in minor units, in all, negative where we owe the partner: then they earn so much less.
    Like an edited commission it outlasts later changes of the price.
    """
    kept: dict[str, Any] = dict(trip.commission or {})
    base = kept.pop("undiscounted_amount", trip.commission_amount)
    kept.pop("invoice_discount", None)
    terms = Terms.of_kept(kept["terms"])
    found = owed(
        terms=terms,
        basis=kept["basis_amount"],
        ppm=kept["ppm"],
        earned=base,
        total=trip.total_amount,
        agent=kept["agent_amount"],
    )
    found = _after_invoice(trip, terms, found, base, amount)
    said = {"undiscounted_amount": base, "invoice_discount": amount} if amount else {}
    trip.commission = {**kept, **asdict(found), **said}
    trip.commission_amount, trip.net_due_amount = found.commission_amount, found.net_due_amount


def edit(
    *,
    trip: "Trip",
    ppm: int | None,
    amount: int | None,
    agent_amount: int | None,
    reason: str,
    by: int | None,
    at: datetime,
) -> None:
    """Note that somebody set what the partner earns by hand; `follow` computes with it."""
    kept = trip.commission or {}
    said = {
        "ppm": ppm,
        "amount": amount,
        "agent_amount": agent_amount,
        "reason": reason,
        "edited_by": by,
        "edited_at": at.isoformat(),
    }
    trip.commission = {**kept, "edit": said}
