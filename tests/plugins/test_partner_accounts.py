"""Whose an account at a partner is: bound by the platform, found by its events, never guessed."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from outfitter.accounts import platform_alerts
from outfitter.accounts.models import User
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter.plugins import configs, contexts, fair_queue, partner_accounts, webhook_owner, webhooks
from outfitter.plugins.models import OutboxEvent, WebhookEvent
from outfitter.plugins.payments.types import GatewayUnavailable
from outfitter.plugins.types import InboundWebhook, TenantContext, Webhook


def bind(tenant: Any, account: str) -> None:
    """Give an operator an account."""
    partner_accounts.bind_account(
        slug="stripe", schema_name=tenant.schema_name, account=account, at=utc_now()
    )


def test_an_operator_is_told_its_account_and_cannot_name_another(reef: Any, peak: Any) -> None:
    bind(reef, "acct_reef")
    bind(reef, "acct_reef")
    partner_accounts.set_fee(slug="stripe", schema_name=reef.schema_name, fee_ppm=5_000)
    forged = {"secret_key": "", "publishable_key": ""}
    configs.enable(schema_name=peak.schema_name, slug="stripe", values=forged)
    own = contexts.context_for(schema_name=reef.schema_name, slug="stripe").config
    assert (own["account"], own["platform_fee_ppm"]) == ("acct_reef", 5_000)
    other = contexts.context_for(schema_name=peak.schema_name, slug="stripe").config
    assert (other["account"], other["platform_fee_ppm"]) == (None, None)


def test_an_account_has_one_owner_and_an_operator_one_account(reef: Any, peak: Any) -> None:
    bind(reef, "acct_reef")
    with pytest.raises(partner_accounts.AccountTaken):
        bind(peak, "acct_reef")
    with pytest.raises(partner_accounts.AccountTaken):
        bind(reef, "acct_second")
    bind(peak, "acct_peak")
    assert partner_accounts.owner_of(slug="stripe", account="acct_peak") == peak.schema_name
    assert partner_accounts.owner_of(slug="other", account="acct_peak") is None


def test_an_account_that_ended_still_leads_home(reef: Any) -> None:
    bind(reef, "acct_old")
    for _ in range(2):
        partner_accounts.end_account(
            slug="stripe", schema_name=reef.schema_name, account="acct_old", at=utc_now()
        )
    assert partner_accounts.owner_of(slug="stripe", account="acct_old") == reef.schema_name
    assert contexts.context_for(schema_name=reef.schema_name, slug="stripe").config["account"] is None
    with pytest.raises(NotFound):
        partner_accounts.set_fee(slug="stripe", schema_name=reef.schema_name, fee_ppm=1)
    bind(reef, "acct_new")
    with pytest.raises(partner_accounts.AccountTaken):
        bind(reef, "acct_old")


@pytest.mark.parametrize("fee_ppm", [-1, 1_000_001])
def test_a_fee_is_between_nothing_and_all(reef: Any, fee_ppm: int) -> None:
    bind(reef, "acct_reef")
    with pytest.raises(ValueError, match="between"):
        partner_accounts.set_fee(slug="stripe", schema_name=reef.schema_name, fee_ppm=fee_ppm)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Note which operator's plugin got which delivery; nobody starts a job."""
    found: list[tuple[str, str]] = []

    def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
        found.append((ctx.schema, inbound.event_id))

    hook = Webhook("x", lambda *_: inbound("evt"), handle, lambda _: None)
    monkeypatch.setattr(webhooks, "find_webhook", lambda *_: hook)
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)
    return found


def inbound(event_id: str, account: str | None = None) -> InboundWebhook:
    """Return a delivery that names no schema."""
    return InboundWebhook(event_id, "payout.paid", None, {}, account)


def run(event_id: str) -> WebhookEvent:
    """Do the job of a delivery, and return how it stands."""
    row = WebhookEvent.objects.get(event_id=event_id)
    WebhookEvent.objects.filter(pk=row.pk, status="waiting").update(next_at=utc_now())
    webhooks.handle.run(webhook_id=row.pk)
    row.refresh_from_db()
    return row


def test_a_delivery_for_an_account_reaches_its_operator(reef: Any, heard: list[tuple[str, str]]) -> None:
    bind(reef, "acct_reef")
    webhooks.store_delivery(slug="stripe", inbound=inbound("e1", "acct_reef"), schema=None, at=utc_now())
    row = run("e1")
    assert (row.schema_name, row.error) == (reef.schema_name, "")
    assert heard == [(reef.schema_name, "e1")]


def test_an_account_that_is_bound_a_moment_later_loses_nothing(
    reef: Any, heard: list[tuple[str, str]]
) -> None:
    webhooks.store_delivery(slug="stripe", inbound=inbound("e1", "acct_new"), schema=None, at=utc_now())
    row = run("e1")
    assert row.done_at is None
    assert row.attempt_cnt == 0
    assert row.next_at > utc_now()
    bind(reef, "acct_new")
    assert run("e1").done_at is not None
    assert heard == [(reef.schema_name, "e1")]


