"""What a customer was shown before they decide: signed, and compared with how it stands then."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from django.core import signing

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError

SALT: Final = "checkout.self-service"
GOOD_FOR_SECONDS: Final = 15 * 60
Kind = Literal["move", "cancel", "guests", "addons"]
# What was asked for and what it comes to: plain values, as JSON has them.
Facts: TypeAlias = Mapping[str, object]


class StalePreview(DomainError):
    """What was shown no longer holds, or is too old; `detail.now` says what holds now."""

    code = "stale_preview"
    status = 409


def sign(kind: Kind, *, trip_id: int, facts: Facts) -> str:
    """Return a token that stands for what somebody is shown, for a quarter of an hour."""
    return signing.dumps(_whole(kind, trip_id, facts), salt=SALT, compress=True)


def require(token: str, kind: Kind, *, trip_id: int, facts: Facts, figures: Facts) -> None:
    """
    Refuse to do something that is not what was shown; `figures` go into the refusal as `now`.

    What was signed beside `facts` is not compared.

    :raises StalePreview: it costs something else by now, is too old, or is of something else
    """
    try:
        shown: Any = signing.loads(token, salt=SALT, max_age=GOOD_FOR_SECONDS)
    except signing.BadSignature as problem:
        raise StalePreview("This offer has expired. Please check it again.", now=dict(figures)) from problem
    now = _whole(kind, trip_id, facts)
    if any(shown.get(name) != value for name, value in now.items()):
        raise StalePreview("Something changed in the meantime. Please check again.", now=dict(figures))


def _whole(kind: Kind, trip_id: int, facts: Facts) -> dict[str, object]:
    return {"schema": current_schema(), "kind": kind, "trip": trip_id, **facts}
