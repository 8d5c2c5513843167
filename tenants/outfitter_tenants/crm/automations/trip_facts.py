"""Reads what the rules of automations ask for: trips, automations, the operator's circumstances."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from django.db.models.expressions import RawSQL

from outfitter_tenants.crm.automations.rules.types import Circumstances, OrderFacts, Step, TripFacts
from outfitter_tenants.messaging import automations as kept
from outfitter_tenants.messaging import reviews
from outfitter_tenants.messaging.text_messages import can_text
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips.queries import message_facts
from outfitter_tenants.trips.queries.message_facts import TripRow

# What holds while no automation sends texts: nothing of it is asked for.
_BY_MAIL: Final = Circumstances("UTC", time(0), time(0), can_text=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """The operator's automations, all but the archived ones, and what holds for what they send."""

    steps: tuple[Step, ...]
    around: Circumstances
    is_paused: bool


def read_terms(*, turn: RawSQL | None = None) -> Terms:
    """
    Return what an operator has set up; one statement where no texts are sent.

    With `turn` (`planned.turn`) once nobody else plans for the same trips.
    """
    rows = kept.list_automations(turn=turn)
    steps = tuple(step_of(row) for row in rows)
    first = rows[0]
    is_texting = any(step.is_usable and "sms" in step.channels for step in steps)
    around = _BY_MAIL
    if is_texting and can_text():
        zone = people.get_properties().time_zone
        around = Circumstances(zone, first.quiet_from, first.quiet_until, can_text=True)
    return Terms(steps, around, first.is_paused)


def step_of(row: kept.AutomationRow) -> Step:
    """Return an automation as the rules see it."""
    return Step(
        id=row.id,
        slug=row.slug,
        trigger=row.trigger,
        offset_minutes=row.offset_minutes,
        position=row.position,
        is_on=row.is_on,
        stop_if=frozenset(row.stop_if),
        experience_id=row.experience_id,
        template_id=row.template_id,
        category=row.category,
        channel=row.channel,
        is_template_on=row.is_template_on,
        template_version=row.template_version,
        template_slug=row.template_slug,
        experience_ids=frozenset(row.template_experience_ids),
        trip_methods=frozenset(row.template_trip_methods),
    )


def read_trips(*, trip_ids: Collection[int], at: datetime) -> list[TripFacts]:
    """Return trips as the rules see them; one statement, one more where one is over or a partner's."""
    return facts_of(message_facts.read(trip_ids=trip_ids), at=at)


def facts_of(rows: Sequence[TripRow], *, at: datetime) -> list[TripFacts]:
    """Return rows of trips as the rules see them."""
    over = [row.id for row in rows if any(one.end_at and one.end_at <= at for one in row.orders)]
    reviewed = reviews.reviewed_among(trip_ids=over) if over else frozenset()
    partners = {row.reseller_id for row in rows if row.reseller_id is not None}
    silent = _silent_partners(partners)
    return [
        TripFacts(
            id=row.id,
            status=row.status,
            method=row.method,
            locale=row.locale,
            customer_id=row.customer_id,
            email=row.email,
            name=row.name,
            phone=row.phone,
            reserved_at=row.reserved_at,
            balance_amount=row.balance_amount,
            balance_due_at=row.balance_due_at,
            is_customer_told=row.reseller_id not in silent,
            is_news_wanted=bool(row.marketing.get("email_opt_in")),
            is_texting_wanted=bool(row.marketing.get("sms_opt_in")),
            is_opted_out=row.is_unsubscribed,
            is_reviewed=row.id in reviewed,
            orders=tuple(_orders(row)),
        )
        for row in rows
    ]


def _orders(row: TripRow) -> Iterable[OrderFacts]:
    for one in row.orders:
        yield OrderFacts(
            one.id,
            one.experience_id,
            one.is_active,
            one.is_no_show,
            one.start_at,
            one.end_at,
            one.timeslot_id,
        )


def _silent_partners(ids: Collection[int]) -> set[int]:
    """Return the partners whose guests hear from them alone."""
    told = {one: resellers.confirmations_of(reseller_id=one)[0] for one in ids}
    return {one for one, who in told.items() if "customer" not in who.recipients}
