"""
Accounts at partners that operators connected by OAuth: encrypted, apart from a plugin's settings.

Every change locks the row, and says which account it is about: news of an account that was replaced
meanwhile changes nothing.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.kit import crypto
from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, outbox, registry
from outfitter.plugins.models import TenantPlugin
from outfitter.plugins.types import OAuthAccount, OAuthConnection, OAuthGrant

REASON: Final = "connection_broken"
_MOST_PROBLEM: Final = 300


def connection_of(slug: str) -> OAuthConnection | None:
    """Return how a plugin's account is connected, None when it needs none."""
    call = registry.by_plugin("oauth_connections", only=[slug]).get(slug)
    found = [one for answer in (call() if call else []) for one in answer]
    return found[0] if found else None


def account_of(*, schema_name: str, slug: str) -> OAuthAccount | None:
    """Return the account an operator connected, None when there is none."""
    stored = configs.read(schema_name=schema_name, slug=slug)[1]
    return OAuthAccount(**stored) if stored else None


def connect(*, schema_name: str, slug: str, grant: OAuthGrant, at: datetime) -> None:
    """Keep an account and switch the plugin on; it takes the place of another one."""
    stored = {
        "account": grant.account,
        "name": grant.name,
        "tokens": dict(grant.tokens),
        "facts": dict(grant.facts),
        "connected_at": at.isoformat(),
        "problem": "",
    }
    with transaction.atomic():
        configs.enable(schema_name=schema_name, slug=slug)
        _write(_lock(schema_name, slug), stored)


def disconnect(*, schema_name: str, slug: str) -> bool:
    """Forget an account and its tokens; False: there was none."""
    with transaction.atomic():
        row = _lock(schema_name, slug)
        if row is None or not row.connection_encrypted:
            return False
        _write(row, {})
    return True


def note(*, schema_name: str, slug: str, connected_at: str, facts: Mapping[str, str]) -> bool:
    """Remember facts of an account; False when it is connected no longer."""
    with transaction.atomic():
        row = _lock(schema_name, slug)
        stored = _stored(row, connected_at)
        if not stored:
            return False
        _write(row, {**stored, "facts": {**stored["facts"], **facts}})
    return True


def report_broken(*, schema_name: str, slug: str, connected_at: str, problem: str) -> bool:
    """
    Note that the partner no longer accepts an account's tokens, and tell staff once.

    False: that was known, or another account is connected by now.
    """
    with transaction.atomic():
        row = _lock(schema_name, slug)
        stored = _stored(row, connected_at)
        if not stored or stored["problem"]:
            return False
        _write(row, {**stored, "problem": problem[:_MOST_PROBLEM] or "broken"})
        manifest = registry.manifests().get(slug)
        title = manifest.title if manifest else slug
        with in_schema(schema_name):
            outbox.publish(outbox.PLUGIN_FAILING, at=utc_now(), slug=slug, reason=REASON, title=title)
    return True


def _lock(schema_name: str, slug: str) -> TenantPlugin | None:
    return TenantPlugin.objects.select_for_update().filter(schema_name=schema_name, slug=slug).first()


def _stored(row: TenantPlugin | None, connected_at: str) -> dict[str, Any]:
    if row is None or not row.connection_encrypted:
        return {}
    found = crypto.decrypt_json(settings.FIELD_KEYS, row.connection_encrypted)
    return found if found["connected_at"] == connected_at else {}


def _write(row: TenantPlugin | None, stored: dict[str, Any]) -> None:
    if row is None:
        raise LookupError("the plugin has no row")
    row.connection_encrypted = crypto.encrypt_json(settings.FIELD_KEYS, stored) if stored else ""
    row.save(update_fields=["connection_encrypted"])
