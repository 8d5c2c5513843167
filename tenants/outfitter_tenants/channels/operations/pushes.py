"""
Telling channels what has changed: rows first, then calls.

A day of a product is one row however often it changes. Calls are made by one worker a connection,
product by product and day by day, within the channel's limits, outside transactions. What fails
waits longer and longer; a channel that keeps failing is left alone for a while.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import F

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.zones import local_day
from outfitter.plugins import contexts, outbox, redaction, scheduled_jobs, time_limits
from outfitter.plugins.channels.adapter import ChannelAdapter, Push, PushResult
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.http_types import NoAnswer
from outfitter.plugins.types import Event, Permanent, TenantContext
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import AvailabilityPush, ChannelConnection, ProductMapping
from outfitter_tenants.channels.operations import mappings, notices
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.queries import pushes
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling

log = logging.getLogger(__name__)
PUSH: Final = "channels.push"
# What those who set channels up are told (notifications.words).
GONE: Final = "channel_away"
# Longer than any call may take: after it whoever took a row is dead.
LEASE: Final = timedelta(minutes=3)
MOST_CALLS: Final = 25
OPEN_AFTER: Final = 5
_AWAY: Final = timedelta(minutes=1)
_LONGEST_AWAY: Final = timedelta(minutes=30)
# How far ahead subscribers are told of seats.
_NOTICED: Final = timedelta(days=365)
_SEATS: Final = ("availability", "capacity")
_ALL_DAYS: Final = (*_SEATS, "price")


def on_seats(ctx: TenantContext, event: Event) -> None:
    """
    Note that days of an experience have other seats than before: without days every one of it.

    So have the days of others that may sail on the same boats.
    """
    dates = [date.fromisoformat(day) for day in event.payload["dates"]]
    experience_id, at = int(event.payload["experience_id"]), utc_now()
    if not dates:
        _want_all(experience_id, _SEATS, at)
        return
    days = scheduling.days_sharing(experience_id=experience_id, dates=dates)
    days[experience_id] = sorted({*days.get(experience_id, ()), *dates})
    for other_id, others in sorted(days.items()):
        _want([other_id], others, _SEATS, at)


def on_experience(ctx: TenantContext, event: Event) -> None:
    """Note that an experience itself was changed: every day of it is told anew."""
    experience_id, at = int(event.payload["experience_id"]), utc_now()
    mappings.follow_types(experience_id=experience_id)
    _want_all(experience_id, _ALL_DAYS, at)


def _want_all(experience_id: int, causes: Iterable[str], at: datetime) -> None:
    today = local_day(at, people.get_properties().time_zone)
    notices.want_days(experience_id, _days(today, today + _NOTICED), at)
    found = pushes.told_mappings(experience_ids=[experience_id], channels=adapters.pushing_channels())
    for mapping_id, connection_id, channel in found:
        first, last = _ahead(adapters.all_adapters()[channel], at)
        _tell([mapping_id], connection_id, channel, _days(first, last), causes, at)


def _want(experience_ids: list[int], dates: list[date], causes: Iterable[str], at: datetime) -> None:
    today = local_day(at, people.get_properties().time_zone)
    for experience_id in experience_ids:
        notices.want_days(experience_id, [day for day in dates if today <= day <= today + _NOTICED], at)
    found = pushes.told_mappings(experience_ids=experience_ids, channels=adapters.pushing_channels())
    for mapping_id, connection_id, channel in found:
        last = today + timedelta(days=adapters.all_adapters()[channel].push_limits.days)
        near = [day for day in dates if today <= day <= last]
        _tell([mapping_id], connection_id, channel, near, causes, at)


def _tell(
    mapping_ids: list[int],
    connection_id: int,
    channel: str,
    dates: list[date],
    causes: Iterable[str],
    at: datetime,
) -> None:
    if not dates:
        return
    wait = timedelta(seconds=adapters.all_adapters()[channel].push_limits.coalesce_seconds)
    pushes.request_push(mapping_ids=mapping_ids, dates=dates, causes=causes, due_at=at + wait, at=at)
    plan(connection_id=connection_id, due_at=at + wait)


def plan(*, connection_id: int, due_at: datetime) -> None:
    """Have a connection's rows sent at an instant, or earlier when that is planned already."""
    key = str(connection_id)
    waiting = scheduled_jobs.find_waiting(PUSH, key=key)
    if waiting is None or waiting[0] > due_at:
        scheduled_jobs.schedule(PUSH, key=key, due_at=due_at, payload={"connection_id": connection_id})


