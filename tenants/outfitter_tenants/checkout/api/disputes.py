"""Calls that answer banks which take payments back (domain.md 4.9)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import profile
from outfitter.api.limits import limit
from outfitter.api.principal import allow, caller_of
from outfitter.api.schema import ERRORS, ErrorOut, Id
from outfitter.db.current import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout import schemas as s
from outfitter_tenants.checkout.api.common import answer
from outfitter_tenants.checkout.evidence import evidence_of
from outfitter_tenants.checkout.operations.frame.change import Done
from outfitter_tenants.checkout.operations.payment import answering
from outfitter_tenants.checkout.operations.payment.answering import Evidence
from outfitter_tenants.checkout.requests import disputes as r
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import reach

router = Router(tags=["payments"])
REFUND = allow("payment.refund")
_ANSWER = {200: s.TripAnswer, 402: ErrorOut, 502: ErrorOut, **ERRORS}


@router.post(
    "/api/payments/dispute/{dispute}/answer", auth=REFUND, response=_ANSWER,
    operation_id="payments_answer_dispute",
)  # fmt: skip
def answer_dispute(request: HttpRequest, dispute: Id, body: r.DisputeAnswerIn) -> dict[str, Any]:
    """Hand in the evidence pack and what the operator says; final, the bank reads it, once."""
    caller = caller_of(request)
    limit(f"dispute:{caller.avatar_id}", times=20, seconds=600)
    row = money.get_dispute(dispute_id=dispute)
    reach.check(trip_id=row.trip_id, caller=caller)
    business = profile.get_business(schema_name=current_schema())
    pack = evidence_of(
        trip_id=row.trip_id, payment_id=row.payment_id, operator=business.name,
        country=business.country, principal=caller, at=utc_now(),
    )  # fmt: skip
    trip_id = answering.answer(
        dispute_id=dispute, evidence=Evidence(pack, body.statement, body.is_final), at=utc_now()
    )
    return answer(request, Done(trip_id))


@router.post(
    "/api/payments/dispute/{dispute}/accept", auth=REFUND, response=_ANSWER,
    operation_id="payments_accept_dispute",
)  # fmt: skip
def accept_dispute(request: HttpRequest, dispute: Id, body: r.DisputeAcceptIn) -> dict[str, Any]:
    """Give a dispute up: the customer keeps the money, and the trip owes it."""
    row = money.get_dispute(dispute_id=dispute)
    reach.check(trip_id=row.trip_id, caller=caller_of(request))
    trip_id = answering.accept(dispute_id=dispute, reason=body.reason, at=utc_now())
    return answer(request, Done(trip_id))
