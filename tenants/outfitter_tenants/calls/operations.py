"""What staff do with calls: note what came of them, call back, write one down, name numbers."""

from datetime import datetime, timedelta
from typing import Final, TypedDict

from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.calls import callbacks, caller_matches, phone_numbers, queries
from outfitter_tenants.calls.call_events import publish_change
from outfitter_tenants.calls.models import Call, CallNumber, CallSettings
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.trips import lookups
from outfitter_tenants.trips import queries as trips

MANUAL: Final = "manual"


class CallValues(TypedDict, total=False):
    """What staff note about a call; what is left out stays."""

    outcome: str | None
    note: str
    customer_id: int | None
    trip_id: int | None
    tags: list[str]


class ManualCall(TypedDict):
    """A call as staff write it down."""

    key: str
    direction: str
    status: str
    number: str
    caller_name: str
    customer_id: int | None
    trip_id: int | None
    outcome: str | None
    note: str
    duration_s: int
    started_at: datetime | None
    callback: str


def save(*, call_id: int, values: CallValues, at: datetime) -> Call:
    """
    Note what came of a call; what did not change is not written again.

    :raises CallNotFound: there is none
    :raises Invalid: no such customer or trip
    """
    with atomic():
        row = queries.lock_call(call_id=call_id)
        wanted = _checked(values)
        before = {name: getattr(row, name) for name in wanted}
        changed = {name: value for name, value in wanted.items() if before[name] != value}
        if not changed:
            return row
        for name, value in changed.items():
            setattr(row, name, value)
        row.save(update_fields=list(changed))
        record(
            entity_type="call",
            entity_id=row.pk,
            action="call.changed",
            at=at,
            trip_id=row.trip_id,
            before={name: before[name] for name in changed},
            after=changed,
        )
        publish_change(row)
    return row


def _checked(values: CallValues) -> CallValues:
    """Return what may be written: a merged customer's id leads to the kept one."""
    found: CallValues = {**values}
    customer_id = found.get("customer_id")
    if customer_id is not None:
        try:
            found["customer_id"] = customers.get_customer(customer_id=customer_id).pk
        except customers.CustomerNotFound:
            raise Invalid({"customer_id": ["Customer not found."]}) from None
    trip_id = found.get("trip_id")
    if trip_id is not None and trip_id not in trips.brief_trips(trip_ids=[trip_id]):
        raise Invalid({"trip_id": ["Trip not found."]})
    if "tags" in found:
        found["tags"] = list(dict.fromkeys(found["tags"]))
    return found


def set_callback(*, call_id: int, state: str, by: int | None, at: datetime) -> Call:
    """
    Say whether somebody owes the caller a call, or has called.

    :raises CallNotFound: there is none
    """
    with atomic():
        row = queries.lock_call(call_id=call_id)
        if row.callback == state:
            return row
        before = row.callback
        row.callback = state
        row.callback_by, row.callback_at = (by, at) if state == "done" else (None, None)
        row.save(update_fields=["callback", "callback_by", "callback_at"])
        record(
            entity_type="call",
            entity_id=row.pk,
            action="call.callback_changed",
            at=at,
            trip_id=row.trip_id,
            before={"callback": before},
            after={"callback": state},
        )
        publish_change(row)
    return row


def write_down(*, call: ManualCall, by: int | None, at: datetime) -> Call:
    """
    Write down a call that no provider told of; the same key again returns the first.

    :raises Invalid: the number is none, or there is no such customer or trip
    """
    number = phone_numbers.typed(call["number"], field="number") if call["number"] else ""
    wanted = _checked({"customer_id": call["customer_id"], "trip_id": call["trip_id"]})
    if wanted["customer_id"] is None:
        wanted["customer_id"] = caller_matches.find(number=number).only_customer_id
    started = _start_of(call, at)
    is_inbound = call["direction"] == "inbound"
    fresh = Call(
        hash=ids.public_hash(),
        provider=MANUAL,
        provider_call_id=call["key"],
        direction=call["direction"],
        status=call["status"],
        caller_number=number if is_inbound else "",
        destination_number="" if is_inbound else number,
        **{name: call[name] for name in ("caller_name", "outcome", "note", "duration_s", "callback")},
        customer_id=wanted["customer_id"],
        trip_id=wanted["trip_id"],
        agent_avatar_id=by,
        started_at=started,
        answered_at=started if call["status"] == "completed" else None,
        ended_at=started + timedelta(seconds=call["duration_s"]),
        notice_at=at,
    )
    with atomic():
        Call.objects.bulk_create([fresh], ignore_conflicts=True)
        row = Call.objects.get(provider=MANUAL, provider_call_id=call["key"])
        if row.hash != fresh.hash:
            return row
        if number and row.answered_at is not None:
            callbacks.settle_older(number=number, before=started, by=by, at=at)
        record(
            entity_type="call", entity_id=row.pk, action="call.created", at=at, trip_id=row.trip_id, after={}
        )
        publish_change(row)
    return row


def _start_of(call: ManualCall, at: datetime) -> datetime:
    started = call["started_at"] or at - timedelta(seconds=call["duration_s"])
    if started.tzinfo is None:
        raise Invalid({"started_at": ["Enter a time with its time zone."]})
    if not at - timedelta(days=366) <= started <= at + timedelta(minutes=5):
        raise Invalid({"started_at": ["Enter a time in the last year."]})
    return started


def name_number(*, number: str, label: str, trip_source_id: int | None, at: datetime) -> CallNumber:
    """
    Name a number, and say what a sale after a call to it counts as.

    :raises Invalid: it is no number, or there is no such source of sale
    """
    known = phone_numbers.typed(number, field="number")
    if trip_source_id is not None and trip_source_id not in {one.id for one in lookups.list_sources()}:
        raise Invalid({"trip_source_id": ["Choose a source from the list."]})
    with atomic():
        CallNumber.objects.bulk_create([CallNumber(number=known)], ignore_conflicts=True)
        row = CallNumber.objects.select_for_update().get(number=known)
        before = {"label": row.label, "trip_source_id": row.trip_source_id}
        after = {"label": label, "trip_source_id": trip_source_id}
        if before == after:
            return row
        row.label, row.trip_source_id = label, trip_source_id
        row.save(update_fields=["label", "trip_source_id"])
        record(
            entity_type="call_number",
            entity_id=row.pk,
            action="call_number.changed",
            at=at,
            before=before,
            after=after,
        )
    return row


def save_settings(*, recording_days: int | None, recording_notice: str, at: datetime) -> CallSettings:
    """Say how long recordings and transcripts are kept (days; None: for good), and what callers are told."""
    after = {"recording_days": recording_days, "recording_notice": recording_notice}
    with atomic():
        CallSettings.objects.bulk_create([CallSettings(pk=1)], ignore_conflicts=True)
        row = CallSettings.objects.select_for_update().get(pk=1)
        before = {name: getattr(row, name) for name in after}
        if before == after:
            return row
        row.recording_days, row.recording_notice = recording_days, recording_notice
        row.save(update_fields=list(after))
        record(
            entity_type="call_settings",
            entity_id=1,
            action="call_settings.changed",
            at=at,
            before=before,
            after=after,
        )
    return row
