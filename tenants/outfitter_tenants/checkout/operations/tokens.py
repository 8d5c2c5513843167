"""Proof of what a preview of a cancellation showed: signed, good for a quarter of an hour."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from django.core import signing

from outfitter.db.current import current_schema
from outfitter.kit.errors import DomainError, Invalid

if TYPE_CHECKING:
    from outfitter_tenants.checkout.operations.cancelling import Cancelled, Wish

SALT: Final = "checkout.refund-preview"
GOOD_FOR_SECONDS: Final = 15 * 60


class PriceChanged(DomainError):
    """What comes back is not what was shown."""

    code = "price_changed"
    status = 422


def signed(
    found: "Cancelled", *, trip_id: int, version: int, scope: Sequence[int], wish: "Wish"
) -> "Cancelled":
    """Return a preview with the token that stands for it."""
    facts = _facts(found, trip_id=trip_id, version=version, scope=scope, wish=wish)
    return replace(found, token=signing.dumps(facts, salt=SALT, compress=True))


def require(
    token: str | None, found: "Cancelled", *, trip_id: int, version: int, scope: Sequence[int],
    wish: "Wish",
) -> None:  # fmt: skip
    """
    Refuse a cancellation that is not what its preview showed; without a token nothing was shown.

    :raises Invalid: the token is none of ours, too old, or of another cancellation
    :raises PriceChanged: it comes to something else by now; the detail has both
    """
    if token is None:
        return
    try:
        shown: dict[str, Any] = signing.loads(token, salt=SALT, max_age=GOOD_FOR_SECONDS)
    except signing.BadSignature as problem:
        raise Invalid(
            {"refund.preview_token": ["This preview is no longer good. Please look again."]}
        ) from problem
    now = _facts(found, trip_id=trip_id, version=version, scope=scope, wish=wish)
    if any(shown[name] != now[name] for name in ("schema", "trip", "scope", "refund", "reason")):
        raise Invalid({"refund.preview_token": ["This preview was of something else."]})
    if shown != now:
        names = ("keep", "overpaid", "new_total")
        raise PriceChanged(
            "This comes to something else by now. Please look again.",
            shown={name: shown[name] for name in names}, now={name: now[name] for name in names},
        )  # fmt: skip


def _facts(
    found: "Cancelled", *, trip_id: int, version: int, scope: Sequence[int], wish: "Wish"
) -> dict[str, Any]:
    return {
        "schema": current_schema(), "trip": trip_id, "version": version, "scope": list(scope),
        "refund": wish.refund, "reason": wish.reason, "keep": found.keep,
        "overpaid": found.overpaid, "new_total": found.new_total,
    }  # fmt: skip
