"""What staff do with reviews: show them to everyone, answer them (domain.md 3.9)."""

from datetime import datetime
from typing import Any

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.checkout.trip_management import staff_replies
from outfitter_tenants.checkout.trip_management.staff_replies import ReplyRequest
from outfitter_tenants.messaging import lists, reviews

_EXCERPT = 200


def publish(*, review_id: int, is_published: bool, reader: ListReader, at: datetime) -> dict[str, Any]:
    """
    Show a review to everyone, or no longer; doing so twice is no error.

    :raises ReviewNotFound: there is none
    :raises NotAgreed: whoever wrote it did not agree
    """
    with atomic():
        row = reviews.lock_review(review_id=review_id)
        if reviews.publish(row, is_published=is_published):
            action = "trip.review_published" if is_published else "trip.review_unpublished"
            _record(action, row.trip_id, at, {"review_id": row.pk})
    return lists.shape_of(row, reader)


def answer(
    *,
    review_id: int,
    text: str,
    is_mailed: bool,
    by: int | None,
    reader: ListReader,
    ctx: TenantContext,
    at: datetime,
) -> dict[str, Any]:
    """
    Keep what the operator says to a review, and send it to whoever wrote it where that is wanted.

    The same words again are neither kept nor sent a second time.

    :raises ReviewNotFound: there is none
    :raises Invalid: it is to be sent, and the trip has no email address
    """
    with atomic():
        row = reviews.lock_review(review_id=review_id)
        if reviews.reply(row, text=text, by=by, at=at):
            _record("trip.review_answered", row.trip_id, at, {"excerpt": text[:_EXCERPT]})
            if is_mailed and text and row.trip_id is not None:
                staff_replies.answer_question(
                    trip_id=row.trip_id, wish=ReplyRequest(text, channel="email"), sent_by=by, ctx=ctx, at=at
                )
    return lists.shape_of(row, reader)


def _record(action: str, trip_id: int | None, at: datetime, after: dict[str, Any]) -> None:
    audit.record(
        entity_type="trip", entity_id=trip_id or 0, trip_id=trip_id, action=action, at=at, after=after
    )
