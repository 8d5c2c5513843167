"""Routes of reviews."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import StringConstraints

from outfitter.api.lists import ListAnswer, ListParams, list_answer, viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, In, Out
from outfitter.kit.clock import utc_now
from outfitter_tenants.crm import reviews
from outfitter_tenants.crm.callers import operator_here
from outfitter_tenants.messaging import lists
from outfitter_tenants.messaging.reviews import get_review

router = Router(tags=["reviews"])
ReviewId = Annotated[int, Path(ge=1, le=2**63 - 1)]
MAY = allow_unscoped("crm.manage")


class ReviewExperienceOut(Out):
    """The experience a review is about."""

    id: int
    name: str


class ReviewCustomerOut(Out):
    """Who wrote a review."""

    id: int
    name: str


class ReviewRowOut(Out):
    """
    One review; `nps` is 0 to 10 or null, `may_publish` what whoever wrote it agreed to.

    `customer` is null where nobody is known, and for who may not see customers.
    """

    id: int
    created_at: datetime
    trip_id: int | None
    experience: ReviewExperienceOut | None
    customer: ReviewCustomerOut | None
    rating: int
    nps: int | None
    text: str
    source: str
    sentiment: str
    may_publish: bool
    is_published: bool
    reply_text: str
    replied_at: datetime | None
    is_answered: bool


class ReviewsOut(ListAnswer[ReviewRowOut]):
    """A page of reviews."""


class ReviewPublishIn(In):
    """Whether everyone may read it."""

    is_published: bool


class ReviewAnswerIn(In):
    """What to say to it, in public where it is published; empty takes it back."""

    text: Annotated[str, StringConstraints(max_length=4000, strip_whitespace=True)]
    is_mailed: bool = False


@router.get(
    "/api/reviews/get",
    auth=allow_unscoped("customer.view"),
    response={200: ReviewsOut, **ERRORS},
    operation_id="reviews_get",
)
def reviews_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of what guests said, the latest first."""
    return list_answer(request, lists.REVIEWS, wanted)


@router.post(
    "/api/review/{review}/publish",
    auth=MAY,
    response={200: ReviewRowOut, **ERRORS},
    operation_id="review_publish",
)
def review_publish(request: HttpRequest, review: ReviewId, body: ReviewPublishIn) -> dict[str, Any]:
    """Show a review on the public page of its experience, or take it off."""
    return reviews.publish(
        review_id=review, is_published=body.is_published, reader=viewer_of(request), at=utc_now()
    )


@router.post(
    "/api/review/{review}/answer",
    auth=MAY,
    response={200: ReviewRowOut, **ERRORS},
    operation_id="review_answer",
)
def review_answer(request: HttpRequest, review: ReviewId, body: ReviewAnswerIn) -> dict[str, Any]:
    """Answer a review, by email as well where that is wanted."""
    get_review(review_id=review)
    limit(f"review-answer:{caller_of(request).avatar_id}", times=60, seconds=60)
    return reviews.answer(
        review_id=review,
        text=body.text,
        is_mailed=body.is_mailed,
        by=caller_of(request).avatar_id,
        reader=viewer_of(request),
        ctx=operator_here(),
        at=utc_now(),
    )