def test_an_account_that_stays_unknown_is_told_once_and_kept(
    reef: Any, heard: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(webhook_owner._Platform, "tell", staticmethod(lambda *what: told.append(what)))
    old = utc_now() - timedelta(minutes=11)
    for event_id in ("e1", "e2"):
        webhooks.store_delivery(slug="stripe", inbound=inbound(event_id, "acct_x"), schema=None, at=old)
        row = run(event_id)
        assert (row.done_at is not None, row.error) == (True, "unknown account acct_x")
    assert told == [("stripe", "acct_x")]
    assert webhook_owner.count_stray(since=old) == 2
    assert fair_queue.start_workers(at=utc_now()) == 0
    bind(reef, "acct_x")
    assert [run(event_id).error for event_id in ("e1", "e2")] == ["", ""]
    assert heard == [(reef.schema_name, "e1"), (reef.schema_name, "e2")]
    assert webhook_owner.count_stray(since=old) == 0


def test_what_is_nobodys_is_kept_and_does_nothing(reef: Any, heard: list[tuple[str, str]]) -> None:
    webhooks.store_delivery(slug="stripe", inbound=inbound("e1"), schema=None, at=utc_now())
    row = run("e1")
    assert (row.schema_name, row.error, row.done_at is not None) == (None, "", True)
    assert heard == []


def test_what_an_operator_pays_the_platform_is_no_operators_work(
    reef: Any, heard: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Webhook("x", lambda *_: inbound("evt"), lambda *_: None, lambda _: "public")
    monkeypatch.setattr(webhooks, "find_webhook", lambda *_: hook)
    webhooks.store_delivery(slug="stripe", inbound=inbound("e1"), schema=None, at=utc_now())
    row = run("e1")
    assert (row.schema_name, row.error, row.done_at is not None) == ("public", "", True)
    assert heard == []


@pytest.mark.parametrize("locale", ["en", "de", "ja"])
def test_the_platforms_people_are_told_in_their_language(db: None, locale: str) -> None:
    User.objects.create(email="root@example.com", is_platform_admin=True, locale=locale)
    User.objects.create(email="gone@example.com", is_platform_admin=True, is_active=False)
    User.objects.create(email="guest@example.com")
    platform_alerts.send_stray_account.run(slug="stripe", account="acct_x")
    (letter,) = mail.outbox
    assert letter.to == ["root@example.com"]
    assert "acct_x" in letter.body
    assert "{" not in letter.body + letter.subject


def test_what_an_event_lacks_is_a_fault_of_ours_and_tried_again(
    reef: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
        raise KeyError("amount")

    hook = Webhook("x", lambda *_: inbound("evt"), handle, lambda _: None)
    monkeypatch.setattr(webhooks, "find_webhook", lambda *_: hook)
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)
    webhooks.store_delivery(slug="stripe", inbound=inbound("e1"), schema=reef.schema_name, at=utc_now())
    row = run("e1")
    assert (row.done_at, row.error) == (None, "KeyError('amount')")


class TestFaults:
    """A partner, or we ourselves, cannot be reached while news has to be taken in."""

    @pytest.fixture
    def faulty(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
            raise GatewayUnavailable("away")

        hook = Webhook("x", lambda *_: inbound("evt"), handle, lambda _: None)
        monkeypatch.setattr(webhooks, "find_webhook", lambda *_: hook)
        monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)

    def test_it_is_tried_for_days(self, reef: Any, faulty: None) -> None:
        webhooks.store_delivery(slug="stripe", inbound=inbound("e1"), schema=reef.schema_name, at=utc_now())
        for _ in range(30):
            row = run("e1")
        assert (row.done_at, row.attempt_cnt) == (None, 30)
        assert timedelta(0) < row.next_at - utc_now() <= webhooks.POLICY.longest
        assert not OutboxEvent.objects.exists()

    def test_what_came_while_it_was_switched_off_is_heard_later(
        self, reef: Any, heard: list[tuple[str, str]]
    ) -> None:
        wanted = {"slug": "stripe", "inbound": inbound("e1"), "schema": reef.schema_name, "at": utc_now()}
        configs.disable(schema_name=reef.schema_name, slug="stripe")
        webhooks.store_delivery(**wanted)
        assert run("e1").done_at is not None
        configs.enable(schema_name=reef.schema_name, slug="stripe", values={})

        assert webhooks.store_delivery(**wanted)
        assert run("e1").error == ""
        assert heard == [(reef.schema_name, "e1")]
        assert not webhooks.store_delivery(**wanted)

    def test_what_is_given_up_is_told(self, reef: Any, faulty: None) -> None:
        old = utc_now() - timedelta(days=3)
        webhooks.store_delivery(slug="stripe", inbound=inbound("e1"), schema=reef.schema_name, at=old)
        row = run("e1")
        assert row.done_at is not None
        assert "away" in row.error
        event = OutboxEvent.objects.get(name="plugin.failing")
        assert (event.payload["slug"], event.payload["reason"]) == ("stripe", webhooks.REASON)
