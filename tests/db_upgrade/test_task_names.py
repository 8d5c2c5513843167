"""
What lies at the broker while the product is updated is known to the new workers.

A name of this list was sent by somebody. One that ends stays declared, doing nothing or handing
over, until no installation can have a message of it.
"""

import pytest
from django.apps import apps

from outfitter.celery import app

pytestmark = pytest.mark.rules

NAMES = {
    "accounts.fill_pool",
    "accounts.send_admin_invitation",
    "accounts.send_email_link",
    "accounts.send_notice",
    "accounts.send_password_link",
    "accounts.send_refused",
    "accounts.send_stray_account",
    "accounts.start_upkeep",
    "accounts.tidy",
    "audit.seal_logs",
    "demo.reset",
    "demo.reset_if_due",
    "fair_queue.serve_queues",
    "kpis.apply_rates",
    "kpis.fetch_rates",
    "kpis.fold_totals",
    "kpis.open_month",
    "sales_crm.keep_alike",
    "messages.send",
    "messages.send_due",
    "onboarding.send_mail",
    "operators.follow_queues",
    "outbox.deliver",
    "outbox.drop_backlog",
    "outbox.sweep",
    "people.send_invitation",
    "queues.tidy",
    "scheduled_jobs.run",
    "scheduled_jobs.start_due",
    "signup.provision",
    "signup.retry_stuck",
    "signup.send_code",
    "signup.send_welcome",
    "webhooks.handle",
}


@pytest.fixture
def declared() -> set[str]:
    """The names that a worker knows, as it starts; other tests may have made their own in this process."""
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith(("celery.", "test_"))}


def test_every_name_that_was_sent_is_known(declared: set[str]) -> None:
    assert declared == NAMES


def test_no_name_says_where_the_code_lies(declared: set[str]) -> None:
    packages = {config.name.partition(".")[0] for config in apps.get_app_configs()}
    assert not {name for name in declared if name.partition(".")[0] in packages | {"outfitter"}}


def test_beat_calls_what_there_is(declared: set[str]) -> None:
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= declared
