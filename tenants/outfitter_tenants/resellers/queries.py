"""Reads of partners and their terms."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, Q, QuerySet

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import IdSource, Param, Statement, among
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.resellers.models import Reseller, ResellerTerm
from outfitter_tenants.resellers.rules.commission import Rate, Terms
from outfitter_tenants.resellers.types import ALLOWANCES, ALLOWED_AT_FIRST, Allowance, Recipient


class ResellerNotFound(NotFound):
    """No such partner here."""


class ResellerInactive(DomainError):
    """The partner is paused or archived: nothing new is sold for them."""

    code = "reseller_inactive"
    status = 409


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner as a sale needs to know them."""

    id: int
    name: str
    status: str
    payment_method: str
    terms: Terms
    hidden_experience_ids: frozenset[int]
    credit_limit_amount: int | None
    is_voucher_required: bool
    is_agent_required: bool
    # What its agents may do with what they sold, and whether they see what it costs.
    allow: frozenset[Allowance]


@dataclass(frozen=True, slots=True)
class Confirmations:
    """Who gets the confirmation of a partner's trip; `emails` are further addresses."""

    recipients: frozenset[Recipient]
    emails: tuple[str, ...]


def list_resellers(*, is_archived: bool = False) -> list[Reseller]:
    """Return the partners by name, with their terms; archived ones only when asked for."""
    rows = _whole()
    if not is_archived:
        rows = rows.exclude(status="archived")
    return list(rows.order_by("name", "id"))


def every_reseller() -> "QuerySet[Reseller]":
    """Return all partners, archived ones as well, in no order."""
    return Reseller.objects.all()


def search_resellers(*, text: str, limit: int = 20) -> list[Reseller]:
    """Return active partners whose name or contact has this text in it, by name."""
    rows = Reseller.objects.filter(status="active")
    for word in text.split():
        rows = rows.filter(Q(name__icontains=word) | Q(contacts__icontains=word))
    return list(rows.order_by("name", "id")[:limit])


def list_active(*, ids: Collection[int]) -> list[Reseller]:
    """Return those of these partners that sell now, by name."""
    return list(Reseller.objects.filter(pk__in=ids, status="active").order_by("name", "id"))


def get_reseller(*, reseller_id: int) -> Reseller:
    """
    Return one partner with their terms.

    :raises ResellerNotFound: there is none
    """
    row = _whole().filter(pk=reseller_id).first()
    if row is None:
        raise ResellerNotFound("Reseller not found.")
    return row


def lock_reseller(*, reseller_id: int) -> Reseller:
    """
    Lock one partner: after the trip, before seats (outfitter.db.locks).

    :raises ResellerNotFound: there is none
    """
    row = Reseller.objects.select_for_update(of=("self",)).filter(pk=reseller_id).first()
    if row is None:
        raise ResellerNotFound("Reseller not found.")
    return row


def lock_limited(*, reseller_id: int) -> None:
    """Lock a partner who buys on limited credit, so that sales to them are counted one by one."""
    limited = Reseller.objects.filter(pk=reseller_id, credit_limit_amount__isnull=False)
    limited.select_for_update(of=("self",)).values_list("pk").first()


def get_partner(*, reseller_id: int) -> Partner:
    """
    Return one partner as a sale needs to know them.

    :raises ResellerNotFound: there is none
    """
    found = _agreement(reseller_id=reseller_id)
    if found is None:
        raise ResellerNotFound("Reseller not found.")
    return found.partner


def require_active(*, reseller_id: int) -> Partner:
    """
    Return a partner who may sell now.

    :raises ResellerNotFound: there is none
    :raises ResellerInactive: they are paused or archived
    """
    found = get_partner(reseller_id=reseller_id)
    if (problem := objection_to(found)) is not None:
        raise problem
    return found


