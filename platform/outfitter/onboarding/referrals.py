"""Operators that bring others: codes, who came by one, and what it earned (domain.md 5.26)."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from outfitter.accounts import hosts
from outfitter.accounts.models import Account, Membership, UserSession
from outfitter.db.locks import atomic
from outfitter.kit.ids import CODE_ALPHABET
from outfitter.onboarding import referral_rules as rules
from outfitter.onboarding.models import Referral, ReferralCode

CODE_LENGTH: Final = 8
YEAR: Final = timedelta(days=365)
MOST_LISTED: Final = 500


@dataclass(frozen=True, slots=True)
class ReferralRow:
    """One recommendation; `amount` in minor units of `currency`, 0 until it is rewarded."""

    id: int
    referrer: str
    referred: str
    state: str
    refused_reason: str
    amount: int
    currency: str
    created_at: datetime
    rewarded_at: datetime | None
    settled_at: datetime | None


def code_of(*, account_id: int) -> str:
    """Return the code of an operator, made when it has none."""
    found = ReferralCode.objects.filter(account_id=account_id).values_list("code", flat=True).first()
    while found is None:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        ReferralCode.objects.bulk_create(
            [ReferralCode(account_id=account_id, code=code)], ignore_conflicts=True
        )
        found = ReferralCode.objects.filter(account_id=account_id).values_list("code", flat=True).first()
    return found


def find_code(*, account_id: int) -> str | None:
    """Return the code of an operator, None when it never asked for one."""
    return ReferralCode.objects.filter(account_id=account_id).values_list("code", flat=True).first()


def url_of(code: str) -> str:
    """Return the address that an operator passes on."""
    return hosts.apex_url(f"/signup?ref={code}")


def claim(*, code: str, referred: Account, ip: str | None, email: str, at: datetime) -> Referral | None:
    """
    Note that a new operator came by a code; None when nobody has it or another was noted before.

    A recommendation of oneself is kept as refused, so that it can be explained.
    """
    found = ReferralCode.objects.select_related("account").filter(code=code.strip().upper()).first()
    if found is None or found.account_id == referred.pk or found.account.status == "closed":
        return None
    brought = Referral.objects.filter(referrer=found.account, created_at__gt=at - YEAR)
    reason = rules.refusal(
        referrer=_party(found.account),
        referred=rules.Party(frozenset((email.lower(),)), frozenset((ip,) if ip else ())),
        brought_cnt=brought.exclude(state="refused").count(),
    )
    row = Referral(
        referrer=found.account,
        referred=referred,
        state="refused" if reason else "signed_up",
        refused_reason=reason or "",
        created_at=at,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return None
    return row


def _party(account: Account) -> rules.Party:
    members = Membership.objects.filter(account=account, is_active=True, kind="staff")
    ids = list(members.values_list("user_id", flat=True))
    emails = members.values_list("user__email", flat=True)
    sessions = UserSession.objects.filter(user_id__in=ids, schema_name=account.schema_name)
    networks = frozenset(ip for ip in sessions.values_list("ip", flat=True) if ip)
    return rules.Party(frozenset(emails), networks, account.stripe_account_id)


def reward(*, referred_id: int, at: datetime) -> bool:
    """
    Credit whoever brought an operator that has just gone live; False when there is nothing to credit.

    Looked at again here: by now both sides have a gateway account, and people who work for them.
    """
    with atomic():
        row = Referral.objects.select_for_update(of=("self",)).filter(referred_id=referred_id).first()
        if row is None or row.state != "signed_up":
            return False
        referred, referrer = row.referred, row.referrer
        reason = rules.refusal(referrer=_party(referrer), referred=_party(referred), brought_cnt=0)
        if reason or referred.is_demo:
            row.state, row.refused_reason = "refused", reason or "own_address"
        else:
            row.state, row.rewarded_at = "rewarded", at
            row.currency, row.amount = rules.reward(referrer.currency)
        row.save(update_fields=["state", "refused_reason", "rewarded_at", "currency", "amount"])
        return row.state == "rewarded"


def settle(*, account_id: int, currency: str, at: datetime) -> int:
    """
    Hand the open rewards of an operator in one currency to its bill; returns their sum, minor units.

    In the caller's transaction: what a bill took is taken once, however often it is asked.
    """
    rows = Referral.objects.select_for_update(of=("self",)).filter(
        referrer_id=account_id, state="rewarded", currency=currency, settled_at=None
    )
    found = list(rows.order_by("pk"))
    Referral.objects.filter(pk__in=[row.pk for row in found]).update(settled_at=at)
    return sum(row.amount for row in found)


def welcome(*, referred_id: int, currency: str, at: datetime) -> int:
    """
    Hand a new operator its own part of a recommendation; returns minor units of `currency`, 0 for none.

    In the caller's transaction, once: as much as whoever brought it would get in that currency.
    """
    rows = Referral.objects.filter(referred_id=referred_id, state="rewarded", welcomed_at=None)
    paid_in, amount = rules.reward(currency)
    return amount if paid_in == currency and rows.update(welcomed_at=at) else 0


def list_of(*, account_id: int) -> list[ReferralRow]:
    """Return whom an operator brought, the latest first."""
    return _rows(Referral.objects.filter(referrer_id=account_id))


def list_all() -> list[ReferralRow]:
    """Return the latest recommendations of all operators."""
    return _rows(Referral.objects.all())


def _rows(found: "QuerySet[Referral]") -> list[ReferralRow]:
    rows = found.select_related("referrer", "referred").order_by("-pk")[:MOST_LISTED]
    return [
        ReferralRow(
            id=row.pk,
            referrer=row.referrer.name,
            referred=row.referred.name,
            state=row.state,
            refused_reason=row.refused_reason,
            amount=row.amount,
            currency=row.currency,
            created_at=row.created_at,
            rewarded_at=row.rewarded_at,
            settled_at=row.settled_at,
        )
        for row in rows
    ]
