"""Who sees what things cost: all but agents whose partner does not let them (ADR 76)."""

from collections.abc import Callable
from typing import ClassVar

from outfitter_tenants.people.queries import AvatarRow


class _Readers:
    # Partners stand above people: who keeps what was agreed with them is named when the apps are ready.
    agreed: ClassVar[Callable[[int], bool]]


def read_agreements_with(agreed: Callable[[int], bool]) -> None:
    """Name the function that says whether a partner's agents see prices."""
    _Readers.agreed = staticmethod(agreed)


def sees_prices(avatar: AvatarRow) -> bool:
    """Return whether a person sees what things cost."""
    if avatar.scope != "reseller" or avatar.reseller_id is None:
        return True
    return _Readers.agreed(avatar.reseller_id)
