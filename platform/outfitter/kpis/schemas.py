"""Requests and answers of the platform's figures, deals and rates (domain.md 6.5)."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field, StringConstraints

from outfitter.api.schemas import Amount, Id, In, Line, Out, Version

Stage = Literal["lead", "qualified", "demo", "proposal", "contract", "won", "lost"]
OpenStage = Literal["lead", "qualified", "demo", "proposal", "contract"]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Month = Annotated[str, StringConstraints(pattern=r"^20\d\d-(0[1-9]|1[0-2])$")]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Ppm = Annotated[int, Field(ge=0, le=1_000_000)]
PerEuro = Annotated[Decimal, Field(gt=0, le=10_000_000, max_digits=17, decimal_places=10)]
Share = Annotated[int | None, Field(description="millionths; null when there is nothing to compare with")]


class Whose(Schema):
    """Whose figures: operators of a plan, a country, or those who signed up in a month (YYYY-MM)."""

    plan: Slug | None = None
    country: Country | None = None
    cohort: Month | None = None


class WhoseOn(Whose):
    """The same, on these days; without them the last 28."""

    date_from: date | None = None
    date_to: date | None = None


class FiltersOut(Out):
    """The filters that were applied."""

    plan: str | None
    country: str | None
    cohort: str | None


class MissingRate(Out):
    """A month of a currency that no rate is known for: so many operators' amounts are left out."""

    currency: str
    month: date
    accounts_cnt: int


class KpiEnvelope(Out):
    """What every figure says about itself; amounts are minor units of `currency`."""

    as_of: datetime
    currency: str
    filters: FiltersOut
    missing_rates: list[MissingRate]


class Movements(Out):
    """What recurring revenue gained and lost since the last month's end; none is negative by itself."""

    new: int
    reactivation: int
    expansion: int
    contraction: int
    churn: int


class MrrRateOut(KpiEnvelope):
    """Monthly recurring revenue and its growth."""

    mrr: int
    mrr_subscription: int
    mrr_usage: int
    arr: int
    previous: int
    net_new: int
    movements: Movements
    growth_ppm: Share
    gross_churn_ppm: Share
    nrr_ppm: Share
    accounts_cnt: int
    arpa: int | None


class MrrMonth(Movements):
    """One month's recurring revenue."""

    month: date
    mrr: int
    mrr_subscription: int
    mrr_usage: int
    accounts_cnt: int
    is_partial: bool


class MrrHistoryOut(KpiEnvelope):
    """The last 24 months and the running one."""

    series: list[MrrMonth]


class VolumeMonth(Out):
    """What was booked, canceled and paid in a month."""

    month: date
    gross_booked: int
    booked_online: int
    booked_staff: int
    booked_partner: int
    cancelled: int
    net_booked: int
    processed: int
    trips_cnt: int
    pax_cnt: int
    active_accounts_cnt: int
    is_partial: bool


class VolumeHistoryOut(KpiEnvelope):
    """The same of 24 months and the running one."""

    series: list[VolumeMonth]


class ConversionFigures(Out):
    """Drafts that visitors began on some days, and what became of them."""

    rate_ppm: Share
    drafts: int
    converted: int
    sessions: int
    session_rate_ppm: Share
    recovered_share_ppm: Share


class ConversionDay(Out):
    """Drafts begun on a day; within a week of it more may be booked."""

    date: date
    drafts: int
    converted: int
    rate_ppm: Share
    is_mature: bool


class ConversionOut(ConversionFigures, KpiEnvelope):
    """The share of drafts that became bookings, and of as many days before."""

    date_from: date
    date_to: date
    previous: ConversionFigures
    is_mature: bool
    series: list[ConversionDay]


class SmallAccount(Out):
    """An operator that took too little to say how its guests pay."""

    account_id: int
    name: str
    base: int


class Apart(Out):
    """Operators below `least_base`; of many, the largest are named."""

    least_base: int
    accounts_cnt: int
    base: int
    accounts: list[SmallAccount]


class CardSums(Out):
    """What was paid by card, by how the card was charged, and otherwise."""

    card_online: int
    card_present: int
    card_moto: int
    non_card: int


class CardUsageOut(CardSums, KpiEnvelope):
    """The share of guests' money that was paid by card."""

    date_from: date
    date_to: date
    usage_ppm: Share
    usage_cnt_ppm: Share
    accounts_cnt: int
    apart: Apart


