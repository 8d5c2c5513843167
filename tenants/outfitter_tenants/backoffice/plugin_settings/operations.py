"""Plugins of an operator: switching them, their settings form, their health."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.plugins import configs, contexts, delivery_log, isolated_call, redaction, registry, time_limits
from outfitter.plugins.plugin_labels import NO_LABELS, Labels, labels_of
from outfitter.plugins.types import Manifest, SettingsSchema
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.backoffice.plugin_settings import actions, oauth, set_up_jobs

log = logging.getLogger(__name__)
LONG_TEXT: Final = 1000
_KINDS: Final = {"boolean": "bool", "integer": "number", "number": "number"}


def list_plugins() -> list[dict[str, object]]:
    """Return every installed plugin, and whether this operator has switched it on."""
    schema = current_schema()
    enabled = configs.enabled_slugs(schema_name=schema)
    failing = delivery_log.failing_cnt(schema_name=schema)
    return [
        {**_head(manifest, slug in enabled), "failing_cnt": failing.get(slug, 0)}
        for slug, manifest in registry.manifests().items()
        if registry.is_for_operators(slug)
    ]


def get_plugin(*, slug: str, languages: Sequence[str] = ()) -> dict[str, object]:
    """
    Return one plugin with its settings form and its latest calls. Secrets are never shown again.

    `languages` are the reader's: the form is in the first that the plugin has words for.

    :raises NotFound: no such plugin is installed
    """
    manifest = _manifest(slug)
    schema, labels = current_schema(), labels_of(slug, languages=languages)
    values = configs.settings_of(schema_name=schema, slug=slug)
    return {
        **_head(manifest, slug in configs.enabled_slugs(schema_name=schema)),
        "failing_cnt": delivery_log.failing_cnt(schema_name=schema).get(slug, 0),
        "fields": form_of(configs.schema_of(slug), values, labels),
        "connection": oauth.describe(slug=slug),
        "actions": actions.describe(slug=slug, labels=labels),
        "calls": delivery_log.last_calls(schema_name=schema, slug=slug),
    }


def form_of(
    declared: SettingsSchema | None, values: Mapping[str, object], labels: Labels = NO_LABELS
) -> list[dict[str, object]]:
    """Return the settings form of a plugin's schema: one row for each field, in its order."""
    if declared is None:
        return []
    document = declared.model.model_json_schema()
    return [
        _field(name, spec, document, declared, values, labels)
        for name, spec in document.get("properties", {}).items()
    ]


def _field(
    name: str,
    spec: Mapping[str, Any],
    document: Mapping[str, Any],
    declared: SettingsSchema,
    values: Mapping[str, Any],
    labels: Labels,
) -> dict[str, object]:
    choices = spec.get("enum") or []
    if "$ref" in spec:
        choices = document["$defs"][spec["$ref"].rpartition("/")[2]].get("enum", [])
    is_secret = name in declared.secret
    kept = values.get(name, spec.get("default"))
    return {
        "name": name,
        "label": labels.text(_label(name, spec.get("title", ""))),
        "help": labels.text(declared.help.get(name, spec.get("description", ""))),
        "is_asked": name in declared.choices,
        "kind": "choice" if choices else _kind(str(spec.get("type", "")), int(spec.get("maxLength", 0))),
        "options": [str(choice) for choice in choices],
        "option_names": [labels.text(str(choice)) for choice in choices],
        "is_required": name in document.get("required", ()),
        "is_secret": is_secret,
        "is_set": kept not in (None, ""),
        "value": None if is_secret else kept,
    }


def _kind(sort: str, longest: int) -> str:
    # Whatever may be that long is written line by line.
    return "lines" if sort == "string" and longest >= LONG_TEXT else _KINDS.get(sort, "text")


def _label(name: str, title: str) -> str:
    # Pydantic makes "Webhook Url" of a field that has no title of its own.
    words = name.replace("_", " ")
    return title if title and title != words.title() else words.capitalize()


