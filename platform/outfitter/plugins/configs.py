"""Which plugins an operator enabled, and their settings, encrypted at rest."""

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from pydantic import ValidationError

from outfitter.kit import crypto
from outfitter.kit.errors import Invalid, NotFound
from outfitter.plugins import fair_queue, registry
from outfitter.plugins.models import TenantPlugin
from outfitter.plugins.types import SettingsSchema

_TTL = 300
# Asked once for each plugin: building a settings model takes longer than most calls.
_secret_names: dict[str, tuple[Any, tuple[str, ...]]] = {}


def enabled_slugs(*, schema_name: str) -> frozenset[str]:
    """Return the slugs of installed plugins that this operator has switched on."""
    key = _cache_key(schema_name)
    found: list[str] | None = cache.get(key)
    if found is None:
        rows = TenantPlugin.objects.filter(schema_name=schema_name, is_enabled=True)
        found = list(rows.values_list("slug", flat=True))
        cache.set(key, found, _TTL)
    return frozenset(found) & frozenset(registry.slugs())


def settings_of(*, schema_name: str, slug: str) -> dict[str, Any]:
    """Return the decrypted settings of a plugin at an operator; empty when never saved."""
    return read(schema_name=schema_name, slug=slug)[0]


def read(*, schema_name: str, slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a plugin's decrypted settings at an operator, and the account it connected; empty without."""
    row = TenantPlugin.objects.filter(schema_name=schema_name, slug=slug).first()
    if row is None:
        return {}, {}
    return _decrypt(row.settings_encrypted), _decrypt(row.connection_encrypted)


def _decrypt(text: str) -> dict[str, Any]:
    return crypto.decrypt_json(settings.FIELD_KEYS, text) if text else {}


def schema_of(slug: str) -> SettingsSchema | None:
    """Return the declared settings of a plugin, None when it has none."""
    call = registry.by_plugin("settings_schema", only=[slug]).get(slug)
    answers = call() if call else []
    return answers[0] if answers else None


def secret_names(slug: str) -> tuple[str, ...]:
    """Return which settings of a plugin are secrets."""
    plugin = registry.manager.get_plugin(slug)
    known = _secret_names.get(slug)
    if known is None or known[0] is not plugin:
        declared = schema_of(slug)
        known = _secret_names[slug] = (plugin, tuple(declared.secret) if declared else ())
    return known[1]


def enable(*, schema_name: str, slug: str, values: dict[str, Any] | None = None) -> TenantPlugin:
    """
    Switch a plugin on for an operator; `values` replaces its settings.

    :raises NotFound: no such plugin is installed
    :raises Invalid: the settings do not fit the plugin's schema
    """
    if not registry.is_for_operators(slug):
        raise NotFound("No such plugin is installed.", slug=slug)
    defaults: dict[str, Any] = {"is_enabled": True}
    if values is not None:
        checked = _validate(slug, values)
        defaults["settings_encrypted"] = crypto.encrypt_json(settings.FIELD_KEYS, checked)
    return _write(schema_name, slug, defaults)


def disable(*, schema_name: str, slug: str) -> TenantPlugin:
    """Switch a plugin off for an operator; its settings stay."""
    return _write(schema_name, slug, {"is_enabled": False})


def _write(schema_name: str, slug: str, defaults: dict[str, Any]) -> TenantPlugin:
    with transaction.atomic():
        row, is_new = TenantPlugin.objects.update_or_create(
            schema_name=schema_name, slug=slug, defaults=defaults
        )
        if not is_new:
            TenantPlugin.objects.filter(pk=row.pk).update(version=F("version") + 1)
        fair_queue.resume_queue(slug=slug, schema_name=schema_name)
        cache.delete(_cache_key(schema_name))
        transaction.on_commit(lambda: cache.delete(_cache_key(schema_name)))
    return row


def _validate(slug: str, values: dict[str, Any]) -> dict[str, Any]:
    declared = schema_of(slug)
    if declared is None:
        if values:
            raise Invalid({"settings": ["This plugin has no settings."]})
        return {}
    try:
        return declared.model.model_validate(values).model_dump(mode="json")
    except ValidationError as problem:
        fields = {".".join(map(str, e["loc"])) or "settings": [e["msg"]] for e in problem.errors()}
        raise Invalid(fields) from problem


def _cache_key(schema_name: str) -> str:
    return f"plugins:{schema_name}"
