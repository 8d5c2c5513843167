"""Reads of terms and agreements."""

from datetime import datetime
from typing import Final

from outfitter.kit.errors import NotFound
from outfitter.tos.models import Tos, TosAgreement, TosDraft

AUTHORITATIVE: Final = "en"


def get_current(*, audience: str, locale: str, at: datetime) -> Tos:
    """
    Return the newest terms in force, in that language when they were translated.

    Terms that are announced but not in force yet are not returned.

    :raises NotFound: none were published for this audience
    """
    in_force = Tos.objects.filter(audience=audience, effective_at__lte=at)
    newest = in_force.filter(locale=AUTHORITATIVE).order_by("-version").first()
    if newest is None:
        raise NotFound("No terms have been published.")
    if locale == AUTHORITATIVE:
        return newest
    return in_force.filter(version=newest.version, locale=locale).first() or newest


def find_announced(*, audience: str, at: datetime, locale: str = AUTHORITATIVE) -> Tos | None:
    """Return terms that were published and come into force later, None when there are none."""
    coming = Tos.objects.filter(audience=audience, published_at__lte=at, effective_at__gt=at)
    found = coming.filter(locale=AUTHORITATIVE).order_by("version").first()
    if found is None or locale == AUTHORITATIVE:
        return found
    return coming.filter(version=found.version, locale=locale).first() or found


def list_drafts() -> list[TosDraft]:
    """Return the versions that are being written, the latest changed first."""
    return list(TosDraft.objects.order_by("-changed_at", "-pk"))


def needs_agreement(*, account_id: int, at: datetime, audience: str = "operator") -> bool:
    """Return whether an owner still has to agree to the last major version in force."""
    major = (
        Tos.objects.filter(audience=audience, locale=AUTHORITATIVE, is_major=True, effective_at__lte=at)
        .order_by("-version")
        .first()
    )
    if major is None:
        return False
    return not TosAgreement.objects.filter(
        account_id=account_id, tos__audience=audience, tos__version__gte=major.version
    ).exists()


def find_agreement(*, account_id: int, tos: Tos) -> TosAgreement | None:
    """Return the first agreement of an operator to a version, in whatever language."""
    rows = TosAgreement.objects.filter(
        account_id=account_id, tos__audience=tos.audience, tos__version=tos.version
    )
    return rows.order_by("agreed_at").first()
