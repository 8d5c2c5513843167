"""Calls that answer banks which take payments back (domain.md 4.9)."""

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import business_profile
from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.disputes import bank_responses
from outfitter_tenants.checkout.disputes import requests as r
from outfitter_tenants.checkout.disputes.bank_responses import DisputeEvidence
from outfitter_tenants.checkout.printouts.dispute_evidence import evidence_of
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import answer
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import visibility

router = Router(tags=["payments"])
REFUND = allow("payment.refund")
_ANSWER = {200: s.TripAnswer, 402: ErrorOut, 502: ErrorOut, **ERRORS}


@router.post(
    "/api/payments/dispute/{dispute}/answer",
    auth=REFUND,
    response=_ANSWER,
    operation_id="payments_answer_dispute",
)
def answer_dispute(request: HttpRequest, dispute: Id, body: r.DisputeAnswerIn) -> dict[str, object]:
    """Hand in the evidence pack and what the operator says; final, the bank reads it, once."""
    caller = caller_of(request)
    limit(f"dispute:{caller.avatar_id}", times=20, seconds=600)
    row = money.get_dispute(dispute_id=dispute)
    visibility.check(trip_id=row.trip_id, caller=caller)
    business = business_profile.get_business(schema_name=current_schema())
    pack = evidence_of(
        trip_id=row.trip_id,
        payment_id=row.payment_id,
        operator=business.name,
        country=business.country,
        principal=caller,
        at=utc_now(),
    )
    trip_id = bank_responses.answer(
        dispute_id=dispute, evidence=DisputeEvidence(pack, body.statement, body.is_final), at=utc_now()
    )
    return answer(request, ChangeResult(trip_id))


@router.post(
    "/api/payments/dispute/{dispute}/accept",
    auth=REFUND,
    response=_ANSWER,
    operation_id="payments_accept_dispute",
)
def accept_dispute(request: HttpRequest, dispute: Id, body: r.DisputeAcceptIn) -> dict[str, object]:
    """Give a dispute up: the customer keeps the money, and the trip owes it."""
    row = money.get_dispute(dispute_id=dispute)
    visibility.check(trip_id=row.trip_id, caller=caller_of(request))
    trip_id = bank_responses.accept(dispute_id=dispute, reason=body.reason, at=utc_now())
    return answer(request, ChangeResult(trip_id))
