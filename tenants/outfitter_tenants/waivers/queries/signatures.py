"""Reads of what was signed."""

from collections.abc import Collection
from datetime import date

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from outfitter.kit.errors import NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.waivers.models import BookingWaiver, Waiver, WaiverSignature
from outfitter_tenants.waivers.rules.name_similarity import is_same_name


class WaiverNotFound(NotFound):
    """No such signed waiver here."""


def with_waivers() -> "QuerySet[WaiverSignature]":
    """Return signatures with their template and whom they are for."""
    waivers = Prefetch("waivers", queryset=Waiver.objects.order_by("id"), to_attr="all_waivers")
    return WaiverSignature.objects.select_related("template").prefetch_related(waivers)


def get_signature(*, key: str) -> WaiverSignature:
    """
    Return an act of signing by its hash, or by that of one of its waivers.

    :raises WaiverNotFound: there is none
    """
    mine = Q(hash=key) | Exists(Waiver.objects.filter(signature=OuterRef("pk"), hash=key))
    found = with_waivers().filter(mine).first()
    if found is None:
        raise WaiverNotFound("Waiver not found.")
    return found


def find_by_proof(*, proof: str) -> WaiverSignature:
    """
    Return an act of signing by the fingerprint on its printed copy.

    :raises WaiverNotFound: nothing that was signed here has it
    """
    found = with_waivers().filter(proof_sha256=proof.lower()).first()
    if found is None:
        raise WaiverNotFound("Waiver not found.")
    return found


def get_waiver(*, waiver_id: int) -> Waiver:
    """
    Return a signed waiver with its signature.

    :raises WaiverNotFound: there is none
    """
    found = Waiver.objects.select_related("signature__template").filter(pk=waiver_id).first()
    if found is None:
        raise WaiverNotFound("Waiver not found.")
    return found


def lock_waiver(*, waiver_id: int) -> Waiver:
    """
    Lock a signed waiver while it is assigned.

    :raises WaiverNotFound: there is none
    """
    rows = Waiver.objects.select_for_update(of=("self",)).select_related("signature")
    found = rows.filter(pk=waiver_id).first()
    if found is None:
        raise WaiverNotFound("Waiver not found.")
    return found


def unassigned_waivers(*, day: date) -> list[Waiver]:
    """Return waivers signed for a day of the operator's that count for no guest, in their order."""
    counted = BookingWaiver.objects.filter(waiver=OuterRef("pk"))
    rows = Waiver.objects.select_related("signature__template").filter(
        ~Exists(counted), signature__day=day, voided_at__isnull=True
    )
    return list(rows.order_by("signature__signed_at", "id"))


def waiver_rows() -> "QuerySet[Waiver]":
    """Return signed waivers with what was signed; `is_assigned`: they count for a guest."""
    counted = BookingWaiver.objects.filter(waiver=OuterRef("pk"))
    rows = Waiver.objects.select_related("signature__template")
    return rows.annotate(is_assigned=Exists(counted))


def bookings_of(*, waiver_ids: Collection[int]) -> dict[int, list[int]]:
    """Return waiver -> the guests (booking ids) it counts for."""
    found: dict[int, list[int]] = {}
    rows = BookingWaiver.objects.filter(waiver_id__in=waiver_ids).order_by("booking_id")
    for waiver_id, booking_id in rows.values_list("waiver_id", "booking_id"):
        found.setdefault(waiver_id or 0, []).append(booking_id)
    return found


def waiver_of_booking(*, booking_id: int, waiver_id: int) -> BookingWaiver | None:
    """Return the row by which a waiver counts for a guest, if it does."""
    return BookingWaiver.objects.filter(booking_id=booking_id, waiver_id=waiver_id).first()


def find_reusable(
    *, template_id: int, template_version: int, emails: Collection[str], name: str, day: date
) -> Waiver | None:
    """
    Return a waiver that a returning guest signed and that still counts on a day (domain.md 4.20).

    It is of the same version, not expired, and of somebody with one of these addresses and that
    name: an address alone may be a family's, a name alone anybody's.
    """
    addresses = Q()
    for email in emails:
        addresses |= Q(email__iexact=email) | Q(signature__email__iexact=email)
    if not addresses or not name:
        return None
    rows = Waiver.objects.select_related("signature").filter(
        addresses,
        Q(expires_on__isnull=True) | Q(expires_on__gte=day),
        signature__template_id=template_id,
        signature__template_version=template_version,
        voided_at__isnull=True,
    )
    return next(
        (
            one
            for one in rows.order_by("-id")[:50]
            if is_same_name(full_name(one.first_name, one.last_name), name)
        ),
        None,
    )
