"""
What plugins have against a sale, without the sale depending on them.

A plugin that raises, hangs or answers nonsense has nothing against it: the sale goes on, the
failure is written down, and after three in a row the plugin is left alone for a while and the
operator is told.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import (
    circuit_breaker,
    configs,
    contexts,
    isolated_call,
    outbox,
    redaction,
    registry,
    time_limits,
)

log = logging.getLogger(__name__)
REASON: Final = "check_failing"
_MOST_REASONS: Final = 10
_LONGEST_REASON: Final = 300
_QUIET_SECONDS: Final = 24 * 60 * 60


def find_hold_objections(*, schema_name: str, timeslot_id: int, pax_cnt: int) -> list[str]:
    """Return what the operator's plugins have against so many guests on a departure."""
    enabled = configs.enabled_slugs(schema_name=schema_name)
    found: list[str] = []
    for slug, call in registry.by_plugin("check_hold", only=enabled).items():
        question = partial(call, timeslot_id=timeslot_id, pax_cnt=pax_cnt)
        found += _ask(slug, schema_name, question)
    return found


def _ask(slug: str, schema_name: str, question: Callable[..., Any]) -> list[str]:
    key = (schema_name, slug, "check_hold")
    if not circuit_breaker.is_closed(key):
        return []
    try:
        with contexts.plugin_context(schema_name=schema_name, slug=slug) as ctx:
            answers = isolated_call.call_isolated(
                partial(question, ctx=ctx), slug=slug, schema_name=schema_name, seconds=time_limits.SALE
            )
            reasons = _reasons(answers)
    except Exception as problem:  # whatever it is, it is not the guest's
        log.warning("check_hold of %s failed at %s: %s", slug, schema_name, redaction.describe_error(problem))
        if circuit_breaker.record_failure(key):
            transaction.on_commit(partial(_tell, slug, schema_name), robust=True)
        return []
    circuit_breaker.record_success(key)
    return reasons


def _reasons(answers: Sequence[Any]) -> list[str]:
    found: list[str] = []
    for answer in answers:
        reasons = [answer] if isinstance(answer, str) else list(answer or ())
        if not all(isinstance(reason, str) for reason in reasons):
            raise TypeError("reasons are texts")
        found += [reason[:_LONGEST_REASON] for reason in reasons if reason.strip()]
    return found[:_MOST_REASONS]


def _tell(slug: str, schema_name: str) -> None:
    """Say to those who set the plugin up that sales go on without it, once a day."""
    if not cache.add(f"check-failing:{schema_name}:{slug}", True, _QUIET_SECONDS):
        return
    manifest = registry.manifests().get(slug)
    with in_schema(schema_name), transaction.atomic():
        outbox.publish(
            outbox.PLUGIN_FAILING,
            at=utc_now(),
            slug=slug,
            reason=REASON,
            title=manifest.title if manifest else slug,
        )
