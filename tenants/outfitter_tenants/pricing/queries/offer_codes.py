"""Reads of offer codes and of the trips they are on (domain.md 3.5, 4.6)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Upper

from outfitter.db.configuration import configuration_read
from outfitter.db.read_cache import cached_read
from outfitter.db.statements import Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.pricing.models import OfferCode, OfferCodeRedemption
from outfitter_tenants.pricing.rules.offer_codes import OfferCodeTerms

_SETS: Final = frozenset({"blackout_dates", "experience_ids", "customer_type_ids", "methods", "reseller_ids"})
# More codes at once than this are sold by somebody else's machine, not chosen by people.
LONGEST: Final = 500


class OfferCodeNotFound(NotFound):
    """No such offer code here."""


@dataclass(frozen=True, slots=True)
class OfferUse:
    """A code on a trip; `amount` is what it took off when the trip was last priced."""

    id: int
    offer: OfferCodeTerms
    status: str
    amount: int
    is_auto_applied: bool
    is_grandfathered: bool
    public_description: str


@dataclass(frozen=True, slots=True)
class KnownOffer:
    """
    A code in use as partners are told of it; `description` is what guests may read.

    `is_used_up` counts sold trips alone: carts are counted when the code is put on one.
    """

    terms: OfferCodeTerms
    description: str
    is_used_up: bool = False


def offer_of(row: OfferCode) -> OfferCodeTerms:
    """Return a stored code as the pipeline reads it."""
    values: dict[str, Any] = {
        name: frozenset(getattr(row, name)) if name in _SETS else getattr(row, name)
        for name in OfferCodeTerms.__slots__
    }
    return OfferCodeTerms(**{**values, "is_active": row.is_active and row.archived_at is None})


def uses_of_trip(*, trip_id: int) -> list[OfferUse]:
    """Return the codes on a trip in the order they came, also those that were given back."""
    return [
        OfferUse(
            row.pk,
            offer_of(row.offer_code),
            row.status,
            row.amount,
            row.is_auto_applied,
            row.is_grandfathered,
            row.offer_code.public_description,
        )
        for row in USES_OF_TRIP.all(trip_id=trip_id)
    ]


USES_OF_TRIP: Final = Statement(
    lambda: (
        OfferCodeRedemption.objects.select_related("offer_code")
        .filter(trip_id=Param("trip_id"))
        .order_by("id")
    )
)


def counted_redemptions() -> "QuerySet[OfferCodeRedemption]":
    """Return the uses of codes on trips that were sold, with their codes."""
    return OfferCodeRedemption.objects.filter(status="counted").select_related("offer_code")


def every_code() -> dict[int, str]:
    """Return all codes by id, archived ones too."""
    return dict(OfferCode.objects.order_by("code").values_list("pk", "code"))


def given_by_reseller(*, trip_id: int) -> int:
    """Return what codes that a trip's partner pays for take off it, in minor units."""
    rows = OfferCodeRedemption.objects.filter(trip_id=trip_id, offer_code__funded_by="reseller")
    return rows.exclude(status="released").aggregate(n=Sum("amount"))["n"] or 0


@cached_read
def auto_offers() -> tuple[OfferCodeTerms, ...]:
    """Return the codes in use that apply by themselves."""
    if not _has_auto_offers():
        return ()
    rows = OfferCode.objects.filter(is_auto_apply=True, is_active=True, archived_at__isnull=True)
    return tuple(offer_of(row) for row in rows.order_by("id"))


@configuration_read
def _has_auto_offers() -> bool:
    """Tell whether there are any: how often each was used is no configuration, and is read anew."""
    return OfferCode.objects.filter(is_auto_apply=True, is_active=True, archived_at__isnull=True).exists()


def open_offers() -> list[OfferCode]:
    """Return the codes in use that are not used up, in the order of their names."""
    rows = OfferCode.objects.filter(is_active=True, archived_at__isnull=True)
    found = rows.order_by("code")[:LONGEST]
    return [row for row in found if row.usage_limit is None or row.used_cnt < row.usage_limit]


