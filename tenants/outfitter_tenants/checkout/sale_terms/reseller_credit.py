"""What a partner may still buy on credit (domain.md 4.18)."""

from typing import TYPE_CHECKING, Final, NamedTuple

from outfitter.db.statements import Bundle
from outfitter.kit.errors import DomainError
from outfitter.kit.money import PPM
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.rules.commission import available_credit, is_nearly_used
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries import reseller_sales as sold

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


class CreditLimit(DomainError):
    """The partner would owe more than they may (domain.md 4.18)."""

    code = "credit_limit"
    status = 409


class CreditUse(NamedTuple):
    """A partner's credit, and what they owe for trips other than one: on no invoice, and on invoices."""

    credit: resellers.Credit
    uninvoiced: int
    unpaid_invoices: int


def read_credit(*, trip: "Trip") -> CreditUse | None:
    """Return what a trip's partner may owe and owes beside it; None where that does not limit the trip."""
    if (trip.commission or {}).get("owed_by") != "reseller" or not _is_limited(trip):
        return None
    return _credit_of(trip)


def require_credit(*, trip: "Trip", use: CreditUse | None = None) -> int | None:
    """
    Refuse what a partner's credit does not cover, and return how much of it this sale uses.

    In millionths of the whole credit; None where that is less than four fifths, or there is no
    limit. What was paid for the trip already needs no credit. One statement reads everything; for a
    sale the partner is locked by then. `use` is what was read under that lock already.

    :raises CreditLimit: `detail.available` says how much is left, in minor units
    """
    if (trip.commission or {}).get("owed_by") != "reseller" or not _is_limited(trip):
        return None
    use = use or _credit_of(trip)
    left, needed = _left(use), max(0, trips.partner_owes(trip))
    if left is None:
        return None
    if needed > left:
        raise CreditLimit("This is above the reseller's available credit.", available=left, needed=needed)
    return _share_used(use.credit, left, needed)


def _share_used(credit: resellers.Credit, left: int, needed: int) -> int | None:
    most = (credit.limit_amount or 0) + credit.topup_balance
    owed = most - left + needed
    if not is_nearly_used(limit=credit.limit_amount, topup=credit.topup_balance, owed=owed):
        return None
    return owed * PPM // most if most > 0 else PPM


def credit_left(*, trip: "Trip") -> int | None:
    """Return what a trip's partner can still buy beside this trip; None without a limit."""
    if not _is_limited(trip):
        return None
    return _left(_credit_of(trip))


def _is_limited(trip: "Trip") -> bool:
    if trip.reseller_id is None:
        return False
    return resellers.get_partner(reseller_id=trip.reseller_id).credit_limit_amount is not None


# Terms may be from before somebody who had the partner locked changed them: read anew, in one statement.
_CREDIT: Final = Bundle(credit=resellers.CREDIT, owed=sold.EXPOSURE, unpaid=invoices.UNPAID_BY_PARTNER)


def _credit_of(trip: "Trip") -> CreditUse:
    found = _CREDIT.read(reseller_id=trip.reseller_id, except_trip_id=trip.pk)
    owed_in_all, unpaid = (sum(total for (total,) in found[name]) for name in ("owed", "unpaid"))
    # What is on a sent invoice counts there, and not once more with its trip.
    return CreditUse(resellers.Credit(*found["credit"][0]), owed_in_all - unpaid, unpaid)


def _left(use: CreditUse) -> int | None:
    return available_credit(
        limit=use.credit.limit_amount,
        topup=use.credit.topup_balance,
        uninvoiced=use.uninvoiced,
        unpaid_invoices=use.unpaid_invoices,
    )
