"""The right to be forgotten (GDPR article 17): who it was goes, what was sold stays."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit import redaction
from outfitter_tenants.checkout.waitlist import entries as waiting
from outfitter_tenants.customers import person_records
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.customers.operations import privacy as customer_privacy
from outfitter_tenants.giftcards import privacy as gift_cards
from outfitter_tenants.messaging import privacy as messages
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.trips import customer_history
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import trip_customers as trip_people
from outfitter_tenants.waitlist import privacy as waitlist

if TYPE_CHECKING:
    from outfitter_tenants.customers.models import Customer

Mode = Literal["anonymise", "delete_if_empty"]
MAX_AT_ONCE: Final = 200
_IN_USE: Final = "Other records still use this customer."


class CustomerInUse(DomainError):
    """Something still needs to know who this is; `reasons` say what."""

    code = "customer_in_use"
    status = 409


@dataclass(frozen=True, slots=True)
class Preview:
    """What anonymising would take away, and what is against it."""

    customer_id: int
    name: str
    merged_cnt: int
    trip_cnt: int
    guest_cnt: int
    kept_guest_cnt: int
    note_cnt: int
    message_cnt: int
    card_cnt: int
    call_cnt: int
    reasons: list[str]


@dataclass(slots=True)
class Outcome:
    """What happened to a selection; `skipped` holds (id, name, reasons)."""

    anonymised_ids: list[int] = field(default_factory=list)
    deleted_ids: list[int] = field(default_factory=list)
    skipped: list[tuple[int, str, list[str]]] = field(default_factory=list)


def preview(*, customer_id: int, at: datetime) -> Preview:
    """
    Return what anonymising one customer would do, without doing it.

    :raises CustomerNotFound: there is no such customer
    """
    row = customers.get_customer(customer_id=customer_id)
    everyone = [row.pk, *customers.list_merged_ids(customer_id=row.pk)]
    emails = _emails(everyone)
    waited = waitlist.entries_of(emails=emails)
    person = person_records.person_of([customers.get_exactly(customer_id=pk) for pk in everyone])
    of_trips = trip_people.forget(customer_ids=everyone, emails=emails, at=at, is_dry=True)
    return Preview(
        customer_id=row.pk,
        name=customers.name_of(row),
        merged_cnt=len(everyone) - 1,
        trip_cnt=len(of_trips.trip_ids),
        guest_cnt=of_trips.guest_cnt,
        kept_guest_cnt=of_trips.kept_guest_cnt,
        note_cnt=of_trips.note_cnt,
        message_cnt=messages.forget(
            customer_ids=everyone,
            trip_ids=of_trips.trip_ids,
            at=at,
            is_dry=True,
            waitlist_ids=[entry.pk for entry in waited],
        ),
        card_cnt=sum(len(customers.list_cards(customer_id=pk)) for pk in everyone),
        call_cnt=person_records.count_forgotten(person)["calls"],
        reasons=_reasons(row.pk, at),
    )


def _person(ids: Sequence[int]) -> person_records.Person:
    return person_records.person_of([customers.get_exactly(customer_id=pk) for pk in ids])


def _emails(ids: Sequence[int]) -> list[str]:
    rows = [customers.get_exactly(customer_id=pk) for pk in ids]
    return sorted({mail for row in rows for mail in [row.email, *row.more_emails] if mail})


def _phones(rows: "Iterable[Customer]") -> list[str]:
    return [phone for row in rows for phone in [row.phone, *row.more_phones] if phone]


def _reasons(customer_id: int, at: datetime) -> list[str]:
    row = customers.get_exactly(customer_id=customer_id)
    if row.anonymised_at is not None:
        return ["already_anonymised"]
    standing = customer_history.standing(customer_id=customer_id, at=at)
    found = ["upcoming_trips"] if standing.upcoming_cnt else []
    return [*found, *(["balance_due"] if standing.balance_due_amount else [])]


def anonymise(*, customer_id: int, at: datetime) -> None:
    """
    Take away for good who a customer is: here, on trips, guests, notes, messages and in the log.

    Money, dates, counts and who worked on it stay. Customers merged into this one go along. Where they
    wait for seats, they leave the line.

    :raises CustomerNotFound: there is no such customer
    :raises CustomerInUse: trips are still to come, money is owed, or it was done before
    """
    with atomic():
        root = customers.root_of(customer_id=customer_id)
        everyone = [root, *customers.list_merged_ids(customer_id=root)]
        in_line = waitlist.lock_in_line_of(emails=_emails(everyone))
        trips.lock_trips_of(customer_ids=everyone)
        for entry_id in in_line:
            waiting.leave(entry_id=entry_id, status="removed", at=at)
        rows = customers.lock_customers(ids=everyone)
        reasons = _reasons(root, at)
        if reasons:
            raise CustomerInUse("This customer is still needed.", reasons=reasons)
        emails = _emails(everyone)
        conversations.link(customer_id=root, addresses=[*emails, *_phones(rows.values())])
        gone = trip_people.forget(customer_ids=everyone, emails=emails, at=at)
        waited = [one.pk for one in waitlist.entries_of(emails=emails, trip_ids=gone.trip_ids)]
        waitlist.forget(entry_ids=waited)
        about = messages.ids_of(customer_ids=everyone, trip_ids=gone.trip_ids, waitlist_ids=waited)
        messages.forget(customer_ids=everyone, trip_ids=gone.trip_ids, at=at, waitlist_ids=waited)
        given = gift_cards.forget(customer_ids=everyone, emails=emails, at=at)
        others = person_records.forget(person_records.person_of(rows.values()), at=at)
        customer_privacy.anonymise(rows=list(rows.values()), at=at)
        redaction.redact(
            customer_ids=everyone,
            trip_ids=gone.trip_ids,
            message_ids=about,
            gift_card_ids=given,
            others=others,
        )
        outbox.publish(
            "customer.anonymised", at=at, customer_id=root, merged_ids=everyone[1:], trip_ids=gone.trip_ids
        )


def delete_if_empty(*, customer_id: int, at: datetime) -> None:
    """
    Delete a customer who was entered by mistake: no trips, guests, messages, cards or merges.

    :raises CustomerNotFound: there is no such customer
    :raises CustomerInUse: something hangs on them
    """
    with atomic():
        reasons = _delete_empty(customers.lock_customers(ids=[customer_id]), at)
        if reasons:
            raise CustomerInUse(_IN_USE, reasons=reasons[customer_id])


def delete_empty(*, customer_ids: Collection[int], at: datetime) -> dict[int, str]:
    """Delete those customers nothing hangs on, in a fixed number of statements; returns why others stay."""
    if not customer_ids:
        return {}
    with atomic():
        return dict.fromkeys(_delete_empty(customers.lock_known(ids=customer_ids), at), _IN_USE)


def _delete_empty(there: "Mapping[int, Customer]", at: datetime) -> dict[int, list[str]]:
    """Delete those of these locked customers nothing hangs on; returns what hangs on the others."""
    reasons = _hang_on(there)
    alone = [pk for pk in there if pk not in reasons]
    if alone:
        redaction.redact(customer_ids=alone, trip_ids=[], message_ids=[])
        customer_privacy.delete_rows(customer_ids=alone, at=at)
        with outbox.together():
            for pk in alone:
                outbox.publish("customer.deleted", at=at, customer_id=pk)
    return reasons


def _hang_on(there: "Mapping[int, Customer]") -> dict[int, list[str]]:
    ids = list(there)
    merged = {pk for pk, row in there.items() if row.merged_into_id is not None}
    found: dict[int, list[str]] = {}
    for reason, in_use in (
        ("has_trips", customer_history.with_any(customer_ids=ids)),
        ("has_messages", messages.with_messages(customer_ids=ids)),
        ("merged", merged | customer_privacy.with_history(customer_ids=ids)),
    ):
        for pk in in_use:
            found.setdefault(pk, []).append(reason)
    return found


def delete_all(*, ids: Sequence[int], mode: Mode, at: datetime) -> Outcome:
    """
    Anonymise or delete a selection, each in a transaction of its own; refusals are told by name.

    :raises CustomerNotFound: one of them does not exist
    :raises Invalid: more than two hundred
    """
    wanted = list(dict.fromkeys(ids))
    if not 1 <= len(wanted) <= MAX_AT_ONCE:
        raise Invalid({"ids": [f"Choose between 1 and {MAX_AT_ONCE} customers."]})
    names = {pk: customers.name_of(customers.get_exactly(customer_id=pk)) for pk in wanted}
    outcome = Outcome()
    for pk in wanted:
        try:
            if mode == "anonymise":
                anonymise(customer_id=pk, at=at)
                outcome.anonymised_ids.append(pk)
            else:
                delete_if_empty(customer_id=pk, at=at)
                outcome.deleted_ids.append(pk)
        except CustomerInUse as problem:
            reasons = problem.detail["reasons"]
            outcome.skipped.append((pk, names[pk], reasons if isinstance(reasons, list) else []))
    return outcome
