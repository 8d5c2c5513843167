"""Totals follow facts and months, whoever writes those; what was there before is added up once."""

from django.db import migrations

_DAY_SUMS = (
    "ecom_sessions_cnt",
    "ecom_drafts_cnt",
    "ecom_converted_cnt",
    "recovered_cnt",
    "gateway_paid_amount",
    "gateway_refunds_amount",
    "fee_collected",
    "fee_refunded",
    "fee_waived_by_staff",
    "fee_paid_offline_uncollected",
    "fee_exempt_method",
    "fee_gateway_failed",
    "fee_invoice_unpaid",
)
_MONTH_SUMS = (
    "mrr_subscription",
    "mrr_usage",
    "previous_mrr",
    "gross_booked_amount",
    "booked_online_amount",
    "booked_staff_amount",
    "booked_partner_amount",
    "cancelled_amount",
    "processed_amount",
    "trips_cnt",
    "pax_cnt",
    "card_online",
    "card_present",
    "card_moto",
    "non_card",
    "fee_expected",
    "fee_collected",
    "fee_waived_by_staff",
    "fee_paid_offline_uncollected",
    "fee_exempt_method",
    "fee_gateway_failed",
    "fee_invoice_unpaid",
)
_MRR = "mrr_subscription + mrr_usage"
# A hundred whole units: below it, an operator says nothing about how guests pay.
_LEAST = """CASE WHEN reporting_currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG',
  'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 100 ELSE 10000 END"""
_CARDS = "card_online + card_present + card_moto"
_PLAIN = "sum({sign} * {name}::bigint)"
_DAYS = {name: _PLAIN.replace("{name}", name) for name in _DAY_SUMS}
_MONTHS = {name: _PLAIN.replace("{name}", name) for name in _MONTH_SUMS} | {
    **{
        f"moved_{word}": f"sum({{sign}} * ({_MRR} - previous_mrr)) FILTER (WHERE movement = '{word}')"
        for word in ("new", "reactivation", "expansion")
    },
    **{
        f"moved_{word}": f"sum({{sign}} * (previous_mrr - ({_MRR}))) FILTER (WHERE movement = '{word}')"
        for word in ("contraction", "churn")
    },
    "accounts_cnt": f"sum({{sign}}) FILTER (WHERE {_MRR} <> 0)",
    "active_accounts_cnt": "sum({sign}) FILTER (WHERE is_active)",
    "accounts_below_50pct_cnt": f"""sum({{sign}}) FILTER (
      WHERE {_CARDS} + non_card >= {_LEAST} AND {_CARDS} < non_card)""",
}
_DAY_KEY = "date, currency, reporting_currency, fx_rate"
_MONTH_KEY = "month, reporting_currency"


def _part(total: str, key: str, sums: dict[str, str], rows: str, sign: str) -> str:
    """Return the statement that writes what `rows` come to, group by group; nothing for what is zero."""
    named = ", ".join(f"coalesce({what}, 0)::bigint AS {name}" for name, what in sums.items())
    names, zeros = ", ".join(sums), ", ".join("0" for _ in sums)
    return f"""INSERT INTO {total} ({key}, {names})
  SELECT {key}, {names} FROM (
    SELECT {key}, {named.replace("{sign}", sign)} FROM {rows} GROUP BY {key}) AS part
   WHERE ROW({names}) IS DISTINCT FROM ROW({zeros});"""  # noqa: S608  # names of our own


def _follow(function: str, source: str, total: str, key: str, sums: dict[str, str]) -> str:
    """Return triggers that write what each statement changes of a table's sums, and the first sums."""
    both = """(SELECT 1 AS sign, came.* FROM came UNION ALL SELECT -1, gone.* FROM gone) AS said"""
    return f"""
CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    {_part(total, key, sums, "came", "1")}
  ELSIF TG_OP = 'DELETE' THEN
    {_part(total, key, sums, "gone", "-1")}
  ELSE
    {_part(total, key, sums, both, "sign")}
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER {function}_insert AFTER INSERT ON {source}
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION {function}();
CREATE TRIGGER {function}_update AFTER UPDATE ON {source}
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION {function}();
CREATE TRIGGER {function}_delete AFTER DELETE ON {source}
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION {function}();
{_part(total, key, sums, source, "1")}
"""


def _leave(function: str, source: str, total: str) -> str:
    gone = "".join(f"DROP TRIGGER {function}_{act} ON {source};\n" for act in ("insert", "update", "delete"))
    return f"{gone}DROP FUNCTION {function}();\nDELETE FROM {total};"


_DAY_TABLES = ("kpis_day_totals_follow", "kpis_kpidailyaccount", "kpis_kpidaytotal")
_MONTH_TABLES = ("kpis_month_totals_follow", "kpis_kpimonthlyaccount", "kpis_kpimonthtotal")


class Migration(migrations.Migration):
    dependencies = [("kpis", "0003_platform_totals")]
    operations = [
        migrations.RunSQL(_follow(*_DAY_TABLES, _DAY_KEY, _DAYS), _leave(*_DAY_TABLES)),
        migrations.RunSQL(_follow(*_MONTH_TABLES, _MONTH_KEY, _MONTHS), _leave(*_MONTH_TABLES)),
    ]
