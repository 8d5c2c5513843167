"""Onboarding: accounts tell about themselves, on a page of the stand-in or by a control call."""

import re
from typing import Any

import pytest
import stripe

from stripe_double import onboarding
from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
PAY: Any = {"amount": 1000, "currency": "usd", "payment_method_types": ["card"]}


def _account(inside: Inside, **more: Any) -> Any:
    return inside.library().v1.accounts.create(
        {"type": "standard", "country": "US", "email": "reef@example.com", **more}
    )


def _link(inside: Inside, account: str) -> Any:
    return inside.library().v1.account_links.create(
        {
            "account": account,
            "type": "account_onboarding",
            "refresh_url": "http://reef.localhost/again",
            "return_url": "http://reef.localhost/back",
        }
    )


def _visit(inside: Inside, path: str, body: str | None = None, language: str = "en") -> Any:
    method = "GET" if body is None else "POST"
    return onboarding.handle(inside.world, method, path, body or "", language)


def _path(url: str) -> str:
    return re.sub(r"https?://[^/]+", "", url)


def test_a_new_account_can_do_nothing(inside: Inside) -> None:
    account = _account(inside, metadata={"tenant": "reef"})
    assert (account.charges_enabled, account.payouts_enabled, account.details_submitted) == (
        False,
        False,
        False,
    )
    assert "external_account" in account.requirements.currently_due
    assert account.capabilities.to_dict() == {"card_payments": "inactive", "transfers": "inactive"}
    with pytest.raises(stripe.InvalidRequestError, match="cannot currently make charges"):
        inside.library(account.id).v1.payment_intents.create(PAY)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        inside.library().v1.payment_intents.create({**PAY, "transfer_data": {"destination": account.id}})
    assert refused.value.code == "insufficient_capabilities_for_transfer"


def test_the_page_onboards_and_leads_back(inside: Inside) -> None:
    v1, account = inside.library().v1, _account(inside)
    link = _link(inside, account.id)
    assert link.expires_at == link.created + 300
    first = _visit(inside, _path(link.url))
    assert first.status == 303
    for _ in range(2):
        assert "Agree and submit" in _visit(inside, first.location).html
    assert "Zustimmen" in _visit(inside, first.location, language="de-DE,de;q=0.9").html
    done = _visit(inside, first.location, "outcome=complete&name=Reef+%26+Co")
    assert (done.status, done.location) == (303, "http://reef.localhost/back")
    after: Any = v1.accounts.retrieve(account.id)
    assert (after.charges_enabled, after.payouts_enabled, after.details_submitted) == (True, True, True)
    assert after.requirements.currently_due == []
    assert after.business_profile.name == "Reef & Co"
    assert after.external_accounts.data[0].object == "bank_account"
    assert "Reef &amp; Co" in _visit(inside, first.location).html
    assert inside.kinds() == ["capability.updated", "capability.updated", "account.updated"]
    event: Any = inside.library(account.id).v1.events.list().data[0]
    assert event.account == account.id
    assert event.data.previous_attributes.charges_enabled is False
    assert inside.library(account.id).v1.payment_intents.create(PAY).amount == 1000


def test_links_work_once_and_not_for_long(inside: Inside) -> None:
    account = _account(inside)
    used, late = _link(inside, account.id), _link(inside, account.id)
    _visit(inside, _path(used.url))
    assert _visit(inside, _path(used.url)).location == "http://reef.localhost/again"
    inside.control("clock", advance=301)
    assert _visit(inside, _path(late.url)).location == "http://reef.localhost/again"
    assert _visit(inside, "/onboarding/ol_none").status == 404
    assert _visit(inside, "/onboarding/session/none").status == 404
    assert _visit(inside, _path(_link(inside, account.id).url), "outcome=complete").status == 404


