"""What the host and a sales CRM hand to each other. Public through `outfitter.sdk`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from outfitter.plugins.types import Permanent


@dataclass(frozen=True, slots=True)
class CrmKeys:
    """What opens the account; `facts` are what the plugin noted when it was connected."""

    access_token: str = field(repr=False)
    client_secret: str = field(repr=False)
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CrmAccount:
    """The account that keys open; the host keeps `facts` and hands them back."""

    id: str
    name: str
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CrmCompany:
    """An operator. `mrr` is a month's revenue in whole units of the reporting currency."""

    key: str
    name: str
    domain: str
    plan: str
    stage: str
    mrr: Decimal


@dataclass(frozen=True, slots=True)
class CrmDeal:
    """
    A deal. `company_id` is the CRM's own id of the operator that it became.

    An empty `stage` leaves the stage there as it is.
    """

    key: str
    name: str
    stage: str
    amount: Decimal
    expected_close: date | None = None
    closed_at: datetime | None = None
    lost_reason: str = ""
    company_id: str = ""


@dataclass(frozen=True, slots=True)
class SavedCrmRow:
    """That a company or deal stands in the CRM, and since when by the clock there."""

    key: str
    remote_id: str
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class CrmHit:
    """A search's result, plain text; `url` opens it there."""

    id: str
    name: str
    stage: str
    url: str


@dataclass(frozen=True, slots=True)
class CrmNotice:
    """
    News of one deal's stage; `stage` is ours, empty for one that nothing here stands for.

    `is_own` tells that we caused it ourselves. `id` is the same when it is told again.
    """

    id: str
    remote_id: str
    stage: str
    occurred_at: datetime
    is_own: bool = False


class CrmTokenRefused(Permanent):
    """The token is no longer accepted: the connection is broken until somebody connects anew."""


class CrmNoticeRefused(Exception):
    """A delivery is not the CRM's, or too old."""
