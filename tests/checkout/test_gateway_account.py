"""What the operator's account at its gateway may do is known, and its end turns cards off."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, partner_accounts
from outfitter.plugins.models import OutboxEvent, PartnerAccount
from outfitter.plugins.payments.balance_types import GatewayAccount
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_stripe.api_keys import keys_for, platform_keys
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.gateway import account as gateway_account
from outfitter_tenants.notifications import subscribers, translations
from outfitter_tenants.notifications.models import Notification

KEYS = {
    "secret_key": "sk_test_platform",
    "publishable_key": "pk_test_platform",
    "api_base": "http://127.0.0.1:1",
    "script_url": "http://127.0.0.1:1/s.js",
}


@pytest.fixture
def account(reef, settings):
    settings.STRIPE = {**KEYS, "connect_model": "direct"}
    partner_accounts.bind_account(
        slug="stripe", schema_name=reef.schema_name, account="acct_reef", at=utc_now()
    )
    return "acct_reef"


@pytest.fixture
def say(reef, account):
    def tell(*, charges=True, payouts=True, at=None, **more):
        state = GatewayAccount(account, charges, payouts, True, **more)
        gateway_account.account_changed(
            schema_name=reef.schema_name,
            gateway="stripe",
            account_id=account,
            account=state,
            at=at or utc_now(),
        )

    return tell


def cut_off(reef, account):
    gateway_account.account_changed(
        schema_name=reef.schema_name, gateway="stripe", account_id=account, account=None, at=utc_now()
    )


def told():
    return [event.payload["reason"] for event in OutboxEvent.objects.order_by("occurred_at")]


def logged():
    rows = AuditLog.objects.filter(action__startswith="plugin.account").order_by("id")
    return list(rows.values_list("action", flat=True))


def test_its_state_is_kept_and_logged_when_it_changes(say):
    say(charges=False, requirements_due=("external_account",))
    say(charges=False, requirements_due=("individual.id_number",))
    say()

    state = PartnerAccount.objects.get().state
    assert (state["is_charges_enabled"], state["requirements_due"]) == (True, [])
    assert logged() == ["plugin.account_changed", "plugin.account_changed"]
    assert told() == []


def test_the_platform_goes_on_until_the_account_may_collect(reef, say):
    def collects():
        return keys_for(contexts.context_for(schema_name=reef.schema_name, slug="stripe")).account

    say(charges=False, payouts=False, requirements_due=("external_account",))
    assert collects() is None
    say()
    assert collects() == "acct_reef"
    # What was held back later is settled with Stripe: nobody else takes the money meanwhile.
    say(charges=False, disabled_reason="requirements.past_due")
    say(charges=False, requirements_due=("external_account",))
    assert collects() == "acct_reef"


def test_staff_hear_when_charges_stop_once(say):
    say()
    for _ in range(2):
        say(charges=False, disabled_reason="requirements.past_due")
    assert told() == ["payments_off"]


def test_older_news_never_replaces_newer(say):
    say()
    say(charges=False, at=utc_now() - timedelta(hours=1))
    assert PartnerAccount.objects.get().state["is_charges_enabled"]


def test_an_account_that_is_cut_off_turns_cards_off(reef, account):
    ctx = contexts.context_for(schema_name=reef.schema_name, slug="stripe")
    assert keys_for(ctx).account == "acct_reef"
    cut_off(reef, account)
    cut_off(reef, account)

    assert told() == ["disconnected"]
    assert logged() == ["plugin.account_ended"]
    ctx = contexts.context_for(schema_name=reef.schema_name, slug="stripe")
    with pytest.raises(PaymentFailed) as problem:
        keys_for(ctx)
    assert problem.value.code == "account_not_ready"
    assert platform_keys(ctx).secret_key == "sk_test_platform"
    assert partner_accounts.ended_cnt(slug="stripe", schema_name=reef.schema_name) == 1


def test_another_account_turns_them_on_again(reef, account):
    cut_off(reef, account)
    partner_accounts.bind_account(
        slug="stripe", schema_name=reef.schema_name, account="acct_new", at=utc_now()
    )
    ctx = contexts.context_for(schema_name=reef.schema_name, slug="stripe")
    assert keys_for(ctx).account == "acct_new"


@pytest.mark.parametrize(
    ("reason", "words"), [("payments_off", "card payments are off"), ("disconnected", "was disconnected")]
)
def test_it_is_said_in_words(reef, reason, words):
    event = OutboxEvent(
        id="0197a0c0-0000-7000-8000-000000000000",
        name="plugin.failing",
        occurred_at=utc_now(),
        payload={"slug": "stripe", "title": "Stripe", "reason": reason},
    )
    subscribers.on_event(None, event)
    row = Notification.objects.get()
    said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
    assert words in said.title


def test_the_platform_agrees_on_its_fee_by_command(reef, account, capsys):
    call_command("plugin", "fee", "stripe", "--account", reef.slug, "--ppm", "4000")
    assert "4000 ppm" in capsys.readouterr().out
    assert PartnerAccount.objects.get().fee_ppm == 4000
    call_command("plugin", "fee", "stripe", "--account", reef.slug)
    assert PartnerAccount.objects.get().fee_ppm is None
    with pytest.raises(CommandError):
        call_command("plugin", "fee", "stripe", "--account", reef.slug, "--ppm", "2000000")