@pytest.mark.parametrize(("outcome", "told"), [("save", False), ("verify_later", True)])
def test_onboardings_that_do_not_finish(inside: Inside, outcome: str, told: bool) -> None:
    account = _account(inside)
    session = _visit(inside, _path(_link(inside, account.id).url)).location
    assert _visit(inside, session, "outcome=dance").status == 400
    assert _visit(inside, session, f"outcome={outcome}").location == "http://reef.localhost/back"
    after: Any = inside.library().v1.accounts.retrieve(account.id)
    assert (after.charges_enabled, after.details_submitted) == (False, told)
    if told:
        assert after.requirements.pending_verification
        inside.control(f"accounts/{account.id}/onboard")
        assert inside.library().v1.accounts.retrieve(account.id).charges_enabled


def test_an_account_is_held_back_later(inside: Inside) -> None:
    inside.control("accounts", id="acct_reef")
    inside.control("accounts/acct_reef/restrict", due=["individual.id_number"])
    account: Any = inside.library().v1.accounts.retrieve("acct_reef")
    assert (account.charges_enabled, account.payouts_enabled) == (False, False)
    assert account.requirements.currently_due == ["individual.id_number"]
    assert account.requirements.disabled_reason == "requirements.past_due"
    assert inside.kinds()[-3:] == ["capability.updated", "capability.updated", "account.updated"]
    assert inside.refused("accounts/acct_reef/restrict", due="all") == 400
    assert inside.refused("accounts", id="acct_reef") == 400
    assert inside.refused("accounts", id="reef") == 400


def test_reading_and_changing_accounts(inside: Inside) -> None:
    v1 = inside.library().v1
    account = _account(inside, business_profile={"name": "Reef"})
    changed: Any = v1.accounts.update(
        account.id,
        {
            "email": "new@example.com",
            "settings": {"payouts": {"statement_descriptor": "REEF"}},
            "metadata": {"a": "b"},
        },
    )
    assert (changed.email, changed.business_profile.name) == ("new@example.com", "Reef")
    assert changed.settings.payouts.statement_descriptor == "REEF"
    assert changed.settings.payouts.schedule.interval == "daily"
    own = inside.library(account.id).v1
    assert own.accounts.retrieve_current().id == account.id
    assert v1.accounts.retrieve_current().charges_enabled
    rows = v1.accounts.capabilities.list(account.id).data
    assert {row.id: row.status for row in rows} == {"card_payments": "inactive", "transfers": "inactive"}
    assert v1.accounts.capabilities.retrieve(account.id, "transfers").status == "inactive"
    with pytest.raises(stripe.InvalidRequestError):
        v1.accounts.capabilities.retrieve(account.id, "sepa")
    inside.control("accounts", id="acct_other")
    with pytest.raises(stripe.InvalidRequestError):
        own.accounts.retrieve("acct_other")
    assert {row.id for row in v1.accounts.list().data} == {account.id, "acct_other"}
    assert v1.accounts.delete(account.id).deleted
    with pytest.raises(stripe.PermissionError):
        v1.accounts.retrieve(account.id)


def test_login_links_are_for_express_accounts(inside: Inside) -> None:
    v1 = inside.library().v1
    inside.control("accounts", id="acct_express", type="express")
    inside.control("accounts", id="acct_standard")
    link = v1.accounts.login_links.create("acct_express")
    assert "Dashboard" in _visit(inside, _path(link.url)).html
    assert _visit(inside, "/onboarding/dashboard/acct_none").status == 404
    with pytest.raises(stripe.InvalidRequestError):
        v1.accounts.login_links.create("acct_standard")


@pytest.mark.parametrize(
    "form",
    [
        {"account": "acct_none", "type": "account_onboarding"},
        {"type": "account_dance"},
        {"type": "account_onboarding", "return_url": "javascript:alert(1)"},
    ],
)
def test_links_that_are_refused(inside: Inside, form: Any) -> None:
    account = _account(inside).id
    whole: Any = {"account": account, "refresh_url": "http://a/", "return_url": "http://a/", **form}
    with pytest.raises((stripe.InvalidRequestError, stripe.PermissionError)):
        inside.library().v1.account_links.create(whole)
