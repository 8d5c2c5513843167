"""What speaks against a sale, in the neutral words that channel plugins translate."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from outfitter.kit.errors import Busy, DomainError, Invalid, StaleVersion
from outfitter.plugins.channels import errors
from outfitter_tenants.catalog.operations.products import OutOfStock
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.sale_terms import reseller_credit, reseller_terms
from outfitter_tenants.checkout.trip_changes.change import TripLocked, WrongState
from outfitter_tenants.checkout.trip_prices.offer_codes import OfferInvalid
from outfitter_tenants.resellers.queries import ResellerInactive, ResellerNotFound
from outfitter_tenants.scheduling.operations import (
    HoldExpired,
    HoldNotFound,
    NotBookable,
    ResourceUnavailable,
    SoldOut,
)
from outfitter_tenants.scheduling.queries import TimeslotNotFound
from outfitter_tenants.trips.operations.drafts import NotADraft
from outfitter_tenants.trips.queries import OrderNotFound, TripNotFound

_LATE: Final = frozenset({"cutoff", "past"})
_PARTY: Final = frozenset({"min_party", "max_party", "composition", "customer_type_unavailable"})


@contextmanager
def to_channel_error() -> Iterator[None]:
    """
    Let what goes wrong inside come out as a `ChannelError`; what nobody expects stays.

    :raises ChannelError: whatever it was
    """
    try:
        yield
    except errors.ChannelError:
        raise
    except DomainError as problem:
        raise _said(problem) from problem


def _said(problem: DomainError) -> DomainError:
    if isinstance(problem, SoldOut):
        left = problem.detail.get("remaining") or 0
        return errors.SoldOut(problem.message, left=int(str(left)))
    if isinstance(problem, NotBookable):
        return _not_bookable(problem)
    if isinstance(problem, Invalid):
        return errors.MalformedRequest(problem.message, field=next(iter(problem.fields), ""))
    if isinstance(problem, OfferInvalid):
        return errors.MalformedRequest(problem.message, field="offer_code")
    if isinstance(problem, OutOfStock):
        return errors.MalformedRequest(problem.message, field="addons")
    for kinds, said in _PLAIN:
        if isinstance(problem, kinds):
            return said(problem.message)
    return problem


_PLAIN: Final[tuple[tuple[tuple[type[DomainError], ...], Callable[[str], DomainError]], ...]] = (
    ((ResourceUnavailable,), errors.SoldOut),
    ((TimeslotNotFound,), lambda _text: errors.UnknownDeparture()),
    ((HoldExpired, HoldNotFound), errors.HoldExpired),
    ((TripNotFound, OrderNotFound), errors.UnknownBooking),
    ((NotADraft, WrongState, TripLocked), errors.ChangeRefused),
    ((Busy, StaleVersion, PaymentInProgress), errors.TemporarilyUnavailable),
    ((ResellerNotFound, ResellerInactive), errors.ConnectionClosed),
    (
        (reseller_credit.CreditLimit, reseller_terms.VoucherMissing, reseller_terms.AgentMissing),
        errors.NoAvailability,
    ),
)


def _not_bookable(problem: NotBookable) -> DomainError:
    if problem.reason in _LATE:
        return errors.PastCutoff(problem.message)
    if problem.reason in _PARTY:
        return errors.PartyRefused(problem.message)
    if problem.reason == "resource_unavailable":
        return errors.SoldOut(problem.message)
    return errors.NoAvailability(problem.message, reason=problem.reason)