def objection_to(partner: Partner) -> ResellerInactive | None:
    """Return why nothing new may be sold for a partner now; None where it may."""
    if partner.status == "active":
        return None
    return ResellerInactive(
        f"{partner.name} is {partner.status} and can't sell right now. Set its status to active first.",
        status=partner.status,
    )


def find_active(*, reseller_id: int) -> Partner | None:
    """Return a partner who may sell now; None: there is none, or they may not."""
    found = _agreement(reseller_id=reseller_id)
    return found.partner if found is not None and found.partner.status == "active" else None


def find_by_code(*, code: str) -> int | None:
    """Return the partner who sells now and has this promo code, in any case of letters."""
    return _clues().by_code.get(code.strip().casefold())


def find_by_accounting_email(*, email: str) -> int | None:
    """Return the partner who sells now and keeps its books at this address; None where two do."""
    return _clues().by_email.get(email.strip().casefold())


@dataclass(frozen=True, slots=True)
class _Clues:
    """What tells by a visitor's cart whose sale it is (domain.md 4.17)."""

    by_code: Mapping[str, int]
    by_email: Mapping[str, int]


@configuration_read
def _clues() -> _Clues:
    rows = Reseller.objects.filter(status="active").order_by("id")
    codes: dict[str, int] = {}
    owners: dict[str, set[int]] = {}
    for key, code, contacts in rows.values_list("pk", "promo_link_code", "contacts"):
        if code:
            codes[code.casefold()] = key
        for one in contacts:
            if one.get("is_accounting") and one.get("email"):
                owners.setdefault(one["email"].strip().casefold(), set()).add(key)
    return _Clues(codes, {email: min(keys) for email, keys in owners.items() if len(keys) == 1})


def wholesale_of(*, reseller_id: int | None) -> Callable[[int], int | None]:
    """Return what share of the price a partner pays, by experience; None: all of it."""
    found = _agreement(reseller_id=reseller_id) if reseller_id is not None else None
    if found is None:
        return lambda experience_id: None
    own, general = found.wholesale_by_experience, found.wholesale_ppm
    return lambda experience_id: own.get(experience_id, general)


@dataclass(frozen=True, slots=True)
class Credit:
    """What a partner may owe, and what they have paid in advance and not used up; minor units."""

    limit_amount: int | None
    topup_balance: int


# A partner's credit as it stands, by `reseller_id`, for who has them locked: the fields of `Credit`.
CREDIT: Final = Statement(
    lambda: Reseller.objects.filter(pk=Param("reseller_id")).values_list(
        "credit_limit_amount", "topup_balance"
    )
)


@dataclass(frozen=True, slots=True)
class _Agreement:
    """What is set up of a partner, without what their sales move."""

    partner: Partner
    wholesale_ppm: int | None
    wholesale_by_experience: Mapping[int, int | None]
    restriction_id: int | None


@configuration_read
def _agreement(*, reseller_id: int) -> _Agreement | None:
    row = _whole().filter(pk=reseller_id).first()
    if row is None:
        return None
    terms: list[ResellerTerm] = row.all_terms  # type: ignore[attr-defined]
    return _Agreement(
        partner=_partner(row, terms),
        wholesale_ppm=row.wholesale_ppm,
        wholesale_by_experience={term.experience_id: term.wholesale_ppm for term in terms if _is_own(term)},
        restriction_id=row.restriction_id,
    )


def _partner(row: Reseller, terms: list[ResellerTerm]) -> Partner:
    return Partner(
        id=row.pk,
        name=row.name,
        status=row.status,
        payment_method=row.payment_method,
        terms=Terms(
            collect_type=row.collect_type,
            rate=_rate(row),
            by_experience={term.experience_id: _rate(term, row) for term in terms},
            basis=row.basis,
            is_addons=row.is_addons_commissionable,
            is_products=row.is_products_commissionable,
            is_fees=row.is_fees_commissionable,
            rounding=row.rounding,
        ),
        hidden_experience_ids=frozenset(term.experience_id for term in terms if term.is_hidden),
        credit_limit_amount=row.credit_limit_amount,
        is_voucher_required=row.is_voucher_required,
        is_agent_required=row.is_agent_required,
        allow=allowed_to(row),
    )