def _ahead(adapter: ChannelAdapter, at: datetime) -> tuple[date, date]:
    first = local_day(at, people.get_properties().time_zone)
    return first, first + timedelta(days=adapter.push_limits.days)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def push_again(
    connection: Connection, *, product_id: str, date_from: date | None, date_to: date | None
) -> None:
    """Have a product's dates told anew; see `outfitter.sdk.channels.push_dates`."""
    at, adapter = utc_now(), adapters.get_adapter(connection.channel)
    options = mapped.options_of(connection_id=connection.id, product_ref=product_id)
    if adapter.push is None:
        return
    first, last = _ahead(adapter, at)
    first, last = max(first, date_from or first), min(last, date_to or last)
    ids = [one.id for one in options]
    with atomic():
        ProductMapping.objects.filter(pk__in=ids, is_push_refused=True).update(is_push_refused=False)
        _tell(ids, connection.id, connection.channel, _days(first, last), _ALL_DAYS, at)


def listen(connection: Connection, *, mapping_id: int) -> None:
    """
    Note that the channel has asked for an option, and wants to be told of it from now on.

    Takes up pushes that were refused, or were never begun (`ChannelAdapter.is_told_on_request`).
    Costs next to nothing when it is told already, and tells nothing by itself.
    """
    ProductMapping.objects.filter(pk=mapping_id, connection_id=connection.id, is_push_refused=True).update(
        is_push_refused=False
    )


def send_due(payload: dict[str, Any], at: datetime) -> None:
    """Send what a connection has to be told; a due job that may run twice."""
    connection_id = int(payload["connection_id"])
    row = pushes.open_row(connection_id=connection_id)
    adapter = adapters.enabled_adapters().get(row.channel) if row is not None else None
    if row is None or adapter is None or adapter.push is None:
        return
    later = _Sender(row, adapter).send(at)
    if later is not None:
        scheduled_jobs.schedule(PUSH, key=str(connection_id), due_at=later, payload=payload)


