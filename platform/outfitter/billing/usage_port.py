"""How much an operator uses of what plans limit; the app that sees all of it names the function."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import ClassVar

from outfitter.accounts.models import Account
from outfitter.billing.rules.plan_limits import LimitName
from outfitter.db.tenant_schema import in_schema


class _Counts:
    read: ClassVar[Callable[[datetime], Mapping[LimitName, int]]]


def install(read: Callable[[datetime], Mapping[LimitName, int]]) -> None:
    """Name the function that counts at the operator whose schema this is, from an instant on."""
    _Counts.read = staticmethod(read)


def counted(account: Account, *, month_start: datetime) -> Mapping[LimitName, int]:
    """Return what an operator uses now, and its bookings since `month_start`."""
    with in_schema(account.schema_name):
        return _Counts.read(month_start)