class CardUsageMonth(CardSums):
    """The same of one month."""

    month: date
    usage_ppm: Share
    accounts_below_50pct_cnt: int
    is_partial: bool


class CardUsageHistoryOut(KpiEnvelope):
    """The same of 24 months and the running one."""

    series: list[CardUsageMonth]


class Leakage(Out):
    """Why fees that were due did not come; together they are expected - collected."""

    waived_by_staff: int
    paid_offline_uncollected: int
    exempt_method: int
    gateway_failed: int
    invoice_unpaid: int


class FeeFigures(Out):
    """Platform fees that were due, and what came of them."""

    expected: int
    collected: int
    capture_ppm: Share
    take_rate_ppm: Share
    leakage: Leakage


class FeeCaptureOut(FeeFigures, KpiEnvelope):
    """The share of due fees that was earned; `not_applicable` where there are no platform fees."""

    date_from: date
    date_to: date
    not_applicable: bool


class FeeMonth(FeeFigures):
    """The same of one month."""

    month: date
    is_partial: bool


class FeeCaptureHistoryOut(KpiEnvelope):
    """The same of 24 months and the running one."""

    not_applicable: bool
    series: list[FeeMonth]


class StageFigureOut(Out):
    """Operators in a stage of their first steps; days are whole ones."""

    stage: str
    cnt: int
    median_days_in_stage: int | None
    p90_days: int | None
    stalled_cnt: int
    entered_30d: int
    advanced_30d: int
    drop_30d: int


class OnboardingOut(KpiEnvelope):
    """Operators by stage, and how a cohort got to its first sale."""

    stages: list[StageFigureOut]
    conversion_to_live_90d_ppm: Share
    median_days_to_live: int | None


class DealStageOut(Out):
    """Deals of a stage; amounts are a month's."""

    stage: Stage
    cnt: int
    amount: int
    weighted_amount: int
    avg_age_days: int | None
    won_90d: int
    lost_90d: int


class DealsByStageOut(KpiEnvelope):
    """The pipeline, and how many of the deals decided in 90 days were won."""

    stages: list[DealStageOut]
    win_rate_ppm: Share


class DealTermsIn(In):
    """What is said of a deal."""

    name: Annotated[Line, Field(min_length=1)]
    amount_mrr: Amount = 0
    probability_ppm: Ppm = 0
    owner: Line = ""
    source: Annotated[Line, Field(max_length=80)] = ""
    expected_close: date | None = None
    account_id: Id | None = None


class NewDealIn(DealTermsIn):
    """A deal to begin, and where."""

    stage: OpenStage = "lead"


class EditDealIn(DealTermsIn):
    """What is said of a deal from now on."""

    version: Version


class MoveDealIn(In):
    """Where a deal goes; a lost one says why."""

    stage: Stage
    lost_reason: Annotated[Line, Field(max_length=160)] = ""
    version: Version


class DeleteDealIn(In):
    """The deal as the caller saw it."""

    version: Version


class SalesDealOut(Out):
    """One deal; `account` is the operator that it became."""

    id: int
    name: str
    stage: Stage
    amount_mrr: int
    probability_ppm: int
    owner: str
    source: str
    expected_close: date | None
    account_id: int | None
    account_name: str | None
    created_at: datetime
    stage_entered_at: datetime
    closed_at: datetime | None
    lost_reason: str
    version: int


class SalesDealsOut(Out):
    """Open deals and those decided in the last 90 days; amounts are minor units of `currency`."""

    currency: str
    deals: list[SalesDealOut]


class FxRateIn(In):
    """How many units of a currency one euro bought in a month; without `version` there was no rate."""

    currency: Currency
    month: Month
    average: PerEuro
    month_end: PerEuro
    version: Version | None = None


class FxRateOut(Out):
    """A month's rate; `source` is who gave it."""

    currency: str
    month: date
    average: Decimal
    month_end: Decimal
    source: str
    is_final: bool
    version: int
    updated_at: datetime


class FxRatesOut(Out):
    """Every rate, the newest month first; `is_fetched` where the central bank's file is read each day."""

    currency: str
    is_fetched: bool
    rates: list[FxRateOut]
    missing: list[MissingRate]


class DealDeletedOut(Out):
    """The deal is gone."""

    is_deleted: bool = True
