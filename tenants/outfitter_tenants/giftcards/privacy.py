"""What cards say of a person, and taking it away (ADR 13): value, dates and codes stay."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Q

from outfitter_tenants.giftcards.models import GiftCard


def cards_of(*, customer_ids: Sequence[int], emails: Sequence[str]) -> list[GiftCard]:
    """Return the cards that a person bought or got, oldest first."""
    return list(GiftCard.objects.filter(_theirs(customer_ids, emails)).order_by("pk"))


def _theirs(customer_ids: Sequence[int], emails: Sequence[str]) -> Q:
    bought = Q(purchaser_customer_id__in=customer_ids) | Q(sold_trip__customer_id__in=customer_ids)
    return bought | _got(emails)


def _got(emails: Sequence[str]) -> Q:
    found = Q(pk__in=[])
    for email in emails:
        found |= Q(recipient_email__iexact=email)
    return found


def forget(*, customer_ids: Sequence[int], emails: Sequence[str], at: datetime) -> list[int]:
    """
    Take off cards who a person is; returns the cards.

    On cards they got: who they are and what was written to them. On cards they bought: their name
    and their words; whom they gave it to is somebody else.
    """
    ids = [card.pk for card in cards_of(customer_ids=customer_ids, emails=emails)]
    mine = GiftCard.objects.filter(pk__in=ids)
    mine.filter(_got(emails)).update(
        recipient_name="", recipient_email=None, recipient_phone=None, deliver_at=None
    )
    mine.update(sender_name="", message="", note="", changed_at=at, version=F("version") + 1)
    return ids