def allowed_to(row: Reseller) -> frozenset[Allowance]:
    """Return what a partner's agents may do: what was set, else what they may at first."""
    return frozenset(one for one in ALLOWANCES if row.allow.get(one, one in ALLOWED_AT_FIRST))


def allowances_of(*, reseller_id: int | None) -> frozenset[Allowance]:
    """Return what a partner lets its agents do; nothing where there is no partner."""
    found = _agreement(reseller_id=reseller_id) if reseller_id is not None else None
    return found.partner.allow if found is not None else frozenset()


def restriction_of(*, reseller_id: int | None) -> int | None:
    """Return the booking restriction of a partner; None where it has none, or there is no partner."""
    found = _agreement(reseller_id=reseller_id) if reseller_id is not None else None
    return found.restriction_id if found is not None else None


def count_under(restriction_id: int) -> int:
    """Return how many partners, but archived ones, sell under a booking restriction."""
    return Reseller.objects.filter(restriction_id=restriction_id).exclude(status="archived").count()


def hidden_from(*, reseller_id: int | None) -> frozenset[int]:
    """Return the experiences that a partner does not sell; none where there is no partner."""
    found = _agreement(reseller_id=reseller_id) if reseller_id is not None else None
    return found.partner.hidden_experience_ids if found is not None else frozenset()


def confirmations_of(*, reseller_id: int) -> tuple[Confirmations, tuple[str, ...]]:
    """
    Return who gets the confirmations of a partner's trips, and the partner's own addresses.

    Those are its accounting contacts', else those of all contacts. A partner that is gone leaves
    the customer.
    """
    row = Reseller.objects.filter(pk=reseller_id).first()
    if row is None:
        return Confirmations(frozenset({"customer"}), ()), ()
    return confirmations_in(row), own_emails(row)


def own_emails(row: Reseller) -> tuple[str, ...]:
    """Return a partner's own addresses: its accounting contacts', else those of all contacts; each once."""
    own = [one for one in row.contacts if one.get("email")]
    chosen = [one for one in own if one.get("is_accounting")] or own
    return tuple(dict.fromkeys(one["email"] for one in chosen))


def confirmations_in(row: Reseller) -> Confirmations:
    """Return who gets confirmations as a partner's row has it; the customer alone at first."""
    kept = row.communication
    return Confirmations(frozenset(kept.get("recipients", ("customer",))), tuple(kept.get("emails", ())))


def names_of(*, ids: Collection[int]) -> dict[int, str]:
    """Return the names of partners by id."""
    return dict(Reseller.objects.filter(pk__in=ids).values_list("pk", "name"))


def names_of_these(ids: IdSource) -> "Statement[tuple[int, str]]":
    """Return the statement that reads the names of partners; `ids`: what theirs are taken from."""
    return Statement(
        lambda: Reseller.objects.filter(among("pk", ids())).order_by("pk").values_list("pk", "name")
    )


def _whole() -> QuerySet[Reseller]:
    terms = ResellerTerm.objects.order_by("experience_id")
    return Reseller.objects.prefetch_related(Prefetch("terms", queryset=terms, to_attr="all_terms"))


def _is_own(term: ResellerTerm) -> bool:
    own = (term.commission_ppm, term.commission_amount, term.wholesale_ppm)
    return any(value is not None for value in own)


def _rate(row: Reseller | ResellerTerm, fallback: Reseller | None = None) -> Rate:
    if fallback is not None and isinstance(row, ResellerTerm) and not _is_own(row):
        row = fallback
    return Rate(row.commission_ppm, row.commission_amount, row.wholesale_ppm is not None)


# Whether anybody sells for the operator (domain.md 6.3).
ANY_PARTNER: Final = Statement(lambda: Reseller.objects.values_list("pk")[:1])
