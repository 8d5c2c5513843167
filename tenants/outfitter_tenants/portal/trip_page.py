"""A trip as its customer sees it on their own page: what there is, and what they may do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from outfitter_tenants.checkout.payment_links import serializers as link_view
from outfitter_tenants.checkout.sale_terms import order_terms
from outfitter_tenants.checkout.self_service import facts, rules
from outfitter_tenants.checkout.self_service.facts import OrderVerdicts
from outfitter_tenants.checkout.self_service.rules import TripFacts, Verdict
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import conversation, reviews
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.catalog.models import ExperienceCustomerType
    from outfitter_tenants.messaging.models import Review
    from outfitter_tenants.trips.models import Trip, TripOrder

# What is suggested where the operator has not said.
SUGGESTED_PPM: Final = (100_000, 150_000, 200_000)
_MOVED_MONEY: Final = frozenset({"succeeded", "disputed"})


@dataclass(frozen=True, slots=True)
class TripPage:
    """A trip, what was decided about it, and what its customer said of it."""

    trip: "Trip"
    facts: TripFacts
    orders: Sequence[OrderVerdicts]
    review: "Review | None"
    at: datetime

    @classmethod
    def of(cls, trip: "Trip", *, at: datetime) -> "TripPage":
        """Return the page of a trip (from `trips.get_trip`)."""
        review = reviews.find_of_trip(trip_id=trip.pk)
        found = facts.trip_facts(
            trip, at=at, is_payable=link_view.is_paid_here(), is_reviewed=review is not None
        )
        orders = [
            facts.verdicts_of(found, one, one.live_bookings, at)  # type: ignore[attr-defined]
            for one in _orders(trip)
        ]
        return cls(trip, found, orders, review, at)

    def actions(self) -> dict[str, dict[str, object]]:
        """Return PortalActionsOut."""
        every = [one.facts for one in self.orders]
        found = {
            "rebook": rules.combined([one.rebook for one in self.orders]),
            "cancel": rules.combined([one.cancel for one in self.orders]),
            "add_guests": rules.combined([one.add for one in self.orders]),
            "edit_guests": rules.combined([one.edit for one in self.orders]),
            "pay": rules.may_pay(self.facts),
            "tip": rules.may_tip(self.facts, every),
            "ask": rules.may_ask(self.facts),
            "review": rules.may_review(self.facts, every, self.at),
            "wallet": self.wallet(),
        }
        return {name: action(verdict) for name, verdict in found.items()}

    def wallet(self) -> Verdict:
        """Return whether there are passes of the trip for the customer's phone."""
        every = [one.facts for one in self.orders]
        return rules.may_save_pass(self.facts, every, self.at, is_offered=settings.WALLET.is_offered)

    def policies(self) -> list[dict[str, object]]:
        """Return PortalPolicyOut of every order that is not canceled, or can be booked anew."""
        by_id = {one.pk: one for one in _orders(self.trip)}
        return [_policy(by_id[one.trip_order_id], one, self.at) for one in self.orders if _is_open(one)]

    def tip(self) -> dict[str, object] | None:
        """Return PortalTipOut where tips are taken."""
        payments = people.get_payment_settings()
        if not payments.takes_tips:
            return None
        suggested = list(payments.tip_suggested_ppm or SUGGESTED_PPM)[:3]
        return {"base_amount": self.trip.subtotal_amount, "suggestions_ppm": suggested}

    def said(self) -> dict[str, object] | None:
        """Return PortalReviewOut once there is one."""
        return review_out(self.review) if self.review else None


def _is_open(order: OrderVerdicts) -> bool:
    return order.facts.is_active or order.rebook.is_allowed


def review_out(row: "Review") -> dict[str, object]:
    """Return PortalReviewOut."""
    return {
        "rating": row.rating,
        "nps": row.nps,
        "body": row.text,
        "is_public": row.may_publish,
        "created_at": row.created_at,
        "reply": row.reply_text,
        "share": reviews.share_links(rating=row.rating),
    }


def action(verdict: Verdict) -> dict[str, object]:
    """Return PortalActionOut."""
    return {"is_allowed": verdict.is_allowed, "reason": verdict.reason, "until": verdict.until}


def money(page: TripPage) -> dict[str, object]:
    """Return PortalMoneyOut: nothing is due here where the partner has the customer's money."""
    trip = page.trip
    due = max(0, page.facts.owed)
    return {
        "due_amount": due,
        "due_at": trip.balance_due_at if due else None,
        "is_payable": rules.may_pay(page.facts).is_allowed,
        "collected_by": trips.partner_who_collects([trip]).get(trip.pk),
    }


def _orders(trip: "Trip") -> "list[TripOrder]":
    return trip.all_orders  # type: ignore[attr-defined,no-any-return]