def enable(*, slug: str, at: datetime) -> None:
    """
    Switch a plugin on; its settings stay as they were.

    :raises NotFound: no such plugin is installed
    """
    _manifest(slug)
    with transaction.atomic():
        configs.enable(schema_name=current_schema(), slug=slug)
        _record("plugin.enabled", slug, at, {})


def disable(*, slug: str, at: datetime) -> None:
    """
    Switch a plugin off; its settings stay.

    :raises NotFound: no such plugin is installed
    """
    _manifest(slug)
    with transaction.atomic():
        configs.disable(schema_name=current_schema(), slug=slug)
        _record("plugin.disabled", slug, at, {})


def save(*, slug: str, values: Mapping[str, object], at: datetime) -> None:
    """
    Keep a plugin's settings and switch it on. A secret that is null stays as it is, "" clears it.

    :raises NotFound: no such plugin is installed
    :raises Invalid: the settings do not fit the plugin's schema
    """
    _manifest(slug)
    schema = current_schema()
    declared = configs.schema_of(slug)
    secret = set(declared.secret) if declared else set()
    kept = configs.settings_of(schema_name=schema, slug=slug)
    merged = {name: value for name, value in values.items() if value is not None}
    for name in secret:
        if values.get(name) is None and name in kept:
            merged[name] = kept[name]
    changed = sorted(name for name, value in merged.items() if kept.get(name) != value)
    with transaction.atomic():
        configs.enable(schema_name=schema, slug=slug, values=merged)
        # Names only: the log is read by more people than a secret is meant for.
        _record("plugin.set_up", slug, at, {"changed": changed})
        set_up_jobs.plan(slug=slug, at=at)


def list_choices(*, slug: str, name: str) -> list[dict[str, str]]:
    """
    Return what a field of the form can be, as the plugin's partner says. Not in a transaction.

    :raises NotFound: no such plugin, or its field is not chosen from the partner's
    :raises ActionRefused: the partner refuses
    :raises ActionAway: it did not answer
    """
    declared = configs.schema_of(_manifest(slug).slug)
    ask = declared.choices.get(name) if declared else None
    if ask is None:
        raise NotFound("This field has no choices.")
    found = actions.ask_plugin(ask, slug=slug)
    return [{"value": value, "name": text} for value, text in found]


def check(*, slug: str) -> str:
    """
    Return "ok", "unknown" when the plugin cannot tell, or what is wrong in its own words.

    :raises NotFound: no such plugin is installed
    """
    _manifest(slug)
    call = registry.by_plugin("health", only=[slug]).get(slug)
    if call is None:
        return "unknown"
    schema = current_schema()
    try:
        with contexts.plugin_context(schema_name=schema, slug=slug) as ctx:
            answers = isolated_call.call_isolated(
                partial(call, ctx=ctx), slug=slug, schema_name=schema, seconds=time_limits.REQUEST_SECONDS
            )
            answer = answers[0] if isinstance(answers, list) and answers else answers
            return redaction.redact(str(answer or "unknown"))[:300]
    except Exception as problem:  # a plugin's failure is an answer, not ours
        told = redaction.describe_error(problem, most=300)
        log.warning("health of %s failed: %s", slug, told)
        return told


def _head(manifest: Manifest, is_enabled: bool) -> dict[str, object]:
    return {
        "slug": manifest.slug,
        "title": manifest.title,
        "version": manifest.version,
        "category": manifest.category,
        "events": list(manifest.events),
        "is_enabled": is_enabled,
        "has_settings": configs.schema_of(manifest.slug) is not None,
    }


def require_installed(slug: str) -> None:
    """
    Check that a plugin is there.

    :raises NotFound: no such plugin is installed
    """
    _manifest(slug)


def _manifest(slug: str) -> Manifest:
    found = registry.manifests().get(slug)
    if found is None or not registry.is_for_operators(slug):
        raise NotFound("No such plugin is installed.")
    return found


def _record(action: str, slug: str, at: datetime, more: dict[str, Any]) -> None:
    audit.record(entity_type="plugin", entity_id=0, action=action, at=at, after={"slug": slug, **more})
