"""Reports over HTTP (domain.md 5.19)."""

from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, In, Line, Out

Row = TypeVar("Row", bound=Out)
_Key = Annotated[str, StringConstraints(max_length=60, pattern=r"^-?\w*$")]
Day = Annotated[date, Field(ge=date(1900, 1, 1), le=date(2999, 12, 31))]
DateType = Literal["created", "activity", "received", ""]


class FileIn(In):
    """
    How a file is wanted that is made as a job.

    `labels` head the columns in the reader's language, `title` names the file; days and money on paper are
    written as people of `locale` do.
    """

    labels: Annotated[dict[_Key, Line], Field(max_length=120)] = {}
    title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=SINGLE_LINE)] = ""
    locale: Annotated[str, StringConstraints(pattern=r"^[A-Za-z-]{2,12}$")] = "en"


class AnyExportIn(FileIn):
    """All rows, or groups, into a file."""

    format: Literal["csv", "xlsx", "pdf"]


class ClosingExportIn(FileIn):
    """The groups into a file, or (`closing`) the closing of a single day, which is the answer at once."""

    format: Literal["csv", "xlsx", "pdf", "closing"]


class QuestionIn(In):
    """What any report is asked besides its days and its file."""

    dateType: DateType = ""
    filters: Annotated[list[dict[str, Any]], Field(max_length=20)] = []
    groupBy: Annotated[list[_Key], Field(max_length=3)] = []
    compare: Literal["", "previous", "year"] = ""
    columns: Annotated[list[_Key], Field(max_length=100)] = []
    sort: _Key = ""
    limit: Annotated[int, Field(ge=1, le=200)] = 100
    cursor: Annotated[str, StringConstraints(max_length=1000)] = ""


class AnyReportIn(QuestionIn):
    """
    What is asked of a report (domain.md 5.19); days are the operator's, both are part of it.

    Grouped by up to three things it returns groups in place of rows. `columns` limits the cells of rows and
    the columns of a file; empty: all.
    """

    from_: Annotated[Day, Field(alias="from")]
    to: Day
    export: AnyExportIn | None = None


class NowReportIn(QuestionIn):
    """What is asked of a report that says how things are now: days make no difference."""

    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    export: AnyExportIn | None = None


class ClosingReportIn(QuestionIn):
    """What is asked of payments by groups; a single day's closing is a document of its own."""

    from_: Annotated[Day, Field(alias="from")]
    to: Day
    export: ClosingExportIn | None = None


class ReportColumnOut(Out):
    """One column; `label` is English, for whoever has no words of their own for it."""

    key: str
    label: str
    type: str


class ReportMetaOut(Out):
    """How many rows there are, the way to the next ones, and the export that was begun."""

    next_cursor: str | None
    total: int
    is_total_exact: bool
    export_id: int | None


class RowTripOut(Out):
    """The trip a row is about."""

    id: int
    hash: str
    confirmation_code: str


class RowOut(Out):
    """One row: its cells by the keys of the columns, amounts in minor units of its currency."""

    id: int
    trip: RowTripOut | None
    cells: dict[str, str | int | bool | date | datetime | None]


class GroupKeyOut(Out):
    """One thing a group is by; `label` names a value that does not speak for itself."""

    key: str
    value: str | int | bool | None
    label: str | None


class ReportGroupOut(Out):
    """
    What the rows of one group come to, and came to in the period it is compared with.

    `filters`, added to those that were asked with, give exactly its rows.
    """

    by: list[GroupKeyOut]
    currency: str
    sums: dict[str, int | None]
    before: dict[str, int | None] | None
    filters: list[dict[str, Any]]


class ComparisonOut(Out):
    """The totals of the period a report is compared with."""

    from_: Annotated[date, Field(alias="from")]
    to: date
    totals: dict[str, dict[str, int | None]]


class ReportOut(Out, Generic[Row]):
    """
    A page of rows, or groups; `totals` are of all rows, by currency (without money: under no name).

    Totals and comparison come with the first page: pages behind a cursor have none.
    """

    columns: list[ReportColumnOut]
    data: list[Row]
    groups: list[ReportGroupOut]
    totals: dict[str, dict[str, int | None]]
    comparison: ComparisonOut | None
    meta: ReportMetaOut


class AnyReportOut(ReportOut[RowOut]):
    """A page of a report whose rows are cells by the keys of its columns."""


class ReportInvoiceOut(Out):
    """The invoice that a card paid."""

    id: int
    number: str


class ReportTripOut(Out):
    """The trip some money belongs to."""

    id: int
    hash: str
    confirmation_code: str
    contact_name: str


class ReportPersonOut(Out):
    """Somebody of the team."""

    id: int
    name: str


class PaymentRowOut(Out):
    """One payment or refund; fees are null until the gateway has told them."""

    id: int
    trip: ReportTripOut
    kind: str
    method: str
    status: str
    amount: int
    net_amount: int
    tip_amount: int
    cash_rounding: int
    currency: str
    card_brand: str | None
    card_last4: str | None
    collected_by: ReportPersonOut | None
    device_id: int | None
    processing_amount: int | None
    platform_amount: int | None
    is_fee_estimated: bool | None
    payout_id: int | None
    parent_payment_id: int | None
    reference: str
    note: str
    reason: str | None
    received_at: datetime
    created_at: datetime


class ReportResellerOut(Out):
    """A reseller that a row is about."""

    id: int
    name: str


class ReportInvoiceRowOut(Out):
    """An invoice; `total_due` is what its lines come to less its discount."""

    id: int
    number: str | None
    direction: str
    status: str
    is_overdue: bool
    reseller: ReportResellerOut
    date_type: str
    date_from: date
    date_to: date
    issued_at: datetime | None
    due_date: date | None
    currency: str
    trips_cnt: int
    discount_amount: int
    total_due: int
    amount_paid: int
    balance: int
    created_at: datetime


class CreditRowOut(Out):
    """What a reseller owes beside what they may; null: there is no limit."""

    reseller: ReportResellerOut
    status: str
    currency: str
    limit_amount: int | None
    topup_balance: int
    uninvoiced_amount: int
    unpaid_amount: int
    used_amount: int
    available_amount: int | None
    used_ppm: int | None
    oldest_unpaid_on: date | None


class PayoutRowOut(Out):
    """One payout and what is in it: what went out is negative."""

    id: int
    gateway: str
    gateway_id: str
    status: str
    amount: int
    currency: str
    arrival_date: date
    created_at: datetime
    is_automatic: bool
    is_read: bool
    transaction_cnt: int
    payment_amount: int
    refund_amount: int
    dispute_amount: int
    fee_amount: int
    other_amount: int
    bank_name: str | None
    bank_last4: str | None
    failure_code: str | None
    failure_message: str | None


class PayoutTransactionRowOut(Out):
    """One line of the gateway's books: `gross` less `fee` is `net`."""

    id: int
    gateway: str
    gateway_id: str
    kind: str
    gross: int
    fee: int
    platform_amount: int
    net: int
    currency: str
    source_id: str | None
    charge_id: str | None
    description: str
    available_at: datetime | None
    created_at: datetime
    arrival_date: date | None
    payout_id: int | None
    payment_id: int | None
    trip: ReportTripOut | None
    invoice: ReportInvoiceOut | None


class TransferRowOut(Out):
    """Money moved from the platform's account to the operator's own."""

    id: int
    gateway: str
    gateway_id: str
    amount: int
    amount_reversed: int
    net_amount: int
    currency: str
    account_id: str | None
    charge_id: str | None
    description: str
    created_at: datetime
    payment_id: int | None
    trip: ReportTripOut | None
