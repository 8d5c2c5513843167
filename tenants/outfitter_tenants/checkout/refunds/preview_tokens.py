"""Proof of what a preview of a refund showed: signed, good for a quarter of an hour."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.core import signing

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.checkout.refunds.types import CancellationOptions, CancellationResult

SALT: Final = "checkout.refund-preview"
GOOD_FOR_SECONDS: Final = 15 * 60


class PriceChanged(DomainError):
    """What comes back is not what was shown."""

    code = "price_changed"
    status = 422


class RefundChanged(DomainError):
    """What would be given back is not what was shown; the detail has the new figures."""

    code = "refund_changed"
    status = 409


def signed(
    found: CancellationResult,
    *,
    trip_id: int,
    version: int,
    scope: Sequence[int],
    wish: CancellationOptions,
    ask: Mapping[str, object],
) -> CancellationResult:
    """
    Return a preview with the token that stands for it.

    `scope` are the orders it cancels, `ask` is what was asked, so that it can be asked again.
    """
    facts = _facts(found, trip_id=trip_id, version=version, scope=scope, wish=wish)
    facts["ask"] = dict(ask)
    return replace(found, token=signing.dumps(facts, salt=SALT, compress=True))


def read(token: str) -> dict[str, Any]:
    """
    Return what a token says was shown.

    :raises Invalid: it is none of ours, or too old
    """
    try:
        shown: dict[str, Any] = signing.loads(token, salt=SALT, max_age=GOOD_FOR_SECONDS)
    except signing.BadSignature as problem:
        raise Invalid({"preview_token": ["This preview is out of date. Please check again."]}) from problem
    if shown["schema"] != current_schema():
        raise Invalid({"preview_token": ["This preview doesn't match this refund."]})
    return shown


def require(
    token: str | None,
    found: CancellationResult,
    *,
    trip_id: int,
    version: int,
    scope: Sequence[int],
    wish: CancellationOptions,
) -> None:
    """
    Refuse a cancellation that is not what its preview showed; without a token nothing was shown.

    :raises Invalid: the token is none of ours, too old, or of another cancellation
    :raises PriceChanged: it comes to something else by now; the detail has both
    """
    if token is None:
        return
    try:
        shown = read(token)
    except Invalid as problem:
        raise Invalid(
            {"refund.preview_token": ["This preview is out of date. Please check again."]}
        ) from problem
    now = _facts(found, trip_id=trip_id, version=version, scope=scope, wish=wish)
    if any(shown[name] != now[name] for name in ("trip", "scope", "refund", "reason", "as")):
        raise Invalid({"refund.preview_token": ["This preview doesn't match this refund."]})
    if any(shown[name] != now[name] for name in now):
        names = ("keep", "overpaid", "new_total")
        raise PriceChanged(
            "The amount has changed. Please check again.",
            shown={name: shown[name] for name in names},
            now={name: now[name] for name in names},
        )


def differs(shown: Mapping[str, object], found: CancellationResult) -> bool:
    """Return whether what would be given back now is not what was shown."""
    now = _figures(found)
    return any(shown[name] != now[name] for name in now)


def figures(found: CancellationResult) -> dict[str, object]:
    """Return what a refusal says of how it stands now, amounts in minor units."""
    parts = [{"payment_id": p.payment_id, "amount": p.amount, "route": p.route} for p in found.plan.parts]
    return {**_figures(found), "plan": parts}


def _facts(
    found: CancellationResult, *, trip_id: int, version: int, scope: Sequence[int], wish: CancellationOptions
) -> dict[str, object]:
    return {
        "schema": current_schema(),
        "trip": trip_id,
        "version": version,
        "scope": list(scope),
        "refund": wish.refund,
        "reason": wish.reason,
        "as": wish.is_credit,
        **_figures(found),
    }


def _figures(found: CancellationResult) -> dict[str, object]:
    return {
        "keep": found.keep,
        "overpaid": found.overpaid,
        "new_total": found.new_total,
        "plan": [[p.payment_id, p.amount, p.tip_amount, p.route] for p in found.plan.parts],
    }
