"""What is posted, where and how often; buttons that are pressed in Slack."""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from django.test import Client

from outfitter.plugins import contexts, records, tasks, webhooks
from outfitter.plugins.models import WebhookEvent
from outfitter.sdk import Event, Permanent, Retryable, TenantContext
from outfitter_slack import bot
from outfitter_slack.plugin import plugin
from slack_double import courier
from tests.plugins.slack.conftest import APP
from tests.plugins.slack.test_serializers import PAYLOAD
from tests.support import database
from tests.support.sales import fill_cart, make_offer

SCHEMA = database.REEF.schema_name
EVERY = {
    "channel_id": "C0BOOKINGS",
    "is_on_cancellation": True,
    "is_on_rebooking": True,
    "is_on_question": True,
    "is_on_review": True,
    "is_on_dispute": True,
}


@pytest.fixture
def chosen(connected: Client) -> Client:
    """Return the owner's browser once a channel and everything to post is chosen."""
    body = {"values": EVERY}
    answer = connected.post("/api/plugin/slack/settings/save", body, content_type="application/json")
    assert answer.status_code == 200
    return connected


@pytest.fixture
def trip_id(reef: Any) -> int:
    return int(fill_cart(make_offer(), adults=2))


def context() -> TenantContext:
    return contexts.context_for(schema_name=SCHEMA, slug="slack")


def tell(name: str, event_id: str = "0198-1", **payload: Any) -> None:
    plugin.on_event(context(), Event(event_id, name, payload, datetime.now(UTC)))


def header(message: Any) -> str:
    return str(message.blocks[0]["text"]["text"])


def test_an_event_is_posted_once_however_often_it_comes(chosen: Client, double: Any) -> None:
    for _ in range(3):
        tell("trip.converted", **PAYLOAD)
    (posted,) = double.workspace.newest_first()
    assert (posted.channel, header(posted)) == ("C0BOOKINGS", "New booking OF-7QX2")
    kept = records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1")
    assert kept == {"trip_id": 41, "is_posted": True, "channel": "C0BOOKINGS", "ts": posted.ts}


@pytest.mark.parametrize(
    ("name", "payload", "title"),
    [
        ("trip.changed", {"action": "trip_order.cancelled"}, "Canceled"),
        ("trip.changed", {"action": "trip_order.rebooked"}, "Rebooked"),
        ("trip.question_asked", {"excerpt": "Is <lunch> & tea in it?"}, "Question about"),
        ("trip.rated", {"rating": 4, "excerpt": "Lovely"}, "Review of"),
        ("payment.disputed", {"status": "needs_response", "amount": 4900, "currency": "USD"}, "Disputed"),
    ],
)
def test_each_event_that_was_chosen(
    chosen: Client, double: Any, trip_id: int, name: str, payload: dict[str, Any], title: str
) -> None:
    tell(name, trip_id=trip_id, **payload)
    (posted,) = double.workspace.newest_first()
    assert header(posted).startswith(title)
    told = json.dumps(posted.blocks, ensure_ascii=False)
    assert f"/trip/{trip_id}" in told
    if "<" in payload.get("excerpt", ""):
        assert "Is &lt;lunch&gt; &amp; tea in it?" in told
    if name == "trip.rated":
        assert "★★★★☆ Lovely" in told


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("trip.changed", {"action": "trip.note_added"}),
        ("payment.disputed", {"status": "won", "amount": 1, "currency": "USD"}),
    ],
)
def test_other_news_are_not_posted(
    chosen: Client, double: Any, trip_id: int, name: str, payload: Any
) -> None:
    tell(name, trip_id=trip_id, **payload)
    assert double.workspace.newest_first() == []


def test_what_was_not_chosen_is_not_posted(connected: Client, double: Any, trip_id: int) -> None:
    body = {"values": {"channel_id": "C0BOOKINGS"}}
    connected.post("/api/plugin/slack/settings/save", body, content_type="application/json")
    tell("trip.rated", trip_id=trip_id, rating=5, excerpt="")
    assert double.workspace.newest_first() == []


@pytest.mark.parametrize(
    ("mood", "kind"),
    [
        ("429", Retryable),
        ("internal_error", Retryable),
        ("channel_not_found", Permanent),
        ("is_archived", Permanent),
        ("token_revoked", bot.TokenRefused),
        ("invalid_auth", bot.TokenRefused),
    ],
)
def test_what_slack_refuses_was_not_posted_and_may_be_later(
    chosen: Client, double: Any, mood: str, kind: type[Exception]
) -> None:
    double.workspace.moods = [mood]
    with pytest.raises(kind):
        tell("trip.converted", **PAYLOAD)
    tell("trip.converted", **PAYLOAD)
    assert len(double.workspace.newest_first()) == 1
    assert bool(context().oauth.problem) is (kind is bot.TokenRefused)  # type: ignore[union-attr]


def test_how_long_slack_asks_to_wait_is_heard(chosen: Client, double: Any) -> None:
    double.workspace.moods, double.workspace.wait = ["429"], 90
    with pytest.raises(Retryable, match="asks to wait 90 s") as busy:
        tell("trip.converted", **PAYLOAD)
    assert busy.value.wait_seconds == 90
    tell("trip.converted", **PAYLOAD)
    assert len(double.workspace.newest_first()) == 1


