"""
What we say to a bank that takes a payment back: our evidence, or that it is right (domain.md 4.9).

The gateway is asked outside transactions; what it answers is recorded as its news is. A process
that dies in between loses nothing: the gateway's own news says the same.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit import zones
from outfitter.kit.errors import DomainError
from outfitter.kit.person_names import full_name
from outfitter.plugins.payments.balance_types import EvidenceFile, GatewayDispute
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.disputes.operations import DisputeAction
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import GatewayError, Unsupported, refusal
from outfitter_tenants.checkout.sale_terms import order_terms
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Callable

    from outfitter_tenants.ledger.models import Dispute
    from outfitter_tenants.trips.models import Trip


class DisputeClosed(DomainError):
    """Nobody listens any more: it is decided, under review, or past its date."""

    code = "dispute_closed"
    status = 409


@dataclass(frozen=True, slots=True)
class DisputeEvidence:
    """
    What is handed in: all that we know as PDF, and the operator's own words.

    `is_final` sends it to the bank, which reads it once; before that it can be replaced.
    """

    pack: bytes
    statement: str = ""
    is_final: bool = False


def answer(*, dispute_id: int, evidence: DisputeEvidence, at: datetime) -> int:
    """
    Hand in evidence against a dispute; returns its trip.

    :raises DisputeNotFound: there is none
    :raises DisputeClosed: it is decided, under review, or the bank's date is past
    :raises GatewayError: the gateway did not answer
    """
    row = _open(dispute_id, at)
    file = EvidenceFile("uncategorized_file", f"evidence-{row.payment_id}.pdf", evidence.pack)
    texts = _facts(trips.get_trip(trip_id=row.trip_id)) | {"uncategorized_text": evidence.statement}
    gateway = _gateway()
    key = f"dispute-{row.pk}-{int(at.timestamp() * 1000)}"
    told = _asked(
        lambda: gateway.provider.submit_evidence(
            gateway.ctx,
            gateway_id=row.gateway_id,
            texts=texts,
            files=[file],
            is_final=evidence.is_final,
            key=key,
        )
    )
    action = "payment.dispute_answered" if evidence.is_final else "payment.dispute_drafted"
    disputes.dispute_changed(gateway=row.gateway, dispute=told, at=at, said=DisputeAction(action))
    return row.trip_id


def accept(*, dispute_id: int, reason: str, at: datetime) -> int:
    """
    Give a dispute up: the money stays with the customer, the trip owes it; returns the trip.

    :raises DisputeNotFound: there is none
    :raises DisputeClosed: it is decided, under review, or the bank's date is past
    :raises GatewayError: the gateway did not answer
    """
    row = _open(dispute_id, at)
    gateway = _gateway()
    told = _asked(
        lambda: gateway.provider.accept_dispute(
            gateway.ctx, gateway_id=row.gateway_id, key=f"dispute-{row.pk}-accept"
        )
    )
    said = DisputeAction("payment.dispute_accepted", reason)
    disputes.dispute_changed(gateway=row.gateway, dispute=told, at=at, said=said)
    return row.trip_id


def _open(dispute_id: int, at: datetime) -> "Dispute":
    row = money.get_dispute(dispute_id=dispute_id)
    is_past = row.evidence_due_at is not None and row.evidence_due_at <= at
    if row.status not in money.ANSWERABLE or is_past:
        raise DisputeClosed("This dispute can no longer be answered.", status=row.status)
    return row


def _gateway() -> intent_calls.Gateway:
    gateway = intent_calls.get_gateway()
    if "disputes" not in gateway.provider.capabilities:
        raise Unsupported("The payment service of this operator cannot do this.")
    return gateway


def _asked(call: "Callable[[], GatewayDispute]") -> GatewayDispute:
    try:
        return call()
    except GatewayUnavailable as problem:
        raise GatewayError("The payment service isn't responding. Please try again.") from problem
    except PaymentFailed as problem:
        if problem.code in {"gateway_refused", "unexpected_state"}:
            raise DisputeClosed(
                "The payment service takes no answer to this dispute.", status=problem.code
            ) from problem
        raise refusal(problem) from problem


def _facts(trip: "Trip") -> dict[str, str]:
    """Return what banks ask for in fields of their own, in the words of the trip."""
    orders = list(trip.orders.select_related("experience", "timeslot").order_by("pk"))
    starts = [start for order in orders if (start := order_terms.refund_clock_start(order))]
    zone = people.get_properties().time_zone
    return {
        "customer_name": full_name(trip.contact_first_name, trip.contact_last_name),
        "customer_email_address": trip.contact_email or "",
        "product_description": ", ".join(dict.fromkeys(one.experience.name for one in orders)),
        "service_date": zones.local_day(min(starts), zone).isoformat() if starts else "",
    }
