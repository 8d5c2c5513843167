"""Whose a tip is: entries of the journal and nothing else (domain.md 4.16)."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.kit.errors import Invalid
from outfitter_tenants.ledger.models import Payment, Posting
from outfitter_tenants.ledger.operations.journal import PostingCause, PostingLine, post, tips_of


def assign_tip(
    *, payment: Payment, splits: Mapping[int, int], by: int | None, at: datetime
) -> tuple[dict[int | None, int], dict[int | None, int]]:
    """
    Give a payment's tip to people, in minor units by team member; returns who had and has what.

    What was given before goes back first, so that giving is always undone by giving anew; no
    splits leave the tip with nobody. The caller holds the trip's lock.

    :raises Invalid: the splits are not the whole tip, less what of it was given back
    """
    before = tips_of(payment_id=payment.pk)
    whole = sum(before.values())
    after: dict[int | None, int] = {owner: part for owner, part in splits.items() if part}
    if not after and whole:
        after = {None: whole}
    if sum(after.values()) != whole or any(part < 0 for part in after.values()):
        raise Invalid({"splits": ["The shares must add up to the tip."]})
    owners = sorted({*before, *after}, key=lambda owner: (owner is not None, owner or 0))
    lines = [PostingLine("tip", after.get(one, 0) - before.get(one, 0), one) for one in owners]
    number = Posting.objects.filter(payment_id=payment.pk, kind="tip_assign").count() + 1
    cause = PostingCause(f"tip_assign:{payment.pk}:{number}", "tip_assign", payment.trip_id, payment.pk)
    post(cause=cause, lines=lines, currency=payment.currency, by=by, at=at)
    return before, after
