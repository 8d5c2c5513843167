"""Reads of the platform's news: what is shown now is remembered for a few seconds."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.accounts import queries as accounts
from outfitter.accounts.models import Account
from outfitter.bulletins import rules
from outfitter.bulletins.models import Bulletin
from outfitter.kit.locales import route_locale

PREFIX: Final = "platform-"
KEPT_SECONDS: Final = 10.0
MOST_LISTED: Final = 200
_kept: dict[str, tuple[float, list["BulletinRow"]]] = {}
_plan_of: dict[str, Callable[[int], str]] = {}


@dataclass(frozen=True, slots=True)
class BulletinRow:
    """One published item; `texts` by language, English always there."""

    id: str
    severity: str
    texts: Mapping[str, Mapping[str, str]]
    audience: rules.Audience
    starts_at: datetime
    ends_at: datetime | None

    def words(self, locale: str) -> Mapping[str, str]:
        """Return title and body in a language, English when it was not written in it."""
        return self.texts.get(route_locale(locale)) or self.texts["en"]


def install_plans(plan_of: Callable[[int], str]) -> None:
    """Have the plan of an account (by id) told by whoever bills it."""
    _plan_of["by"] = plan_of


def shown(*, at: datetime) -> list[BulletinRow]:
    """Return what is shown at the moment to anybody, the latest first."""
    now = time.monotonic()
    hit = _kept.get("published")
    if hit is None or hit[0] <= now:
        rows = Bulletin.objects.filter(published_at__isnull=False, withdrawn_at=None)
        hit = (now + KEPT_SECONDS, [_row(row) for row in rows.order_by("-starts_at", "-pk")[:MOST_LISTED]])
        _kept["published"] = hit
    return [row for row in hit[1] if row.starts_at <= at and (row.ends_at is None or at < row.ends_at)]


def forget_shown() -> None:
    """Drop what this process remembers; others do within seconds."""
    _kept.clear()


def _row(row: Bulletin) -> BulletinRow:
    audience = rules.Audience(row.stages, row.plans, row.countries, row.is_owners_only)
    return BulletinRow(f"{PREFIX}{row.pk}", row.severity, row.texts, audience, row.starts_at, row.ends_at)


def shown_to(*, schema_name: str, is_owner: bool, at: datetime) -> list[BulletinRow]:
    """Return what somebody at an operator is told, the latest first; most of the time nothing is asked."""
    rows = shown(at=at)
    account = accounts.find_account(schema_name=schema_name) if rows else None
    if account is None:
        return []
    reader = rules.Reader(account.onboarding_stage, _plan(account), account.country, is_owner)
    return [row for row in rows if row.audience.includes(reader)]


def _plan(account: Account) -> str:
    plan_of = _plan_of.get("by")
    return "" if plan_of is None else plan_of(account.pk)


def list_bulletins() -> list[Bulletin]:
    """Return every item, the latest start first."""
    return list(Bulletin.objects.order_by("-starts_at", "-pk")[:MOST_LISTED])


def count_operators(*, audience: rules.Audience) -> int:
    """Return how many operators an item reaches now."""
    there = Account.objects.filter(is_ready=True).exclude(schema_name="public").exclude(status="closed")
    readers = [rules.Reader(one.onboarding_stage, _plan(one), one.country, True) for one in there]
    return sum(audience.includes(reader) for reader in readers)
