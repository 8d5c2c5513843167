"""
Events: written in the transaction they tell of, delivered after it, once per subscriber.

A delivery is at least once. `Permanent` ends it, anything else is retried with back-off, alone:
one broken plugin never holds up another.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Q
from psycopg.types.json import Jsonb

from outfitter.db import queue
from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter.db.tenant_schema import PUBLIC, current_schema, in_schema
from outfitter.db.tenant_tasks import tenant_task
from outfitter.plugins import configs, contexts, fair_queue, redaction, registry, time_limits
from outfitter.plugins.models import OutboxDelivery
from outfitter.plugins.types import Event, Permanent, TenantContext

Subscriber = Callable[[TenantContext, Event], None]

GRACE: Final = timedelta(seconds=10)
# Events of the product's own parts are for at most so long at the broker.
AT_BROKER: Final = timedelta(seconds=30)
POLICY: Final = queue.RetryPolicy(
    first=timedelta(seconds=10), most_attempts=8, final=(Permanent,), asked_for=fair_queue.asked_for
)
PLUGIN: Final = "plugin:"
# What is published when a plugin could not take an event and nobody tries again.
PLUGIN_FAILING: Final = "plugin.failing"
# Up to so many events have a statement of their own text, which is prepared; more are sent as lists.
_FEW: Final = 25
_own: dict[str, dict[str, Subscriber]] = {}
_when: dict[tuple[str, str], Callable[[], bool]] = {}


def subscribe(event: str, name: str, function: Subscriber, *, when: Callable[[], bool] | None = None) -> None:
    """
    Let a part of the product itself receive an event, as `core:<name>`.

    `when` is asked at every event, in its transaction: operators of whom it is not true have no
    row of it. It must cost next to nothing.
    """
    _own.setdefault(event, {})[f"core:{name}"] = function
    if when is not None:
        _when[event, f"core:{name}"] = when


def publish(name: str, *, at: datetime, **payload: Any) -> None:
    """
    Record an event in the current transaction for everybody who wants it.

    An event without subscribers leaves no row.

    :raises RuntimeError: outside a transaction, or in the public schema
    """
    schema = current_schema()
    if not connection.in_atomic_block or schema == PUBLIC:
        raise RuntimeError("events are published inside an operator's transaction")
    waiting = _together.get()
    wanted = _wanted(schema, name) if waiting is None else waiting.subscribers_of(schema, name)
    if not wanted:
        return
    event = _Event(schema, name, payload, at, wanted)
    if waiting is None:
        _record([event])
    else:
        waiting.events.append(event)


@contextmanager
def together() -> Iterator[None]:
    """
    Record what is published inside at the end of the block, in its order and in few statements.

    For parts of a transaction that end it with whatever they raise: of a part that was undone
    alone, its events would stay.
    """
    if _together.get() is not None:
        yield
        return
    waiting = _Waiting()
    token = _together.set(waiting)
    try:
        yield
    finally:
        _together.reset(token)
    _record(waiting.events)


class _Event(NamedTuple):
    """What is told to whom."""

    schema: str
    name: str
    payload: dict[str, Any]
    at: datetime
    wanted: list[str]


class _Waiting:
    """Events of a block that are recorded at its end, and who wants each kind of them."""

    def __init__(self) -> None:
        self.events: list[_Event] = []
        self._wanted: dict[tuple[str, str], list[str]] = {}

    def subscribers_of(self, schema: str, name: str) -> list[str]:
        """Return who wants an event; asked once a block, where hundreds are told of."""
        if (schema, name) not in self._wanted:
            self._wanted[schema, name] = _wanted(schema, name)
        return self._wanted[schema, name]


_together: ContextVar[_Waiting | None] = ContextVar("events_recorded_together", default=None)


def _record(events: Sequence[_Event]) -> None:
    if not events:
        return
    if len(events) > _FEW:
        _record_many(events)
        return
    values: list[Any] = []
    for one in events:
        values += [one.schema, one.name, Jsonb(one.payload), one.at, one.at]
        values += [one.schema, one.at, one.at + GRACE, one.wanted]
    with prepared_cursor() as cursor:
        cursor.execute(_text(len(events)), values)
        _deliver_all(cursor.fetchall())


def _record_many(events: Sequence[_Event]) -> None:
    wanted = {(one.schema, one.name): one.wanted for one in events}
    told = [(*key, subscriber) for key, names in wanted.items() for subscriber in names]
    values: dict[str, Any] = {
        "grace": GRACE,
        "schemas": [one.schema for one in events],
        "names": [one.name for one in events],
        "payloads": [Jsonb(one.payload) for one in events],
        "times": [one.at for one in events],
        "told_schemas": [schema for schema, _, _ in told],
        "told_names": [name for _, name, _ in told],
        "subscribers": [subscriber for _, _, subscriber in told],
    }
    with connection.cursor() as cursor:
        cursor.execute(_PUBLISH_MANY, values)
        _deliver_all(cursor.fetchall())


def _deliver_all(rows: Sequence[tuple[int, str]]) -> None:
    """Have deliveries that are written be made once the transaction is: ours now, plugins' in turn."""
    own = [delivery_id for delivery_id, subscriber in rows if not subscriber.startswith(PLUGIN)]
    if len(own) < len(rows):
        fair_queue.serve_queues.after_commit()
    if own:
        deliver.after_commit(delivery_ids=own)


