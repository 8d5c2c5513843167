"""What the operator set about gift cards. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from dateutil.relativedelta import relativedelta


@dataclass(frozen=True, slots=True)
class Rules:
    """
    How cards are taxed, spent, sold and when they run out; amounts in minor units.

    A multi-purpose voucher is taxed when it is spent, a single-purpose one when it is sold.
    Months of None: value that was paid for does not run out.
    """

    tax_mode: Literal["multi_purpose", "single_purpose"] = "multi_purpose"
    promo_months: int | None = 12
    purchased_months: int | None = None
    is_promo_first: bool = True
    is_sold_online: bool = False
    online_min_amount: int = 1000
    online_max_amount: int = 100_000

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Rules":
        """Return the rules as they are stored in the settings; defaults for what is not."""
        return cls(**{name: stored[name] for name in cls.__slots__ if name in stored})

    def purchased_until(self, at: datetime) -> datetime | None:
        """Return until when value that is paid for at `at` can be spent, None for ever."""
        return None if self.purchased_months is None else _later(at, self.purchased_months)

    def promo_until(self, at: datetime) -> datetime | None:
        """Return until when value that is given away at `at` can be spent, None for ever."""
        return None if self.promo_months is None else _later(at, self.promo_months)


def _later(at: datetime, months: int) -> datetime:
    return at + relativedelta(months=months)
