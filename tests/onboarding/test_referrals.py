"""Who brought whom, and what it earns: once, and not for oneself."""

from datetime import timedelta

import pytest

from outfitter.accounts.models import Account, Membership, UserSession
from outfitter.kit.clock import utc_now
from outfitter.onboarding import referral_rules, referrals
from outfitter.onboarding.models import Referral
from outfitter.onboarding.referral_rules import Party
from tests.support import database

pytestmark = pytest.mark.django_db
ADA = Party(frozenset(("ada@kayaks.example",)), frozenset(("192.0.2.1",)), "acct_1")


@pytest.mark.parametrize(
    ("referred", "brought", "refusal"),
    [
        (Party(frozenset(("bo@boats.example",)), frozenset(("192.0.2.9",)), "acct_2"), 0, None),
        (Party(frozenset(("ada@kayaks.example",)), frozenset()), 0, "own_address"),
        (Party(frozenset(("bo@kayaks.example",)), frozenset()), 0, "own_domain"),
        (Party(frozenset(("bo@boats.example",)), frozenset(("192.0.2.1",))), 0, "own_network"),
        (Party(frozenset(("bo@boats.example",)), frozenset(), "acct_1"), 0, "own_card"),
        (Party(frozenset(("bo@boats.example",)), frozenset()), 24, "too_many"),
    ],
)
def test_what_counts(referred, brought, refusal):
    assert referral_rules.refusal(referrer=ADA, referred=referred, brought_cnt=brought) == refusal


def test_a_shared_mail_provider_says_nothing():
    one, other = (Party(frozenset((f"{who}@gmail.com",)), frozenset()) for who in "ab")
    assert referral_rules.refusal(referrer=one, referred=other, brought_cnt=0) is None


@pytest.fixture
def accounts(db):
    """Reef Runners, which brings, and Peak Paths, which comes."""
    return [Account.objects.get(slug=one.slug) for one in (database.REEF, database.PEAK)]


def claim(accounts, email="owner@summit.example", ip=None, code=None):
    reef, peak = accounts
    code = code or referrals.code_of(account_id=reef.pk)
    return referrals.claim(code=code, referred=peak, ip=ip, email=email, at=utc_now())


def test_a_code_is_made_once(accounts):
    reef, peak = accounts
    code = referrals.code_of(account_id=reef.pk)
    assert code == referrals.code_of(account_id=reef.pk) != referrals.code_of(account_id=peak.pk)
    assert referrals.url_of(code).endswith(f"/signup?ref={code}")


def test_one_comes_by_one_recommendation(accounts):
    assert claim(accounts, code="NOBODYS1") is None
    assert claim(accounts).state == "signed_up"
    assert claim(accounts) is None
    assert Referral.objects.count() == 1


def test_one_does_not_bring_oneself(accounts):
    reef, _ = accounts
    assert (
        referrals.claim(
            code=referrals.code_of(account_id=reef.pk),
            referred=reef,
            ip=None,
            email="x@y.example",
            at=utc_now(),
        )
        is None
    )
    assert claim(accounts, email=database.REEF.owner_email).refused_reason == "own_address"


def test_the_same_network_is_refused(accounts):
    reef, _ = accounts
    user = Membership.objects.filter(account=reef).first().user
    at = utc_now()
    UserSession.objects.create(
        key_hash="x",
        user=user,
        schema_name=reef.schema_name,
        method="password",
        ip="192.0.2.77",
        created_at=at,
        last_seen_at=at,
        confirmed_at=at,
        expires_at=at + timedelta(days=1),
    )
    assert claim(accounts, ip="192.0.2.77").refused_reason == "own_network"


def test_a_reward_is_earned_once_and_billed_once(accounts):
    reef, peak = accounts
    at = utc_now()
    claim(accounts)
    assert referrals.settle(account_id=reef.pk, currency="USD", at=at) == 0
    assert referrals.reward(referred_id=peak.pk, at=at) is True
    assert referrals.reward(referred_id=peak.pk, at=at) is False
    assert referrals.settle(account_id=reef.pk, currency="EUR", at=at) == 0
    assert referrals.settle(account_id=reef.pk, currency="USD", at=at) == 10_000
    assert referrals.settle(account_id=reef.pk, currency="USD", at=at) == 0
    assert [row.referred for row in referrals.list_of(account_id=reef.pk)] == [peak.name]
    assert referrals.list_of(account_id=peak.pk) == []


def test_one_gateway_account_for_both_earns_nothing(accounts):
    _, peak = accounts
    claim(accounts)
    Account.objects.update(stripe_account_id="acct_same")
    assert referrals.reward(referred_id=peak.pk, at=utc_now()) is False
    assert Referral.objects.get().refused_reason == "own_card"
