"""Posting: what an operator chose to hear of, to where it is connected, each event once."""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk import ActionStep, Event, Permanent, PluginAction, Retryable, TenantContext
from outfitter_slack import bot, client, serializers
from outfitter_slack.oauth import told_when_broken
from outfitter_slack.settings import SlackSettings, settings_of
from outfitter_slack.translations import Kind

SLUG: Final = "slack"
# What the log calls a change of a trip -> what people want to hear of.
_CHANGES: Final[Mapping[str, Kind]] = {
    "trip_order.cancelled": "cancellation",
    "trip_order.rebooked": "rebooking",
}
_EVENTS: Final[Mapping[str, Kind]] = {
    "trip.converted": "booking",
    "trip.question_asked": "question",
    "trip.rated": "review",
    "payment.disputed": "dispute",
}
# A bank asks; what follows is our own doing or its decision.
_DISPUTE_BEGINS: Final = frozenset({"inquiry", "needs_response"})


def key_of(event_id: str) -> str:
    """Return what the record of an event's message is called."""
    return f"post:{event_id}"


def kind_of(event: Event) -> Kind | None:
    """Return what people would call an event, None for what nobody asked for."""
    if event.name == "trip.changed":
        return _CHANGES.get(str(event.payload.get("action")))
    if event.name == "payment.disputed" and event.payload.get("status") not in _DISPUTE_BEGINS:
        return None
    return _EVENTS.get(event.name)


def is_wanted(kind: Kind, settings: SlackSettings) -> bool:
    """Return whether an operator wants to hear of it."""
    return {
        "booking": settings.is_on_trip_converted,
        "cancellation": settings.is_on_cancellation,
        "rebooking": settings.is_on_rebooking,
        "question": settings.is_on_question,
        "review": settings.is_on_review,
        "dispute": settings.is_on_dispute,
    }[kind]


def post_event(ctx: TenantContext, event: Event) -> None:
    """
    Post a message about an event unless that was done.

    :raises Retryable: Slack did not take it, or asks to wait
    :raises Permanent: Slack refuses, or nobody knows whether it took the message
    """
    settings, kind = settings_of(ctx), kind_of(event)
    if kind is None or not is_wanted(kind, settings):
        return
    is_connected = ctx.oauth is not None and bool(settings.channel_id)
    if not is_connected and not settings.webhook_url:
        return
    message = serializers.event_message(ctx, kind, _facts(ctx, event), event_id=event.id)
    if message is not None:
        _post_once(ctx, event, message, settings if is_connected else None, settings.webhook_url)


def _facts(ctx: TenantContext, event: Event) -> Mapping[str, Any]:
    """Return what a message tells; the trip is read anew where its event names it only."""
    if event.name == "trip.converted":
        return event.payload
    from outfitter.sdk import trips

    trip = trips.find_trip(ctx, trip_id=int(event.payload["trip_id"]))
    return {**(trip or {}), **event.payload}


def _post_once(
    ctx: TenantContext,
    event: Event,
    message: Mapping[str, Any],
    connected: SlackSettings | None,
    webhook_url: str,
) -> None:
    from outfitter.sdk import records

    key = key_of(event.id)
    trip_id = event.payload.get("trip_id")
    if not records.claim(ctx, plugin=SLUG, key=key, value={"trip_id": trip_id, "is_posted": False}):
        known = records.find(ctx, plugin=SLUG, key=key) or {}
        if known.get("is_posted"):
            return
        # Its worker died between asking Slack and hearing of it.
        raise Permanent("This may have been posted already, so it isn't posted again.")
    try:
        posted = _send(ctx, message, connected, webhook_url)
    except bot.AnswerLost:
        raise
    except (Retryable, Permanent):
        records.forget(ctx, plugin=SLUG, key=key)
        raise
    with records.change(ctx, plugin=SLUG, key=key) as kept:
        if kept is not None:
            kept.update(posted, is_posted=True)


def _send(
    ctx: TenantContext, message: Mapping[str, Any], connected: SlackSettings | None, webhook_url: str
) -> dict[str, str]:
    if connected is None:
        client.post(webhook_url, serializers.without_buttons(message))
        return {}
    with told_when_broken(ctx):
        ts = bot.post(ctx, connected.channel_id, message)
    return {"channel": connected.channel_id, "ts": ts}


def test_action() -> PluginAction:
    """Return the button that posts a message to try the channel."""
    return PluginAction("test", "Send a test message", "Posts one line to the channel you chose.", _test)


def _test(ctx: TenantContext, cursor: str) -> ActionStep:
    settings = settings_of(ctx)
    message = serializers.test_message(ctx)
    if ctx.oauth is not None and settings.channel_id:
        with told_when_broken(ctx):
            bot.post(ctx, settings.channel_id, message)
    elif settings.webhook_url:
        client.post(settings.webhook_url, message)
    else:
        raise Permanent("Choose a channel first.")
    return ActionStep("Posted.")


def health(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong. Posts nothing."""
    settings = settings_of(ctx)
    if ctx.oauth is None:
        if not settings.webhook_url:
            return "Connect Slack, or enter the address of an incoming webhook."
        return client.probe(settings.webhook_url)
    try:
        with told_when_broken(ctx):
            bot.probe(ctx)
    except Retryable:
        return "Slack is not reachable right now."
    except Permanent as problem:
        return str(problem)
    return "ok" if settings.channel_id or settings.webhook_url else "Choose a channel."
