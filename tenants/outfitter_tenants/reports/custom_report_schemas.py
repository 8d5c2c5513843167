"""Saved reports over HTTP (domain.md 5.19)."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Line, Out
from outfitter_tenants.reports.rules.periods import PERIODS
from outfitter_tenants.reports.schemas import DateType, Day

_Key = Annotated[str, StringConstraints(max_length=60, pattern=r"^-?\w*$")]
_Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=SINGLE_LINE)
]
_Whole = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
_Scalar = str | bool | _Whole | None
_Op = Literal["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "between", "contains", "empty", "notEmpty"]
# "fixed" is two days; the others move with the calendar.
Period = Literal[PERIODS]  # type: ignore[valid-type]
_Frequency = Literal["daily", "weekly", "monthly"]
_Format = Literal["csv", "xlsx", "pdf"]


class ReportFilterIn(In):
    """One filter of a saved report."""

    field: _Key
    op: _Op
    value: _Scalar | Annotated[list[_Scalar], Field(max_length=200)] = None


class ReportDefinitionIn(In):
    """
    What a saved report asks; `from` and `to` are the days of the period "fixed".

    `labels` head the columns of its files, in the language of whoever saves it.
    """

    dateType: DateType = ""
    period: Period = "last_30_days"
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    filters: Annotated[list[ReportFilterIn], Field(max_length=20)] = []
    groupBy: Annotated[list[_Key], Field(max_length=3)] = []
    columns: Annotated[list[_Key], Field(max_length=100)] = []
    sort: _Key = ""
    compare: Literal["", "previous", "year"] = ""
    labels: Annotated[dict[_Key, Line], Field(max_length=120)] = {}


class ReportScheduleIn(In):
    """
    When a report is mailed, by the operator's clock.

    `weekday` (0 is Monday) is of weekly ones, `day` of monthly ones: a month without it has its last day.
    """

    frequency: _Frequency
    time: Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "07:00"
    weekday: Annotated[int, Field(ge=0, le=6)] = 0
    day: Annotated[int, Field(ge=1, le=31)] = 1
    format: _Format = "xlsx"


class CustomReportIn(In):
    """A new saved report, or a change of `id` as of `version`; `recipients` are people of the team."""

    id: Id | None = None
    version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    name: _Name
    base: Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9/]{0,59}$")]
    definition: ReportDefinitionIn
    is_shared: bool = False
    schedule: ReportScheduleIn | None = None
    recipients: Annotated[list[Id], Field(max_length=50)] = []


class CustomReportCloneIn(In):
    """Nothing is asked: the copy is one's own."""


class SubscriptionIn(In):
    """Whether one gets the report by mail."""

    is_subscribed: bool


class ReportFilterOut(Out):
    """One filter of a saved report."""

    field: str
    op: str
    value: str | int | bool | list[str | int | bool | None] | None


class ReportDefinitionOut(Out):
    """What a saved report asks, without what is gone; `from` and `to` are those of a fixed period."""

    dateType: str
    period: str
    from_: Annotated[date | None, Field(alias="from")]
    to: date | None
    filters: list[ReportFilterOut]
    groupBy: list[str]
    columns: list[str]
    sort: str
    compare: str
    labels: dict[str, str]


class ReportScheduleOut(Out):
    """When a report is mailed, by the operator's clock."""

    frequency: _Frequency
    time: str
    weekday: int
    day: int
    format: _Format


class ReportRecipientOut(Out):
    """
    Somebody who gets a report.

    `is_able` is false while their role does not let them: nothing is sent to them. `last_status` is what
    became of the latest mail ("queued", "made", "sending", "sent", "skipped", "failed"), null before the
    first; `last_reason` says why it was not sent ("forbidden", "unsubscribed", "suppressed", "no_file",
    "refused").
    """

    id: int
    name: str
    is_unsubscribed: bool
    is_able: bool
    last_status: str | None
    last_reason: str


class CustomReportOut(Out):
    """
    A saved report as the caller sees it; `recipients` are for who may change it.

    `from` and `to` are the days it asks for today, null when they make no sense. `missing` names what it
    was saved with and is gone, or is not the caller's to see: it opens without that.
    """

    id: int
    name: str
    base: str
    definition: ReportDefinitionOut
    from_: Annotated[date | None, Field(alias="from")]
    to: date | None
    missing: list[str]
    is_shared: bool
    is_mine: bool
    is_editable: bool
    is_subscribed: bool
    owner_name: str
    schedule: ReportScheduleOut | None
    recipients: list[ReportRecipientOut]
    next_send_at: datetime | None
    last_sent_at: datetime | None
    version: int


class ReportTeamMemberOut(Out):
    """Somebody a report can be mailed to."""

    id: int
    name: str


class CustomReportsOut(Out):
    """
    The saved reports, one's own first.

    `team` are the people one of them could be mailed to; `may_share` says whether the caller shares reports.
    """

    reports: list[CustomReportOut]
    periods: list[str]
    team: list[ReportTeamMemberOut]
    may_share: bool


class CustomReportRemovedOut(Out):
    """Which saved report is gone."""

    id: int
