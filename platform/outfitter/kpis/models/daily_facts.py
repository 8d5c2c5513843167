"""What one operator did on one of its own days, in one currency."""

from django.db import models
from django.db.models import F, Q

from outfitter.accounts.models import Account
from outfitter.db.column_types import money


class KpiDailyAccount(models.Model):
    """
    One day of one operator in one currency: amounts in its minor units, the day in its own zone.

    Two writers share a row and never touch each other's columns: the operator's daily step (sales,
    payments, carts) and billing (`fee_…`). `fx_rate` is what one unit of the currency was worth in
    the reporting currency on the average of the month; once `is_rate_final`, it never changes.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    date = models.DateField()
    currency = models.CharField(max_length=3)
    ecom_sessions_cnt = models.IntegerField(default=0)
    ecom_drafts_cnt = models.IntegerField(default=0)
    ecom_converted_cnt = models.IntegerField(default=0)
    recovered_cnt = models.IntegerField(default=0)
    trips_reserved_cnt = models.IntegerField(default=0)
    pax_cnt = models.IntegerField(default=0)
    gross_booked_amount = money(default=0)
    booked_online_amount = money(default=0)
    booked_staff_amount = money(default=0)
    booked_partner_amount = money(default=0)
    cancelled_amount = money(default=0)
    pay_card_online = money(default=0)
    pay_card_present = money(default=0)
    pay_card_moto = money(default=0)
    pay_cash = money(default=0)
    pay_check_wire = money(default=0)
    pay_other = money(default=0)
    pay_gift = money(default=0)
    pay_ota = money(default=0)
    pay_reseller = money(default=0)
    pay_card_cnt = models.IntegerField(default=0)
    pay_base_cnt = models.IntegerField(default=0)
    refunds_amount = money(default=0)
    # All that went through a gateway: cards, wallets, bank debits, invoices paid by card.
    gateway_paid_amount = money(default=0)
    gateway_refunds_amount = money(default=0)
    fee_expected = money(default=0)
    fee_collected = money(default=0)
    fee_refunded = money(default=0)
    # Why a fee that was due was not earned, in five columns (`fee_waived_by_reason{}`).
    fee_waived_by_staff = money(default=0)
    fee_paid_offline_uncollected = money(default=0)
    fee_exempt_method = money(default=0)
    fee_gateway_failed = money(default=0)
    fee_invoice_unpaid = money(default=0)
    is_active = models.BooleanField(default=False)
    reporting_currency = models.CharField(max_length=3)
    fx_rate = models.DecimalField(max_digits=20, decimal_places=10, null=True)
    is_rate_final = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "date", "currency"], name="one_fact_a_day"),
            # Leakage by reason adds up to what was expected and not kept (domain.md 6.5, identity of 7).
            models.CheckConstraint(
                condition=Q(
                    fee_expected=F("fee_collected")
                    - F("fee_refunded")
                    + F("fee_waived_by_staff")
                    + F("fee_paid_offline_uncollected")
                    + F("fee_exempt_method")
                    + F("fee_gateway_failed")
                    + F("fee_invoice_unpaid")
                ),
                name="fees_add_up",
            ),
        ]
        indexes = [
            # Weeks of all operators are read from the index alone: rows are three times as wide.
            models.Index(
                fields=["date"],
                include=[
                    "account",
                    "currency",
                    "reporting_currency",
                    "fx_rate",
                    "ecom_sessions_cnt",
                    "ecom_drafts_cnt",
                    "ecom_converted_cnt",
                    "recovered_cnt",
                    "pay_card_online",
                    "pay_card_present",
                    "pay_card_moto",
                    "pay_cash",
                    "pay_check_wire",
                    "pay_other",
                    "pay_card_cnt",
                    "pay_base_cnt",
                ],
                name="facts_of_days",
            ),
            models.Index(
                F("currency"), F("date"), name="facts_without_rate", condition=Q(fx_rate__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.date} {self.currency}"
