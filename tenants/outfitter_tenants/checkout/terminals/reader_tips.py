"""Card readers suggest the tips that the operator suggests everywhere (domain.md 4.16)."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.people import queries as people

log = logging.getLogger(__name__)
KIND: Final = "payments.reader_tips"
# As many as a reader shows.
SHOWN: Final = 3
_PPM_OF_PERCENT: Final = 10_000


def later(*, at: datetime) -> None:
    """Have the readers told in a moment, in the caller's transaction."""
    scheduled_jobs.schedule(KIND, key=KIND, due_at=at)


def percents_of(suggested_ppm: Sequence[int]) -> list[int]:
    """Return what a reader offers: whole percentages between 1 and 100, each once."""
    whole = [(ppm + _PPM_OF_PERCENT // 2) // _PPM_OF_PERCENT for ppm in suggested_ppm]
    return list(dict.fromkeys(percent for percent in whole if 1 <= percent <= 100))[:SHOWN]


def offer(_payload: dict[str, Any], at: datetime) -> None:
    """
    Tell the readers of every place which tips they suggest; none where tips are off.

    The due job's handler, and a step of every day: a place may be new, or made at the gateway.

    :raises GatewayUnavailable: no answer; the due work comes again
    """
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return
    if "terminal" not in provider.capabilities:
        return
    rules, currency = people.get_payment_settings(), people.get_properties().currency
    percents = percents_of(rules.tip_suggested_ppm) if rules.takes_tips else []
    try:
        for place in provider.list_locations(ctx):
            provider.set_tip_suggestions(
                ctx,
                location_id=place.gateway_id,
                currency=currency,
                percents=percents,
                key=f"reader-tips:{place.gateway_id}:{at:%Y%m%d%H%M}",
            )
    except PaymentFailed as problem:
        # Cards are taken all the same, only without a suggestion.
        log.warning("no tips on readers: %s", problem.code)