@lru_cache(maxsize=32)
def _text(cnt: int) -> str:
    parts = ", ".join(_PUBLISH.format(place=place) for place in range(cnt))
    told = " UNION ALL ".join(f"SELECT id, subscriber FROM told{place}" for place in range(cnt))  # noqa: S608
    return one_line(f"WITH {parts} {told}")


_PUBLISH: Final = """
event{place} AS (
  INSERT INTO plugins_outboxevent (schema_name, name, payload, occurred_at, dispatched_at)
  VALUES (%s, %s, %s, %s, %s) RETURNING id),
told{place} AS (
  INSERT INTO plugins_outboxdelivery
    (event_id, subscriber, schema_name, status, attempt_cnt, next_at, error)
  SELECT event{place}.id, subscriber, %s,
         CASE WHEN starts_with(subscriber, 'plugin:') THEN 'waiting' ELSE 'sent' END, 0,
         CASE WHEN starts_with(subscriber, 'plugin:') THEN %s::timestamptz ELSE %s::timestamptz END, ''
    FROM event{place}, unnest(%s::text[]) AS subscriber
  RETURNING id, subscriber)
"""


# The same for any number of events; who wants one goes by its name alone.
_PUBLISH_MANY: Final = """
WITH event AS (
  INSERT INTO plugins_outboxevent (schema_name, name, payload, occurred_at, dispatched_at)
  SELECT given.schema, given.name, given.payload, given.at, given.at
    FROM unnest(%(schemas)s::text[], %(names)s::text[], %(payloads)s::jsonb[], %(times)s::timestamptz[])
      WITH ORDINALITY AS given (schema, name, payload, at, place)
   ORDER BY given.place
  RETURNING id, schema_name, name, occurred_at),
told AS (
  INSERT INTO plugins_outboxdelivery
    (event_id, subscriber, schema_name, status, attempt_cnt, next_at, error)
  SELECT event.id, wanted.subscriber, event.schema_name,
         CASE WHEN starts_with(wanted.subscriber, 'plugin:') THEN 'waiting' ELSE 'sent' END, 0,
         CASE WHEN starts_with(wanted.subscriber, 'plugin:') THEN event.occurred_at
              ELSE event.occurred_at + %(grace)s END, ''
    FROM event JOIN unnest(%(told_schemas)s::text[], %(told_names)s::text[], %(subscribers)s::text[])
      AS wanted (schema, name, subscriber)
      ON wanted.schema = event.schema_name AND wanted.name = event.name
   ORDER BY event.id
  RETURNING id, subscriber)
SELECT id, subscriber FROM told
"""


