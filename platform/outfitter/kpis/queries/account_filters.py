"""Whose figures are added up: all operators, or those of a plan, a country, a sign-up month."""

from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from django.db import connection

Value: TypeAlias = "str | int | date | list[str] | None"

# The plan is the one that the operator's newest subscription names today.
_THESE: Final = """ AND {column} IN (
  SELECT a.id FROM accounts_account a
   WHERE NOT a.is_demo
     AND (%(country)s::text IS NULL OR a.country = %(country)s)
     AND (%(cohort)s::date IS NULL
          OR a.created_at >= %(cohort)s::date AND a.created_at < %(cohort)s::date + interval '1 month')
     AND (%(plan)s::text IS NULL OR %(plan)s = (
          SELECT c.plan FROM kpis_kpisubscriptionchange c
           WHERE c.account_id = a.id AND c.state <> 'ended' AND c.at <= now()
           ORDER BY c.at DESC, c.id DESC LIMIT 1)))"""


@dataclass(frozen=True, slots=True)
class AccountFilter:
    """`cohort` is the first day of the month in which operators signed up; None asks for any."""

    plan: str | None = None
    country: str | None = None
    cohort: date | None = None

    @property
    def values(self) -> dict[str, Value]:
        """Return the values that `condition` names."""
        return {"plan": self.plan, "country": self.country, "cohort": self.cohort}

    @property
    def is_anybody(self) -> bool:
        """Return whether nobody is left out: totals of the platform answer."""
        return not any(self.values.values())

    def condition(self, column: str) -> str:
        """Return SQL that goes behind a WHERE: of whom `column` may be; nothing when anybody may."""
        return _THESE.format(column=column) if not self.is_anybody else ""


def rows_of(statement: str, values: dict[str, Value]) -> list[dict[str, object]]:
    """Return the rows of a statement by the names of their columns."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def whole(value: object) -> int:
    """Return a sum as a whole number; a sum of nothing is 0."""
    return int(str(value)) if value is not None else 0
