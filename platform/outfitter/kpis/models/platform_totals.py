"""What days and months of all operators come to, added up as they are written."""

from django.db import models
from django.db.models import F

from outfitter.db.column_types import money


class KpiDayTotal(models.Model):
    """
    A part of what facts of a day in one currency come to at one rate; parts are added up by who reads.

    Columns have the names of those of `KpiDailyAccount` that they add up. Triggers write parts, and only
    in the transaction that changes facts; `platform_totals.fold` makes one of many.
    """

    date = models.DateField()
    currency = models.CharField(max_length=3)
    reporting_currency = models.CharField(max_length=3)
    fx_rate = models.DecimalField(max_digits=20, decimal_places=10, null=True)
    ecom_sessions_cnt = models.BigIntegerField()
    ecom_drafts_cnt = models.BigIntegerField()
    ecom_converted_cnt = models.BigIntegerField()
    recovered_cnt = models.BigIntegerField()
    gateway_paid_amount = money()
    gateway_refunds_amount = money()
    fee_collected = money()
    fee_refunded = money()
    fee_waived_by_staff = money()
    fee_paid_offline_uncollected = money()
    fee_exempt_method = money()
    fee_gateway_failed = money()
    fee_invoice_unpaid = money()

    class Meta:
        indexes = [models.Index(F("date"), name="day_totals_by_date")]

    def __str__(self) -> str:
        return f"{self.date} {self.currency}"


class KpiMonthTotal(models.Model):
    """
    A part of what operators' months come to; parts are added up by who reads, as those of days.

    Amounts are in minor units of `reporting_currency`; `moved_…` are what recurring revenue gained or
    lost, none negative by itself.
    """

    month = models.DateField()
    reporting_currency = models.CharField(max_length=3)
    mrr_subscription = money()
    mrr_usage = money()
    previous_mrr = money()
    moved_new = money()
    moved_reactivation = money()
    moved_expansion = money()
    moved_contraction = money()
    moved_churn = money()
    accounts_cnt = models.BigIntegerField()
    gross_booked_amount = money()
    booked_online_amount = money()
    booked_staff_amount = money()
    booked_partner_amount = money()
    cancelled_amount = money()
    processed_amount = money()
    trips_cnt = models.BigIntegerField()
    pax_cnt = models.BigIntegerField()
    active_accounts_cnt = models.BigIntegerField()
    card_online = money()
    card_present = money()
    card_moto = money()
    non_card = money()
    accounts_below_50pct_cnt = models.BigIntegerField()
    fee_expected = money()
    fee_collected = money()
    fee_waived_by_staff = money()
    fee_paid_offline_uncollected = money()
    fee_exempt_method = money()
    fee_gateway_failed = money()
    fee_invoice_unpaid = money()

    class Meta:
        indexes = [models.Index(F("month"), name="month_totals_by_date")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"