def find_offer(*, code: str) -> KnownOffer | None:
    """Return the code of that name, whatever its case; None where none is in use."""
    rows = OfferCode.objects.annotate(upper=Upper("code")).filter(archived_at__isnull=True)
    row = rows.filter(upper=code.strip().upper()).first()
    return _known(row) if row is not None else None


def offers_for_reseller(*, reseller_id: int) -> list[KnownOffer]:
    """Return the codes that name a partner, and those that apply by themselves: no secret ones."""
    rows = OfferCode.objects.filter(
        Q(reseller_ids__contains=[reseller_id]) | Q(is_auto_apply=True, reseller_ids=[]),
        is_active=True,
        archived_at__isnull=True,
    )
    return [_known(row) for row in rows.order_by("id")[:LONGEST]]


def offers_on_trips(*, trip_ids: Collection[int]) -> dict[int, tuple[KnownOffer, int]]:
    """Return by trip the code that came first, and what all its codes take off, in minor units."""
    rows = OfferCodeRedemption.objects.select_related("offer_code").filter(trip_id__in=trip_ids)
    found: dict[int, tuple[KnownOffer, int]] = {}
    for row in rows.exclude(status="released").order_by("id"):
        first, so_far = found.get(row.trip_id) or (_known(row.offer_code), 0)
        found[row.trip_id] = first, so_far + row.amount
    return found


def _known(row: OfferCode) -> KnownOffer:
    is_used_up = row.usage_limit is not None and row.used_cnt >= row.usage_limit
    return KnownOffer(offer_of(row), row.public_description, is_used_up)


def list_offer_codes(*, is_archived: bool = False) -> list[OfferCode]:
    """Return the codes, newest first: those in use, or the archived ones."""
    rows = OfferCode.objects.filter(archived_at__isnull=not is_archived)
    return list(rows.order_by("-id")[: 4 * LONGEST])


def get_offer_code(*, offer_code_id: int) -> OfferCode:
    """
    Return one code.

    :raises OfferCodeNotFound: there is none
    """
    return _found(OfferCode.objects.filter(pk=offer_code_id))


def lock_offer_code(*, offer_code_id: int) -> OfferCode:
    """
    Lock one code: its uses are counted under this lock, after the trip's (db/locks.py).

    :raises OfferCodeNotFound: there is none
    """
    return _found(_locked().filter(pk=offer_code_id))


def lock_by_code(*, code: str) -> OfferCode:
    """
    Lock the code of that name, whatever its case.

    :raises OfferCodeNotFound: there is none in use, or it is archived
    """
    rows = OfferCode.objects.annotate(upper=Upper("code"))
    named = rows.filter(upper=code.strip().upper(), archived_at__isnull=True)
    return _found(_locked().filter(pk__in=named.values("pk")))


def lock_if_free(*, offer_code_id: int) -> OfferCode | None:
    """Lock one code unless somebody else has it right now: for what can wait until next time."""
    rows = OfferCode.objects.select_for_update(skip_locked=True)
    return rows.filter(pk=offer_code_id).first()


def pending_trips(*, offer_code_id: int, but: int) -> list[int]:
    """Return the carts, but for one, that a code is on."""
    rows = OfferCodeRedemption.objects.filter(offer_code_id=offer_code_id, status="pending")
    return list(rows.exclude(trip_id=but).values_list("trip_id", flat=True))


def counted_trips(*, offer_code_id: int, but: int) -> list[int]:
    """Return the sold trips, but for one, that a code is on."""
    rows = OfferCodeRedemption.objects.filter(offer_code_id=offer_code_id, status="counted")
    return list(rows.exclude(trip_id=but).values_list("trip_id", flat=True))


def _locked() -> QuerySet[OfferCode]:
    return OfferCode.objects.select_for_update()


def _found(rows: QuerySet[OfferCode]) -> OfferCode:
    row = rows.first()
    if row is None:
        raise OfferCodeNotFound("Code not found.")
    return row
