"""
Inbound webhooks: verify, store once, answer at once, handle in a job.

The address is /partner/<path> on both kinds of host. On an operator's host the plugin verifies with
that operator's settings, on the apex host with the platform's.
"""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from outfitter.db import queue
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.db.tenant_tasks import tenant_task
from outfitter.kit.clock import utc_now
from outfitter.plugins import (
    configs,
    contexts,
    fair_queue,
    outbox,
    redaction,
    registry,
    rejected_webhooks,
    time_limits,
    webhook_owner,
)
from outfitter.plugins.models import WebhookEvent
from outfitter.plugins.types import InboundWebhook, Permanent, Retryable, Webhook, WebhookRefused

log = logging.getLogger(__name__)
# A partner that is away for a weekend must not cost us its news; a test event at a live endpoint is
# final and nobody's worry.
POLICY: Final = queue.RetryPolicy(
    first=timedelta(seconds=5),
    give_up_after=timedelta(days=3),
    final=(Permanent,),
    final_level=logging.WARNING,
    asked_for=fair_queue.asked_for,
)
REASON: Final = "news_given_up"
# No partner has so much to say at once.
MOST_BYTES: Final = 1_000_000
NOT_ENABLED: Final = "the plugin is not enabled here"


def find_webhook(slug: str, kind_path: str | None = None) -> Webhook | None:
    """Return a plugin's webhook, by its path when it has several."""
    own = [hook for owner, hook in registry.collect("webhooks") if owner == slug]
    return next((hook for hook in own if kind_path in {None, hook.path}), None)


def url_patterns() -> list[URLPattern]:
    """Return one address per webhook that an installed plugin declares."""
    return [
        path(f"partner/{hook.path}", _view(slug, hook), name=f"webhook-{slug}")
        for slug, hook in registry.collect("webhooks")
    ]


def _view(slug: str, hook: Webhook) -> Callable[[HttpRequest], HttpResponse]:
    @csrf_exempt
    def receive(request: HttpRequest, **_parts: str) -> HttpResponse:
        schema = getattr(getattr(request, "tenant", None), "schema_name", None)
        if schema and slug not in configs.enabled_slugs(schema_name=schema):
            return _problem(404, "not_found", "Not found.")
        if request.method != "POST" and (request.method != "GET" or hook.is_probed is None):
            return _problem(405, "method_not_allowed", "Webhooks are posted.")
        if len(request.body) > MOST_BYTES:
            return _problem(413, "too_large", "This is more than we take.")
        own, connected = configs.read(schema_name=schema, slug=slug) if schema else ({}, {})
        tokens = connected.get("tokens", {})
        try:
            with (
                redaction.redact_secrets(own, configs.secret_names(slug)),
                redaction.redact_secrets(tokens),
                redaction.redact_errors(slug),
                time_limits.time_limit(time_limits.WEBHOOK_SECONDS),
            ):
                if request.method == "GET" and hook.is_probed is not None:
                    return _probed(hook.is_probed(request, [{**own, **tokens}]))
                inbound = hook.receive(request, [{**own, **tokens}])
        except (time_limits.PluginTimeout, Retryable) as problem:
            log.warning("receive of %s: %s", slug, redaction.describe_error(problem))
            return _problem(503, "plugin_busy", "Please send this again later.")
        except WebhookRefused as problem:
            rejected_webhooks.count_rejection(slug=slug, schema=schema, at=utc_now())
            if problem.status == 404:
                return _problem(404, "not_found", "Not found.")
            status = problem.status or (hook.answer.refused_status if hook.answer else 400)
            return _problem(status, "webhook_refused", str(problem) or "We couldn't verify this request.")
        return _taken(slug, hook, inbound, schema)

    return receive


def _taken(slug: str, hook: Webhook, inbound: InboundWebhook, schema: str | None) -> HttpResponse:
    """Keep a genuine delivery, and answer what its partner wants to read."""
    named = webhook_owner.find_named_owner(slug=slug, inbound=inbound)
    # Genuine and another operator's, who shares the account: refusing it would make the
    # partner send it again for days, and then nothing at all.
    if not schema or (named or schema) == schema:
        store_delivery(slug=slug, inbound=inbound, schema=schema or named, address=schema or "", at=utc_now())
    if hook.answer is not None:
        return HttpResponse(hook.answer.text, content_type=hook.answer.content_type)
    return JsonResponse({"received": True})


def _probed(is_ours: bool) -> HttpResponse:
    return HttpResponse("") if is_ours else _problem(404, "not_found", "Not found.")


