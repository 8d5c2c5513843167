"""What days and months of all operators come to: triggers write it in parts, which are put together here."""

from typing import Final

from django.db import connection, models

from outfitter.kpis.models import KpiDayTotal, KpiMonthTotal

DAY_KEY: Final = ("date", "currency", "reporting_currency", "fx_rate")
MONTH_KEY: Final = ("month", "reporting_currency")
# One statement: who reads sees either the parts or what they come to, and two at once share them out.
_FOLD: Final = """
WITH gone AS (
  DELETE FROM {table} WHERE id IN (
    SELECT unnest(array_agg(id)) FROM {table} GROUP BY {key} HAVING count(*) > 1)
  RETURNING *
)
INSERT INTO {table} ({key}, {names}) SELECT {key}, {sums} FROM gone GROUP BY {key}
HAVING ROW({sums}) IS DISTINCT FROM ROW({zeros})
"""


def fold() -> int:
    """Make one part of many for each day and month; returns how many of these are left of several."""
    return _fold(KpiDayTotal, DAY_KEY) + _fold(KpiMonthTotal, MONTH_KEY)


def _fold(model: type[models.Model], key: tuple[str, ...]) -> int:
    columns = [one.name for one in model._meta.local_concrete_fields]
    names = [name for name in columns if name not in {"id", *key}]
    statement = _FOLD.format(
        table=model._meta.db_table,
        key=", ".join(key),
        names=", ".join(names),
        sums=", ".join(f"sum({name})" for name in names),
        zeros=", ".join("0" for _ in names),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.rowcount)
