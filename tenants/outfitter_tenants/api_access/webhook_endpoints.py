"""Addresses that are told of events: made, changed, renewed, switched off."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import decrypt_json, encrypt_json
from outfitter.kit.errors import Invalid, NotFound, StaleVersion
from outfitter.outbound.addresses import PORTS, Unreachable, checked, resolve
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.api_access import webhook_signature
from outfitter_tenants.api_access.models import WebhookEndpoint
from outfitter_tenants.audit.operations import record

# Messages of an endpoint are due work of this kind.
SENDING: Final = "webhooks.send"
MOST: Final = 10
LONGEST_OVERLAP: Final = timedelta(days=7)
_SECONDS: Final = 300
_REFUSALS: Final = {
    "bad_address": "Enter an address like https://example.com/webhooks.",
    "refused_address": "This address belongs to a private network.",
    "not_secure": "The address has to begin with https://.",
}


class EndpointNotFound(NotFound):
    """No such endpoint here."""


@dataclass(frozen=True, slots=True)
class EndpointDraft:
    """What an endpoint is to be."""

    name: str
    url: str
    events: Sequence[str]
    is_active: bool


def wants(event: str) -> bool:
    """Return whether anything here is told of an event: asked at every one, so it is remembered."""
    key = _key()
    found: list[str] | None = cache.get(key)
    if found is None:
        rows = WebhookEndpoint.objects.filter(is_active=True).values_list("events", flat=True)
        found = sorted({name for names in rows for name in names})
        cache.set(key, found, _SECONDS)
    return event in found


def list_endpoints() -> list[WebhookEndpoint]:
    """Return all endpoints, by name."""
    return list(WebhookEndpoint.objects.order_by("name", "pk"))


def get_endpoint(*, endpoint_id: int) -> WebhookEndpoint:
    """
    Return one endpoint.

    :raises EndpointNotFound: there is none
    """
    row = WebhookEndpoint.objects.filter(pk=endpoint_id).first()
    if row is None:
        raise EndpointNotFound("Webhook endpoint not found.")
    return row


def check_address(url: str) -> None:
    """
    Refuse an address that can't be told of anything; asks the names of the network.

    Whoever answers the name later may answer another: it is asked again whenever something is sent.

    :raises Invalid: under `url`
    """
    try:
        parts = checked(url, ports=settings.OUTSIDE_PORTS)
        if parts.scheme != "https" and not settings.OUTSIDE_NETWORKS:
            raise Unreachable("not_secure")
        port = parts.port or PORTS[parts.scheme]
        resolve(str(parts.hostname), port, allowed=settings.OUTSIDE_NETWORKS)
    except Unreachable as problem:
        # A name that leads nowhere yet may lead somewhere tomorrow.
        if problem.reason != "not_found":
            said = _REFUSALS.get(problem.reason, _REFUSALS["bad_address"])
            raise Invalid({"url": [said]}) from None


def create(*, draft: EndpointDraft, at: datetime) -> tuple[int, str]:
    """
    Make an endpoint; returns its id and its secret, which nobody can read again.

    :raises Invalid: there are ten already
    """
    secret = webhook_signature.new_secret()
    with atomic():
        if WebhookEndpoint.objects.count() >= MOST:
            raise Invalid({"url": [f"There are {MOST} endpoints already."]})
        row = WebhookEndpoint.objects.create(
            name=draft.name,
            url=draft.url,
            events=sorted(set(draft.events)),
            is_active=draft.is_active,
            secret_encrypted=_boxed(secret),
            created_at=at,
        )
        forget()
        _note(row, "webhook_endpoint.created", at, after=_said(row))
    return row.pk, secret


def change(*, endpoint_id: int, draft: EndpointDraft, version: int, at: datetime) -> None:
    """
    Change an endpoint; switched on again, it begins as if nothing had failed.

    :raises EndpointNotFound: there is none
    :raises StaleVersion: somebody else changed it meanwhile
    """
    with atomic():
        row = _lock(endpoint_id)
        if row.version != version:
            raise StaleVersion(
                "Someone else changed this in the meantime. Please reload.", version=row.version
            )
        before = _said(row)
        if draft.is_active and (not row.is_active or draft.url != row.url):
            row.failing_since = row.rests_until = None
            row.failed_cnt = 0
        row.name, row.url, row.events = draft.name, draft.url, sorted(set(draft.events))
        row.is_active, row.off_reason, row.version = draft.is_active, "", row.version + 1
        row.save()
        forget()
        if row.is_active:
            wake(endpoint_id=row.pk, at=at)
        _note(row, "webhook_endpoint.changed", at, before=before, after=_said(row))


def rotate(*, endpoint_id: int, overlap: timedelta, at: datetime) -> str:
    """
    Give an endpoint another secret; for a while what is sent is signed with the one before as well.

    :raises EndpointNotFound: there is none
    """
    secret = webhook_signature.new_secret()
    with atomic():
        row = _lock(endpoint_id)
        is_kept = timedelta() < overlap
        row.previous_encrypted = row.secret_encrypted if is_kept else ""
        row.previous_until = at + min(overlap, LONGEST_OVERLAP) if is_kept else None
        row.secret_encrypted, row.version = _boxed(secret), row.version + 1
        row.save()
        _note(row, "webhook_endpoint.rotated", at, after={"name": row.name})
    return secret


def delete(*, endpoint_id: int, at: datetime) -> None:
    """
    Delete an endpoint with everything that was sent to it.

    :raises EndpointNotFound: there is none
    """
    with atomic():
        row = _lock(endpoint_id)
        _note(row, "webhook_endpoint.deleted", at, before=_said(row))
        row.delete()
        forget()


def secrets_of(row: WebhookEndpoint, *, at: datetime) -> list[str]:
    """Return the secrets that what is sent now is signed with, the newest first."""
    boxes = [row.secret_encrypted]
    if row.previous_until is not None and row.previous_until > at:
        boxes.append(row.previous_encrypted)
    return [str(decrypt_json(settings.FIELD_KEYS, box)["secret"]) for box in boxes]


def host_of(row: WebhookEndpoint) -> str:
    """Return what people know an endpoint's address by."""
    return urlsplit(row.url).hostname or row.name


def wanting(event: str) -> Collection[WebhookEndpoint]:
    """Return the endpoints that are told of an event."""
    return [row for row in WebhookEndpoint.objects.filter(is_active=True) if event in row.events]


def wake(*, endpoint_id: int, at: datetime) -> None:
    """Have what waits for an endpoint be sent at that instant at the latest."""
    payload = {"endpoint_id": endpoint_id}
    scheduled_jobs.bring_forward(SENDING, key=str(endpoint_id), due_at=at, payload=payload)


def forget() -> None:
    """Ask anew who wants what, and once more when the transaction has committed."""
    key = _key()
    cache.delete(key)
    transaction.on_commit(lambda: cache.delete(key))


def _key() -> str:
    return f"webhooks:{current_schema()}"


def _boxed(secret: str) -> str:
    return encrypt_json(settings.FIELD_KEYS, {"secret": secret})


def _lock(endpoint_id: int) -> WebhookEndpoint:
    row = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id).first()
    if row is None:
        raise EndpointNotFound("Webhook endpoint not found.")
    return row


def _said(row: WebhookEndpoint) -> dict[str, object]:
    return {"name": row.name, "url": row.url, "events": list(row.events), "is_active": row.is_active}


def _note(
    row: WebhookEndpoint,
    action: str,
    at: datetime,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    record(entity_type="webhook_endpoint", entity_id=row.pk, action=action, at=at, before=before, after=after)
