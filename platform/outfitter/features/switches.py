"""Whether a feature is on for an operator: answered from memory, read anew every few seconds."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from outfitter.accounts import queries as accounts
from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import current_schema
from outfitter.features.feature_list import FEATURES, Feature, is_in_share
from outfitter.features.models import FeatureEvent, FeatureOverride, FeatureSwitch
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion

KEPT_SECONDS: Final = 10.0


class FeatureOff(DomainError):
    """Whoever runs the platform switched this off for the operator."""

    code = "feature_off"
    status = 403


@dataclass(frozen=True, slots=True)
class _Switches:
    shares: Mapping[str, int]
    overrides: Mapping[tuple[int, str], bool]
    ids: dict[str, int]


_kept: dict[str, tuple[float, _Switches]] = {}


def _switches() -> _Switches:
    now = time.monotonic()
    hit = _kept.get("all")
    if hit is None or hit[0] <= now:
        shares = dict(FeatureSwitch.objects.values_list("feature", "share_percent"))
        rows = FeatureOverride.objects.values_list("account_id", "feature", "is_on")
        found = _Switches(shares, {(account, feature): is_on for account, feature, is_on in rows}, {})
        hit = _kept["all"] = (now + KEPT_SECONDS, found)
    return hit[1]


def forget_switches() -> None:
    """Drop what this process remembers; others do within seconds."""
    _kept.clear()


def is_enabled(*, account_id: int, feature: str) -> bool:
    """
    Return whether a feature is on for an operator: its own word, else its place in the share, else the code.

    :raises KeyError: there is no such feature
    """
    declared, found = FEATURES[feature], _switches()
    own = found.overrides.get((account_id, feature))
    if own is not None:
        return own
    share = found.shares.get(feature)
    if share is None:
        return declared.is_on
    return is_in_share(feature=feature, account_id=account_id, share_percent=share)


def flags(*, account_id: int) -> dict[str, bool]:
    """Return every feature of an operator, for its screens."""
    return {feature: is_enabled(account_id=account_id, feature=feature) for feature in FEATURES}


def require(feature: str) -> None:
    """
    Check that a feature is on for the operator whose schema we work in.

    :raises FeatureOff: it is not
    """
    schema, known = current_schema(), _switches()
    # Without a word of anybody the code's own holds, and nobody's id is asked for.
    if not known.shares and not known.overrides and FEATURES[feature].is_on:
        return
    if schema not in known.ids:
        account = accounts.find_account(schema_name=schema)
        known.ids[schema] = 0 if account is None else account.pk
    if not is_enabled(account_id=known.ids[schema], feature=feature):
        raise FeatureOff("This is turned off for your business. Please contact support.", feature=feature)


def set_share(
    *, feature: str, share_percent: int | None, version: int | None, reason: str, actor: str, at: datetime
) -> None:
    """
    Switch a feature on for a share of all operators; None goes back to what the code declares.

    :raises NotFound: there is no such feature
    :raises StaleVersion: somebody else switched it since
    """
    _declared(feature)
    with transaction.atomic():
        row = FeatureSwitch.objects.select_for_update(of=("self",)).filter(pk=feature).first()
        if (row.version if row else None) != version:
            raise StaleVersion("Someone else switched this feature.", version=row.version if row else 0)
        if share_percent is None:
            FeatureSwitch.objects.filter(pk=feature).delete()
        else:
            FeatureSwitch.objects.update_or_create(
                feature=feature, defaults={"share_percent": share_percent, "version": (version or 0) + 1}
            )
        _note(
            feature, None, "default" if share_percent is None else "share", reason, actor, at, share_percent
        )
    forget_switches()


def set_override(
    *, feature: str, slug: str, is_on: bool | None, reason: str, actor: str, at: datetime
) -> int:
    """
    Switch a feature for one operator whatever holds for the others; None takes that back.

    Returns the id of the operator's account.

    :raises NotFound: there is no such feature
    :raises Invalid: there is no such operator
    """
    _declared(feature)
    account: Account | None = Account.objects.filter(slug=slug).first()
    if account is None:
        raise Invalid({"slug": ["There is no such operator."]})
    with transaction.atomic():
        mine = FeatureOverride.objects.filter(account=account, feature=feature)
        if is_on is None:
            mine.delete()
        else:
            FeatureOverride.objects.update_or_create(
                account=account, feature=feature, defaults={"is_on": is_on, "reason": reason}
            )
        change = "default" if is_on is None else "on" if is_on else "off"
        _note(feature, account, change, reason, actor, at)
    forget_switches()
    return int(account.pk)


def _declared(feature: str) -> Feature:
    found = FEATURES.get(feature)
    if found is None:
        raise NotFound("There is no such feature.")
    return found


def _note(
    feature: str,
    account: Account | None,
    change: str,
    reason: str,
    actor: str,
    at: datetime,
    share_percent: int | None = None,
) -> None:
    FeatureEvent.objects.create(
        feature=feature,
        account=account,
        change=change,
        share_percent=share_percent,
        reason=reason,
        actor=actor,
        at=at,
    )


def list_switches() -> list[dict[str, object]]:
    """Return every feature with how it is switched, for whom, and what was done to it lately."""
    rows = {row.feature: row for row in FeatureSwitch.objects.all()}
    own = list(FeatureOverride.objects.select_related("account").order_by("account__name"))
    events = list(FeatureEvent.objects.select_related("account").order_by("-pk")[:200])
    return [
        {
            "feature": feature.slug,
            "is_on": feature.is_on,
            "share_percent": row.share_percent if (row := rows.get(feature.slug)) else None,
            "version": row.version if row else None,
            "overrides": [
                {"slug": one.account.slug, "name": one.account.name, "is_on": one.is_on, "reason": one.reason}
                for one in own
                if one.feature == feature.slug
            ],
            "events": [
                {
                    "change": one.change,
                    "name": one.account.name if one.account else None,
                    "share_percent": one.share_percent,
                    "reason": one.reason,
                    "actor": one.actor,
                    "at": one.at,
                }
                for one in events
                if one.feature == feature.slug
            ][:10],
        }
        for feature in FEATURES.values()
    ]