@dataclass(slots=True)
class _Sender:
    """Sends the rows of one connection, a bounded number of calls at once."""

    row: ChannelConnection
    adapter: ChannelAdapter

    def send(self, at: datetime) -> datetime | None:
        """Return when to go on; None when nothing is left to tell."""
        for _ in range(MOST_CALLS):
            now = max(at, utc_now())
            self.row.refresh_from_db(fields=["breaker_state", "breaker_until", "breaker_failures"])
            if self._is_open(now):
                return self.row.breaker_until
            pace = self.adapter.push_limits
            with atomic():
                claimed = pushes.claim(
                    connection_id=self.row.pk, most_dates=pace.most_dates, until=now + LEASE, at=now
                )
            if claimed is None:
                break
            try:
                limit(self._key(), pace.calls, pace.seconds)
            except RateLimited as problem:
                wait = int(str(problem.detail["retry_after"]))
                return self._put_back(claimed, now + timedelta(seconds=wait))
            if not self._tell(claimed, now) and self.row.breaker_state == "half_open":
                break
        return pushes.next_due(connection_id=self.row.pk)

    def _key(self) -> str:
        return f"push:{current_schema()}:{self.row.pk}"

    def _is_open(self, at: datetime) -> bool:
        if self.row.breaker_state == "closed":
            return False
        if self.row.breaker_until is not None and self.row.breaker_until > at:
            return True
        if self.row.breaker_state == "open":
            # One call is tried: the next decides.
            self.row.breaker_state = "half_open"
            self.row.save(update_fields=["breaker_state"])
        return False

    def _put_back(self, claimed: pushes.PushClaim, later: datetime) -> datetime:
        rows = AvailabilityPush.objects.filter(pk__in=claimed.ids, state="sending")
        rows.update(state="waiting", due_at=later)
        return later

    def _tell(self, claimed: pushes.PushClaim, at: datetime) -> bool:
        option = mapped.get_mapped(mapping_id=claimed.mapping_id)
        push = Push(
            key=f"{claimed.ids[0]}-{claimed.seen[0]}-{claimed.attempts}",
            mapping_id=option.id,
            product_id=option.product_ref,
            option_id=option.option_ref,
            dates=claimed.dates,
            causes=claimed.causes,
        )
        try:
            answer = self._ask(push)
        except Permanent as problem:
            self._given_up(claimed, str(problem) or "refused", at)
            return False
        except Exception as problem:
            if not isinstance(problem, NoAnswer):
                log.warning("push of %s failed: %s", self.row, redaction.describe_error(problem))
            self._failed(claimed, redaction.describe_error(problem), at)
            return False
        self._done(claimed, answer, at)
        return True

    def _ask(self, push: Push) -> PushResult:
        """Have the plugin tell the channel, within its time and with its secrets kept."""
        connection = connected.serialize_connection(self.row)
        with (
            contexts.plugin_context(schema_name=current_schema(), slug=self.row.channel) as ctx,
            redaction.redact_secrets(connection.credentials),
            redaction.redact_errors(self.row.channel),
            time_limits.time_limit(time_limits.JOB_SECONDS),
        ):
            if self.adapter.push is None:
                return PushResult()
            return self.adapter.push(ctx, connection, push)

    def _done(self, claimed: pushes.PushClaim, answer: PushResult, at: datetime) -> None:
        with atomic():
            if answer.is_refused:
                row = mapped.lock_mapping(mapping_id=claimed.mapping_id)
                row.is_push_refused, row.why = True, answer.message[:2000]
                row.save(update_fields=["is_push_refused", "why"])
                mappings.tell_people(row, at)
                rows = AvailabilityPush.objects.filter(mapping_id=claimed.mapping_id)
                rows.exclude(state="sent").update(state="refused", error=answer.message[:2000])
            for pk, seen in zip(claimed.ids, claimed.seen, strict=True):
                rows = AvailabilityPush.objects.filter(pk=pk, state="sending")
                same = rows.filter(change_cnt=seen)
                if not same.update(state="sent", sent_at=at, attempts=0, error=""):
                    rows.update(state="waiting", due_at=at, attempts=0)
            ChannelConnection.objects.filter(pk=self.row.pk).update(
                last_push_at=at,
                breaker_state="closed",
                breaker_failures=0,
                breaker_until=None,
                breaker_error="",
            )

    def _given_up(self, claimed: pushes.PushClaim, error: str, at: datetime) -> None:
        rows = AvailabilityPush.objects.filter(pk__in=claimed.ids, state="sending")
        rows.update(state="failed", error=error[:2000], attempts=F("attempts") + 1)
        self._count(error, at)

    def _failed(self, claimed: pushes.PushClaim, error: str, at: datetime) -> None:
        wait = timedelta(seconds=min(5 * 2 ** min(claimed.attempts, 10), 3600))
        with atomic():
            # Later days of the same product wait for earlier ones.
            waiting = AvailabilityPush.objects.filter(mapping_id=claimed.mapping_id)
            waiting.filter(state="waiting").update(due_at=at + wait)
            rows = waiting.filter(pk__in=claimed.ids, state="sending")
            rows.update(state="waiting", due_at=at + wait, attempts=F("attempts") + 1, error=error[:2000])
        self._count(error, at)

    def _count(self, error: str, at: datetime) -> None:
        failures = self.row.breaker_failures + 1
        changes: dict[str, Any] = {"breaker_failures": failures, "breaker_error": error[:500]}
        if failures >= OPEN_AFTER or self.row.breaker_state == "half_open":
            rounds = min(max(0, failures - OPEN_AFTER), 6)
            away = min(_AWAY * 2**rounds, _LONGEST_AWAY)
            changes |= {"breaker_state": "open", "breaker_until": at + away}
        if failures == OPEN_AFTER:
            self._tell_people(at)
        ChannelConnection.objects.filter(pk=self.row.pk).update(**changes)
        self.row.breaker_failures = failures
        self.row.breaker_state = changes.get("breaker_state", self.row.breaker_state)

    def _tell_people(self, at: datetime) -> None:
        with atomic():
            outbox.publish(
                outbox.PLUGIN_FAILING, at=at, slug=self.row.channel, title=self.adapter.title, reason=GONE
            )


def resume(*, at: datetime) -> None:
    """Have everything sent that waits, in case its job got lost; once a day."""
    for connection_id in pushes.waiting_connections():
        plan(connection_id=connection_id, due_at=at)


def retry(*, connection_id: int, at: datetime) -> int:
    """Have failed and refused days of a connection told once more; returns how many."""
    with atomic():
        row = connected.lock_connection(connection_id=connection_id)
        ProductMapping.objects.filter(connection=row).update(is_push_refused=False)
        rows = AvailabilityPush.objects.filter(connection=row, state__in=("failed", "refused"))
        count = rows.update(state="waiting", due_at=at, attempts=0, error="")
        ChannelConnection.objects.filter(pk=row.pk).update(
            breaker_state="closed", breaker_failures=0, breaker_until=None
        )
    plan(connection_id=connection_id, due_at=at)
    return count
