"""What coins cannot pay stands on its payment and has an account; nothing was rounded before."""

import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0016_value_has_a_source"), ("trips", "0010_partner_deposit")]

    operations = [
        migrations.AddField(
            model_name="payment", name="cash_rounding", field=models.BigIntegerField(default=0)
        ),
        migrations.AlterField(
            model_name="entry",
            name="account",
            field=models.CharField(
                choices=[
                    ("trip", "Trip"),
                    ("tip", "Tip"),
                    ("gift_card_purchased", "Gift card purchased"),
                    ("gift_card_promo", "Gift card promo"),
                    ("outside", "Outside"),
                    ("gift_cards_sold", "Gift cards sold"),
                    ("gift_cards_granted", "Gift cards granted"),
                    ("expired", "Expired"),
                    ("cash_rounding", "Cash rounding"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("payment", "Payment"),
                    ("payment_reversal", "Payment reversal"),
                    ("refund", "Refund"),
                    ("refund_reversal", "Refund reversal"),
                    ("tip_assign", "Tip assign"),
                    ("cash_rounding", "Cash rounding"),
                    ("gift_card_activate", "Gift card activate"),
                    ("gift_card_reload", "Gift card reload"),
                    ("gift_card_adjust", "Gift card adjust"),
                    ("gift_card_expire", "Gift card expire"),
                    ("gift_card_void", "Gift card void"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.CharField(
                choices=[
                    ("payment", "Payment"),
                    ("payment_reversal", "Payment reversal"),
                    ("refund", "Refund"),
                    ("refund_reversal", "Refund reversal"),
                    ("tip_assign", "Tip assign"),
                    ("cash_rounding", "Cash rounding"),
                    ("gift_card_activate", "Gift card activate"),
                    ("gift_card_reload", "Gift card reload"),
                    ("gift_card_adjust", "Gift card adjust"),
                    ("gift_card_expire", "Gift card expire"),
                    ("gift_card_void", "Gift card void"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash_rounding", 0), ("method", "cash"), _connector="OR"),
                name="only_cash_is_rounded",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "amount__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("cash_rounding"), "*", models.Value(-1)
                        ),
                    )
                ),
                name="till_amount_not_negative",
            ),
        ),
    ]
