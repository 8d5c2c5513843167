"""A plugin's secrets are encrypted where they lie and are written down nowhere."""

import json
import logging
from io import StringIO
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection, transaction

from outfitter.kit.clock import utc_now
from outfitter.plugins import (
    configs,
    contexts,
    delivery_log,
    fair_queue,
    hold_checks,
    outbox,
    redaction,
    scheduled_jobs,
)
from outfitter.plugins.models import TenantPlugin
from outfitter.plugins.types import Permanent, Retryable
from outfitter_tenants.backoffice.plugin_settings import operations as plugin_settings
from tests.plugins.isolation.conftest import SECRET

log = logging.getLogger("outfitter_third_party")


def blab(ctx: Any) -> None:
    """Log a secret in every way there is, and put it into an error."""
    token = ctx.config["token"]
    log.warning("calling with %s", token)
    log.warning("calling with %(config)r", {"config": ctx.config})
    log.warning("https://partner.example/?key=%s", quote(token, safe=""))
    log.warning("the context is %r", ctx)
    try:
        raise ValueError(f"refused {token}")
    except ValueError:
        log.exception("it failed")


@pytest.fixture
def written(reef: Any) -> Any:
    """Everything that is logged, as a file would get it."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


def spelled(text: str) -> bool:
    """Tell whether the secret stands in a text, however it is spelled."""
    parts = (SECRET, quote(SECRET, safe=""), json.dumps(SECRET)[1:-1], SECRET.split("/")[0])
    return any(part in text for part in parts)


def everything_stored() -> str:
    """Return every row of every table of the public schema and of the operator's, as text."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 't_reef')")
        for schema, table in cursor.fetchall():
            cursor.execute(f'SELECT t::text FROM "{schema}"."{table}" t')
            found += [row[0] for row in cursor.fetchall()]
    return "\n".join(found)


@pytest.mark.parametrize("kind", [RuntimeError, Retryable, Permanent])
def test_a_planted_secret_is_found_nowhere(plant, written, kind):
    def tell(ctx: Any, _event: Any = None) -> Any:
        blab(ctx)
        raise kind(f"bad token {ctx.config['token']}")

    plant("leaky", on_event=tell, check_hold=tell)
    plugin_settings.save(slug="leaky", values={"token": SECRET}, at=utc_now())
    with transaction.atomic():
        outbox.publish("trip.converted", at=utc_now())
    fair_queue.serve_queues.run()
    hold_checks.find_hold_objections(schema_name="t_reef", timeslot_id=1, pax_cnt=1)
    told = plugin_settings.check(slug="leaky")
    shown = plugin_settings.get_plugin(slug="leaky")

    assert written.getvalue().count("***") >= 8
    assert not spelled(written.getvalue())
    assert "bad token ***" in told
    assert not spelled(f"{shown} {delivery_log.last_calls(schema_name='t_reef', slug='leaky')}")
    assert "bad token ***" in everything_stored()
    assert not spelled(everything_stored())


def test_settings_are_unreadable_without_the_key(plant, reef):
    plant("leaky")
    row = TenantPlugin.objects.get(slug="leaky")

    assert row.settings_encrypted
    assert SECRET not in row.settings_encrypted
    assert configs.settings_of(schema_name="t_reef", slug="leaky") == {"token": SECRET}


def test_a_context_does_not_show_its_settings(plant, reef):
    plant("leaky")

    assert SECRET not in repr(contexts.context_for(schema_name="t_reef", slug="leaky"))


def test_work_that_becomes_due_writes_none_down(plant, reef, monkeypatch, written):
    def clear(_payload: Any, _at: Any) -> None:
        with contexts.plugin_context(schema_name="t_reef", slug="leaky") as ctx:
            raise RuntimeError(f"bad token {ctx.config['token']}")

    plant("leaky")
    monkeypatch.setitem(scheduled_jobs._handlers, "test", clear)
    sent = []
    monkeypatch.setattr(scheduled_jobs.run, "apply_async", lambda **job: sent.append(job["kwargs"]))
    scheduled_jobs.schedule("test", key="a", due_at=utc_now())
    scheduled_jobs.start_due(at=utc_now())
    scheduled_jobs.run.run(**sent.pop())

    assert "bad token ***" in written.getvalue()
    assert not spelled(written.getvalue() + everything_stored())


def test_what_is_no_secret_is_left_alone():
    with redaction.redact_secrets({"token": "secret-value", "name": "harbour", "pin": "123"}, ("token",)):
        text = redaction.redact("secret-value at the harbour, pin 123")

    assert text == "*** at the harbour, pin 123"
    assert redaction.redact("secret-value") == "secret-value"


def test_secrets_inside_lists_and_objects_are_hidden_too():
    with redaction.redact_secrets({"keys": [{"a": "first-secret"}, "second-secret"]}):
        assert redaction.redact("first-secret second-secret") == "*** ***"