def has_subscribers(*names: str) -> bool:
    """Return whether anybody at the current operator wants one of these events."""
    schema = current_schema()
    return any(_wanted(schema, name) for name in names)


def _wanted(schema: str, name: str) -> list[str]:
    own = [
        subscriber
        for subscriber in _own.get(name, {})
        if (name, subscriber) not in _when or _when[name, subscriber]()
    ]
    return [*own, *_plugins_for(schema, name)]


def _plugins_for(schema: str, name: str) -> list[str]:
    asking = [slug for slug, manifest in registry.manifests().items() if name in manifest.events]
    if not asking:
        return []
    enabled = configs.enabled_slugs(schema_name=schema)
    return [f"plugin:{slug}" for slug in sorted(enabled.intersection(asking))]


@tenant_task("outbox.deliver", queue="default")
def deliver(*, delivery_ids: Sequence[int] = (), delivery_id: int | None = None, **_future: Any) -> None:
    """
    Hand events to parts of the product, one after another; each failure is its own.

    What one transaction tells travels as one message: a sale tells three, and a message costs it
    most of a millisecond. A single `delivery_id` is what was sent before an update.
    """
    for one in [*delivery_ids, *([] if delivery_id is None else [delivery_id])]:
        deliver_event(one)


def deliver_event(delivery_id: int) -> bool:
    """
    Hand one event to its subscriber; whoever claims the row runs it.

    Returns False when the subscriber failed and is called again.
    """
    rows = OutboxDelivery.objects.select_related("event")
    return queue.run(
        rows, delivery_id, _call, policy=POLICY, tell=redaction.describe_error, on_final=_announce_failing
    )


def _in_turn(delivery_id: int, schema_name: str) -> bool:
    with in_schema(schema_name):
        return deliver_event(delivery_id)


fair_queue.register_runner("event", _in_turn)


def _call(row: OutboxDelivery) -> str | None:
    stored = row.event
    event = Event(str(stored.pk), stored.name, stored.payload, stored.occurred_at)
    kind, _, name = row.subscriber.partition(":")
    if kind == "core":
        function = _own.get(stored.name, {}).get(row.subscriber)
        if function is not None:
            function(contexts.context_for(schema_name=stored.schema_name), event)
        return None
    if name not in configs.enabled_slugs(schema_name=stored.schema_name):
        return None
    call = registry.by_plugin("on_event", only=[name])[name]
    with (
        fair_queue.heeding_waits(slug=name, schema_name=stored.schema_name),
        contexts.plugin_context(schema_name=stored.schema_name, slug=name) as ctx,
        time_limits.time_limit(time_limits.JOB_SECONDS),
    ):
        said = call(ctx=ctx, event=event)
        note = said[0] if isinstance(said, list) and said else said
        return redaction.redact(note)[:300] if isinstance(note, str) else None


def _announce_failing(row: OutboxDelivery, problem: Exception, at: datetime) -> None:
    kind, _, slug = row.subscriber.partition(":")
    # A plugin that cannot even hear that it fails must not go round in circles.
    if kind == "plugin" and row.event.name != PLUGIN_FAILING:
        title = registry.manifests()[slug].title if slug in registry.manifests() else slug
        publish(PLUGIN_FAILING, at=at, slug=slug, title=title, event=row.event.name)


def sweep_deliveries(*, at: datetime, limit: int = 500) -> int:
    """
    Send again what is due: never sent, failed and waiting, or lost with its worker.

    What waits for a plugin is taken in turn (lanes) and not sent.
    """
    rows = OutboxDelivery.objects.select_related("event")
    freed = queue.free(rows, at=at, policy=POLICY, on_final=_announce_failing, limit=limit)
    own = rows.filter(~Q(subscriber__startswith=PLUGIN))
    return freed + queue.send_due(own, _send, at=at, sent_for=AT_BROKER, limit=limit)


def _send(row: OutboxDelivery) -> None:
    deliver.apply_async(
        kwargs={"delivery_ids": [row.pk]}, headers={"outfitter_schema": row.event.schema_name}
    )
