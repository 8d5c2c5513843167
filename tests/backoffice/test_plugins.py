"""The plugins page: switching, settings made from the plugin's schema, health, latest calls."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter.plugins.models import OutboxDelivery, OutboxEvent, WebhookEvent
from outfitter_tenants.audit.models import AuditLog
from tests.support import database
from tests.support.api_operations import assert_error, sign_in

SCHEMA = database.REEF.schema_name
HOOK = "https://hooks.slack.com/services/T0/B0/secret"


@pytest.fixture
def owner(reef, client_for):
    client = client_for("reef")
    sign_in(client, database.REEF.owner_email, database.PASSWORD)
    return client


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def fields(plugin):
    return {field["name"]: field for field in plugin["fields"]}


def save(client, **values):
    return post(client, "/api/plugin/slack/settings/save", {"values": values})


def test_every_installed_plugin_is_listed(owner):
    found = {p["slug"]: p for p in owner.get("/api/plugins/get").json()["plugins"]}

    assert {"slack", "stripe"} <= set(found)
    assert (found["slack"]["title"], found["slack"]["category"]) == ("Slack", "messaging")


def test_a_plugin_is_switched_on_and_off(owner):
    on = post(owner, "/api/plugin/slack/enable").json()["plugin"]
    assert on["is_enabled"]
    assert "slack" in configs.enabled_slugs(schema_name=SCHEMA)
    off = post(owner, "/api/plugin/slack/disable").json()["plugin"]
    assert not off["is_enabled"]
    assert "slack" not in configs.enabled_slugs(schema_name=database.PEAK.schema_name)
    done = AuditLog.objects.filter(entity_type="plugin").values_list("action", flat=True)
    assert list(done.order_by("id")) == ["plugin.enabled", "plugin.disabled"]


def test_the_form_follows_the_schema(owner):
    form = fields(owner.get("/api/plugin/slack/get").json()["plugin"])

    assert form["is_on_trip_converted"]["kind"] == "bool"
    assert form["is_on_trip_converted"]["value"] is True
    assert form["webhook_url"]["is_secret"]
    assert form["webhook_url"]["help"]
    texts = fields(owner.get("/api/plugin/twilio/get").json()["plugin"])
    assert (texts["sender"]["kind"], texts["whatsapp_templates"]["kind"]) == ("text", "lines")


def test_fields_are_called_as_people_would(owner):
    slack = fields(owner.get("/api/plugin/slack/get").json()["plugin"])
    stripe = fields(owner.get("/api/plugin/stripe/get").json()["plugin"])

    assert [one["label"] for one in slack.values()][:4] == [
        "Post to",
        "Webhook address",
        "Channel",
        "New bookings",
    ]
    assert stripe["secret_key"]["label"] == "Secret key"


def test_a_secret_is_never_shown_again_and_kept(owner):
    shown = save(owner, webhook_url=HOOK, channel="#bookings").json()["plugin"]
    assert (fields(shown)["webhook_url"]["value"], fields(shown)["webhook_url"]["is_set"]) == (None, True)
    assert shown["is_enabled"]

    again = save(owner, webhook_url=None, channel="#sales")
    kept = configs.settings_of(schema_name=SCHEMA, slug="slack")
    assert (kept["webhook_url"], kept["channel"]) == (HOOK, "#sales")
    assert HOOK not in again.text
    assert HOOK not in str(list(AuditLog.objects.values_list("after", flat=True)))

    save(owner, webhook_url="", channel="#sales")
    assert configs.settings_of(schema_name=SCHEMA, slug="slack")["webhook_url"] == ""


def test_what_does_not_fit_is_named_and_keeps_the_old(owner):
    save(owner, webhook_url=HOOK)

    answer = save(owner, webhook_url="https://evil.example/")

    assert "webhook_url" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
    assert configs.settings_of(schema_name=SCHEMA, slug="slack")["webhook_url"] == HOOK
    assert_error(save(owner, colour="red"), 422, "validation_failed")


def test_the_latest_calls_are_told_without_contents(owner):
    at = utc_now()
    for schema in (SCHEMA, database.PEAK.schema_name):
        event = OutboxEvent.objects.create(
            schema_name=schema, name="trip.converted", payload={"name": "Ana"}, occurred_at=at
        )
        OutboxDelivery.objects.create(
            event=event,
            subscriber="plugin:slack",
            status="failed",
            attempt_cnt=8,
            next_at=at,
            error="Timeout\nTraceback",
        )
    WebhookEvent.objects.create(
        provider="slack",
        event_id="e1",
        kind="message",
        schema_name=SCHEMA,
        payload={},
        received_at=at,
        next_at=at,
        status="done",
        done_at=at,
    )

    found = owner.get("/api/plugin/slack/get").json()["plugin"]

    assert sorted((c["direction"], c["status"], c["error"]) for c in found["calls"]) == [
        ("in", "done", ""),
        ("out", "failed", "Timeout"),
    ]
    assert found["failing_cnt"] == 1


def test_health_is_the_plugin_s_own_answer(owner):
    answer = post(owner, "/api/plugin/slack/health/check").json()

    assert answer["health"] == "Connect Slack, or enter the address of an incoming webhook."


@pytest.mark.parametrize("path", ["get", "enable", "disable", "health/check", "settings/save"])
def test_an_unknown_plugin_is_not_found(owner, path):
    address = f"/api/plugin/nosuch/{path}"
    answer = (
        owner.get(address)
        if path == "get"
        else post(owner, address, {"values": {}} if path.startswith("settings") else {})
    )

    assert_error(answer, 404, "not_found")
