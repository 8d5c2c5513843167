"""Jobs of the platform's figures: a month begins, rates arrive."""

import logging
from typing import Any

from django.conf import settings

from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.kpis import central_bank, platform_totals, refresh_runs

log = logging.getLogger(__name__)


@platform_task("kpis.open_month", queue="default")
def open_month(**_future: Any) -> None:
    """Begin the running month of operators that have none yet."""
    refresh_runs.open_month(at=utc_now())


@platform_task("kpis.fold_totals", queue="default")
def fold_totals(**_future: Any) -> None:
    """Put the parts of totals together that operators have written since the last time."""
    platform_totals.fold()


@platform_task("kpis.fetch_rates", queue="default")
def fetch_rates(**_future: Any) -> None:
    """Read the central bank's rates where that is wanted, and convert what waited for one."""
    if settings.KPI_FETCH_RATES:
        try:
            central_bank.fetch_rates(at=utc_now())
        except central_bank.BankSilent as problem:
            # Tomorrow's file holds today's rates as well.
            log.warning("no exchange rates from the central bank: %s", problem)
    refresh_runs.apply_rates(at=utc_now())


@platform_task("kpis.apply_rates", queue="default")
def apply_rates(**_future: Any) -> None:
    """Convert what waited for a rate that was entered."""
    refresh_runs.apply_rates(at=utc_now())