def test_what_was_posted_long_ago_is_forgotten(chosen: Client, double: Any) -> None:
    tell("trip.converted", **PAYLOAD)
    now = datetime.now(UTC)
    tasks.forget_done(at=now + timedelta(days=89))
    assert records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1")
    tasks.forget_done(at=now + timedelta(days=91))
    assert records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1") is None


def test_a_lost_answer_is_not_posted_again(
    chosen: Client, double: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = double.workspace.post

    def post(body: Any) -> Any:
        taken(body)
        raise BrokenPipeError

    monkeypatch.setattr(double.workspace, "post", post)
    for _ in range(2):
        with pytest.raises(Permanent):
            tell("trip.converted", **PAYLOAD)
    assert len(double.workspace.newest_first()) == 1


def press(
    body: bytes, *, host: str = "localhost", at: int | None = None, secret: str = APP.signing_secret
) -> Any:
    when = int(time.time()) if at is None else at
    answer = Client(HTTP_HOST="localhost").post(
        "/partner/slack/actions",
        body,
        "application/x-www-form-urlencoded",
        headers={
            "X-Slack-Request-Timestamp": str(when),
            "X-Slack-Signature": courier.signature(secret, when, body),
        },
    )
    for row in WebhookEvent.objects.filter(status="waiting", provider="slack"):
        webhooks.handle.run(webhook_id=row.pk)
    return answer


def pressed(double: Any, action_id: str = "acknowledge") -> bytes:
    message = double.workspace.newest_first()[0]
    found = next(one for one in message.blocks[-1]["elements"] if one["action_id"] == action_id)
    return courier.press_body(message, found)


def test_somebody_acknowledges(chosen: Client, double: Any) -> None:
    tell("trip.converted", **PAYLOAD)
    answer = press(pressed(double))
    assert (answer.status_code, answer.content) == (200, b"")
    (posted,) = double.workspace.newest_first()
    assert "Acknowledged by <@U0KIM>" in posted.blocks[-1]["elements"][0]["text"]
    buttons = [one for block in posted.blocks for one in block.get("elements", ()) if "action_id" in one]
    assert [one["action_id"] for one in buttons] == ["open_trip"]
    kept = records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1") or {}
    assert (kept["acknowledged_by"], kept["acknowledged_name"]) == ("U0KIM", "kim")


def test_a_replay_and_a_second_press_change_nothing(chosen: Client, double: Any) -> None:
    tell("trip.converted", **PAYLOAD)
    first, second = pressed(double), pressed(double)
    assert press(first).status_code == press(first).status_code == 200
    assert WebhookEvent.objects.count() == 1
    kept = records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1")
    assert press(second.replace(b"U0KIM", b"U0LEA")).status_code == 200
    assert records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1") == kept
    assert "<@U0KIM>" in json.dumps(double.workspace.newest_first()[0].blocks)


@pytest.mark.parametrize("changes", [{"secret": "another"}, {"at": -301}, {"at": 301}])
def test_what_is_not_slacks_or_too_old_is_refused(
    chosen: Client, double: Any, changes: dict[str, Any]
) -> None:
    tell("trip.converted", **PAYLOAD)
    if "at" in changes:
        changes = {"at": int(time.time()) + changes["at"]}
    assert press(pressed(double), **changes).status_code == 401
    assert WebhookEvent.objects.count() == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"payload=",
        b"payload=%7B",
        b"payload=[]",
        b"x=1",
        b"payload=%7B%22type%22:%22block_actions%22%7D",
    ],
)
def test_what_cannot_be_read_is_refused(chosen: Client, body: bytes) -> None:
    assert press(body).status_code == 401


def test_a_link_button_is_heard_and_nothing_happens(chosen: Client, double: Any) -> None:
    tell("trip.converted", **PAYLOAD)
    assert press(pressed(double, "open_trip")).status_code == 200
    kept = records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1") or {}
    assert "acknowledged_by" not in kept


@pytest.mark.parametrize("field", ["team", "channel", "ts"])
def test_a_message_that_is_not_ours_is_nobodys_business(chosen: Client, double: Any, field: str) -> None:
    tell("trip.converted", **PAYLOAD)
    payload = json.loads(parse_qs(pressed(double).decode())["payload"][0])
    if field == "ts":
        payload["message"]["ts"] = "1.1"
    else:
        payload[field]["id"] = "X1"
    assert press(urlencode({"payload": json.dumps(payload)}).encode()).status_code == 200
    kept = records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1") or {}
    assert "acknowledged_by" not in kept


def test_another_operators_message_is_not_acknowledged(chosen: Client, double: Any, peak: Any) -> None:
    tell("trip.converted", **PAYLOAD)
    body = pressed(double).replace(SCHEMA.encode(), database.PEAK.schema_name.encode())
    assert press(body).status_code == 200
    kept = records.find(schema_name=SCHEMA, slug="slack", key="post:0198-1") or {}
    assert "acknowledged_by" not in kept