def _policy(order: "TripOrder", verdicts: OrderVerdicts, at: datetime) -> dict[str, object]:
    own = people.get_self_service_settings()
    policy, start_at = order_terms.cancellation_policy_of(order), order_terms.refund_clock_start(order)
    tiers = policy.tiers if policy else ()
    current, _ = policy.offer(start_at=start_at, at=at) if policy else (None, None)
    return {
        "trip_order_id": order.pk,
        "name": policy.name if policy else "",
        "tiers": [
            {
                "hours_before": tier.hours_before,
                "refund_ppm": tier.refund_ppm,
                "fee_amount": tier.fee_amount,
                "until": start_at - timedelta(hours=tier.hours_before) if start_at else None,
                "is_current": tier is current,
            }
            for tier in tiers
        ],
        "clock_start_at": start_at,
        "rebook_until_hours": rules.rebook_hours(verdicts.facts, own),
        "cancel_until_hours": rules.cancel_hours(verdicts.facts, own),
        "rebook_offer": verdicts.facts.rebook_offer,
        "moves_left": rules.moves_left(verdicts.facts, own),
        "rebook": action(verdicts.rebook),
        "cancel": action(verdicts.cancel),
        "add_guests": action(verdicts.add),
    }


def pending_moves(trip_id: int, at: datetime) -> dict[int, dict[str, object]]:
    """Return PendingMoveOut by order, of the moves that can still be paid."""
    waiting = [row for row in trips.waiting_moves(trip_id=trip_id) if row.expires_at > at]
    if not waiting:
        return {}
    slots = scheduling.get_timeslot_refs(ids=[row.timeslot_id for row in waiting], at=at)
    found: dict[int, dict[str, object]] = {}
    for row in waiting:
        slot = slots[row.timeslot_id]
        link = ledger.get_link(link_id=row.payment_link_id or 0)
        found[row.trip_order_id] = {
            "timeslot_id": slot.id,
            "date": slot.date,
            "start_time": slot.start_time.strftime("%H:%M"),
            "start_at": slot.start_at,
            "amount": row.amount,
            "pay_url": link_view.url_of(link),
            "held_until": row.expires_at,
        }
    return found


def private_guests(
    full: dict[str, Any], trip: "Trip", moves: Mapping[int, Mapping[str, object]]
) -> list[dict[str, object]]:
    """
    Return PortalOrderOut of a TripFull (`full`), and take its guests' addresses and birth dates out of it.

    The link of a trip is passed on among those who travel: nobody reads the others' in it.
    """
    kinds = {
        guest.pk: guest.experience_customer_type
        for order in _orders(trip)
        for guest in order.live_bookings  # type: ignore[attr-defined]
    }
    return [
        {
            "trip_order_id": order["id"],
            "guests": [_guest(one, has_ages=_has_ages(kinds[one["id"]])) for one in order["bookings"]],
            "questions": order["customFieldValues"],
            "pending_move": moves.get(order["id"]),
        }
        for order in full["tripOrders"]
    ]


def _has_ages(kind: "ExperienceCustomerType") -> bool:
    return kind.min_age is not None or kind.max_age is not None


def _guest(one: dict[str, Any], *, has_ages: bool) -> dict[str, object]:
    guest = one["guest"]
    shown = {
        "booking_id": one["id"],
        "first_name": guest["first_name"],
        "last_name": guest["last_name"],
        "ticket": one["customerType"]["name"],
        "email_hint": email_hint(guest["email"]),
        "phone_hint": phone_hint(guest["phone"]),
        "is_birth_date_asked": has_ages or one["waiver"]["required"] > 0,
        "is_birth_date_known": guest["birth_date"] is not None,
        "is_checked_in": one["checked_in_at"] is not None,
        "questions": one["customFieldValues"],
    }
    one["guest"] = {**guest, "email": None, "phone": None, "birth_date": None}
    return shown


def email_hint(address: str | None) -> str:
    """Return an address as only who knows it recognizes it: a•••@example.com."""
    name, _, host = (address or "").rpartition("@")
    return f"{name[:1]}•••@{host}" if name else ""


def phone_hint(number: str | None) -> str:
    """Return a number as only who knows it recognizes it: its last two digits."""
    return f"•••{number[-2:]}" if number else ""


def thread(trip_id: int) -> list[dict[str, object]]:
    """Return PortalMessageOut of what was asked and answered."""
    return [
        {
            "id": row.pk,
            "is_from_guest": row.direction == "in",
            "body": row.written_text,
            "created_at": row.created_at,
        }
        for row in conversation.list_thread(trip_id=trip_id)
    ]


def receipts(payments: Sequence[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return PortalReceiptOut of a TripFull's payments: those that moved money."""
    return [
        {
            "id": row["id"],
            "kind": row["kind"],
            "amount": row["amount"],
            "tip_amount": row["tip_amount"],
            "at": row["received_at"],
            "method": row["method"],
            "card": row["card"],
        }
        for row in payments
        if row["status"] in _MOVED_MONEY
    ]
