"""What can be switched: declared here, asked by `switches.is_enabled` where it happens. Pure."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Feature:
    """`is_on` is what holds until somebody switches it; screens name it by its slug."""

    slug: str
    is_on: bool


FEATURES: Final[Mapping[str, Feature]] = {
    one.slug: one
    for one in (
        # Messages to every guest of a departure or day, and to many customers.
        Feature("bulk_messages", True),
        # An operator's own programs read its data by keys.
        Feature("api_keys", True),
        # Files that bring in customers, trips and the catalog.
        Feature("imports", True),
        # Sales through other systems: what partners' channels ask and book.
        Feature("partner_channels", True),
    )
}


def is_in_share(*, feature: str, account_id: int, share_percent: int) -> bool:
    """
    Return whether an operator is among the first `share_percent` of a feature.

    The same operator stays in while the share grows; each feature draws its own order.
    """
    return zlib.crc32(f"{feature}:{account_id}".encode()) % 100 < share_percent