def _problem(status: int, code: str, message: str) -> HttpResponse:
    return JsonResponse({"code": code, "message": message, "detail": {}}, status=status)


def find_known_events(*, slug: str, event_ids: Collection[str], schema: str) -> set[str]:
    """
    Return which of these events were delivered before, for this operator or for anybody.

    What came while the plugin was switched off was not heard: once it is on again it is new.
    """
    rows = WebhookEvent.objects.filter(provider=slug, event_id__in=list(event_ids))
    heard = rows.filter(address__in=["", schema]).exclude(error__contains=NOT_ENABLED)
    return set(heard.values_list("event_id", flat=True))


def store_delivery(
    *, slug: str, inbound: InboundWebhook, schema: str | None, at: datetime, address: str = ""
) -> bool:
    """
    Keep a delivery once and start its job; a repeated one changes nothing (returns False).

    `address` is the schema whose own address it came to, "" the platform's.
    """
    if inbound.event_id in find_known_events(slug=slug, event_ids=[inbound.event_id], schema=schema or ""):
        return False
    hook = find_webhook(slug)
    is_work = bool(schema or inbound.account or (hook and hook.trace))
    with transaction.atomic():
        row, is_new = WebhookEvent.objects.get_or_create(
            provider=slug,
            event_id=inbound.event_id,
            address=address,
            defaults={
                "kind": inbound.kind,
                "schema_name": schema,
                "account": inbound.account,
                "payload": dict(inbound.payload),
                "received_at": at,
                "next_at": at,
                "status": queue.WAITING if is_work else queue.DONE,
                "done_at": None if is_work else at,
            },
        )
        if not is_new and NOT_ENABLED in row.error:
            again = WebhookEvent.objects.filter(pk=row.pk, error__contains=NOT_ENABLED)
            is_new = again.update(**queue.anew(at)) > 0
        if is_new and is_work:
            fair_queue.serve_queues.after_commit()
    return is_new


@tenant_task("webhooks.handle", queue="plugins")
def handle(*, webhook_id: int, **_future: Any) -> bool:
    """
    Let the plugin act on a stored delivery, in the operator's schema.

    Returns False when it failed and is called again.
    """
    rows = WebhookEvent.objects.all()
    return queue.run(rows, webhook_id, _take_in, policy=POLICY, tell=redaction.describe_error, on_final=_tell)


def _take_in(row: WebhookEvent) -> None:
    hook = find_webhook(row.provider)
    if hook is not None and row.schema_name is None and not _find_owner(row, hook):
        return
    if row.schema_name == PUBLIC:
        # Its customer is an operator that pays the platform: nobody's schema has anything to do.
        return
    if hook is None or row.provider not in configs.enabled_slugs(schema_name=str(row.schema_name)):
        raise Permanent(NOT_ENABLED)
    _handle(row, hook)


def _find_owner(row: WebhookEvent, hook: Webhook) -> bool:
    with time_limits.time_limit(time_limits.JOB_SECONDS):
        return webhook_owner.find_owner(row, hook, utc_now())


def _handle(row: WebhookEvent, hook: Webhook) -> None:
    schema = str(row.schema_name)
    try:
        contexts.context_for(schema_name=schema)
    except LookupError as problem:
        raise Permanent("the operator is gone") from problem
    with (
        fair_queue.heeding_waits(slug=row.provider, schema_name=schema),
        contexts.plugin_context(schema_name=schema, slug=row.provider) as ctx,
        in_schema(schema),
        time_limits.time_limit(time_limits.JOB_SECONDS),
    ):
        hook.handle(ctx, webhook_owner.inbound_of(row))


fair_queue.register_runner("webhook", lambda webhook_id, _schema: handle.run(webhook_id=webhook_id))


def free_events(*, at: datetime) -> int:
    """Let deliveries wait again whose worker died; returns how many."""
    return queue.free(WebhookEvent.objects.all(), at=at, policy=POLICY, on_final=_tell)


def _tell(row: WebhookEvent, problem: Exception, at: datetime) -> None:
    """Say to those who set the plugin up that some of its news is lost to us."""
    if isinstance(problem, Permanent) or row.schema_name in {None, PUBLIC}:
        return
    manifest = registry.manifests().get(row.provider)
    with in_schema(str(row.schema_name)), transaction.atomic():
        outbox.publish(
            outbox.PLUGIN_FAILING,
            at=at,
            slug=row.provider,
            reason=REASON,
            title=manifest.title if manifest else row.provider,
        )
