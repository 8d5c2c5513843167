"""`outfitter plugin check`: what the host, and whoever reads the plugin, would stumble over."""

import ast
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from outfitter.plugins import event_names, registry

# What plugin.py may import at its top: Django is not ready then.
_LIGHT: Final = frozenset(
    {
        "outfitter.sdk",
        "collections",
        "typing",
        "dataclasses",
        "datetime",
        "__future__",
        "enum",
        "functools",
        "decimal",
    }
)
_CLOSED: Final = ("outfitter_tenants", "outfitter_signup", "outfitter_demo")


def problems(slug: str) -> list[str]:
    """Return what is wrong with an installed plugin, in sentences; empty when nothing is."""
    plugin = registry.manager.get_plugin(slug)
    if plugin is None:
        return [f"{slug} is not installed: pip install it into this environment."]
    checks = (_imports, _events, _settings, _routers, _webhooks, _channels)
    found: list[str] = []
    for check in checks:
        try:
            found += check(slug, plugin)
        except Exception as problem:
            found.append(f"{check.__name__.strip('_')}: {type(problem).__name__}: {problem}")
    return found


def notes(slug: str) -> list[str]:
    """Return what may be meant that way, and is worth a second look."""
    return [
        f"partner_routes: {route.path} is open to anybody."
        for owner, route in registry.collect("partner_routes")
        if owner == slug and route.key is None and route.permission is None
    ]


def hooks(slug: str) -> list[str]:
    """Return the hooks that a plugin implements."""
    callers = vars(registry.manager.hook)
    return sorted(name for name in callers if name in _implemented(slug))


def _implemented(slug: str) -> set[str]:
    return {
        name
        for name, caller in vars(registry.manager.hook).items()
        if any(impl.plugin_name == slug for impl in getattr(caller, "get_hookimpls", list)())
    }


def _imports(slug: str, plugin: Any) -> Iterator[str]:
    entry = Path(str(inspect.getsourcefile(plugin if inspect.ismodule(plugin) else type(plugin))))
    for name in _imported(entry, top_only=True):
        own = name.startswith(entry.parent.name)
        if not own and name.split(".")[0] not in {one.split(".")[0] for one in _LIGHT}:
            yield f"{entry.name} imports {name} at its top: import it inside the hook."
    for path in sorted(entry.parent.rglob("*.py")):
        for name in _imported(path, top_only=False):
            root = name.split(".")[0]
            is_sdk = name == "outfitter.sdk" or name.startswith("outfitter.sdk.")
            if root in _CLOSED or (root == "outfitter" and not is_sdk):
                yield f"{path.name} imports {name}: only outfitter.sdk is public."
            if name.startswith("outfitter.sdk.testing"):
                yield f"{path.name} imports {name}: that is for tests."


def _imported(path: Path, *, top_only: bool) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # `from outfitter import sdk` names a module in what it imports.
            if node.module == "outfitter":
                yield from (f"outfitter.{alias.name}" for alias in node.names)
            else:
                yield node.module


def _events(slug: str, _plugin: Any) -> Iterator[str]:
    manifest = registry.manifests()[slug]
    for name in manifest.events:
        if name not in event_names.EVENTS:
            yield f"There is no event {name!r}; there are {', '.join(sorted(event_names.EVENTS))}."


def _settings(slug: str, _plugin: Any) -> Iterator[str]:
    from outfitter.plugins import configs

    declared = configs.schema_of(slug)
    if declared is None:
        return
    fields = declared.model.model_fields
    for kind, names in (("secret", declared.secret), ("help", declared.help)):
        for name in names:
            if name not in fields:
                yield f"settings: {kind} names {name!r}, which is no field."
    if declared.model.model_config.get("extra") != "forbid":
        yield 'settings: model_config needs extra="forbid", so that a typo is refused.'
    if declared.secret and not declared.model.model_config.get("hide_input_in_errors"):
        yield "settings: model_config needs hide_input_in_errors=True: it has secrets."
    if not any(field.is_required() for field in fields.values()):
        json.dumps(declared.model().model_dump(mode="json"))


def _routers(slug: str, _plugin: Any) -> Iterator[str]:
    from ninja import NinjaAPI, Router

    from outfitter.plugins.types import PluginApiRouter

    for owner, mounted in registry.collect("api_routers"):
        if owner != slug:
            continue
        if not isinstance(mounted, PluginApiRouter) or not isinstance(mounted.router, Router):
            yield "api_routers: return PluginApiRouter(router, ...)."
            continue
        api = NinjaAPI(urls_namespace=f"check-{slug}-{id(mounted)}")
        api.add_router(mounted.prefix or "/", mounted.router)
        for path, item in api.get_openapi_schema(path_prefix="")["paths"].items():
            for method, operation in item.items():
                if not str(operation.get("operationId", "")).startswith(f"{slug}_"):
                    yield f"api_routers: {method.upper()} {path} needs operation_id={slug}_..."


def _webhooks(slug: str, _plugin: Any) -> Iterator[str]:
    from outfitter.plugins.types import Webhook

    for owner, hook in registry.collect("webhooks"):
        if owner != slug:
            continue
        if not isinstance(hook, Webhook):
            yield "webhooks: return Webhook(path, receive, handle)."
        elif hook.path.startswith("/") or not hook.path.startswith(f"{slug}/"):
            yield f"webhooks: the path is {slug}/..., below /partner/."


def _channels(slug: str, _plugin: Any) -> Iterator[str]:
    from outfitter.plugins.channels.adapter import ChannelAdapter, PartnerRoute

    own = [adapter for owner, adapter in registry.collect("channel_adapters") if owner == slug]
    for adapter in own:
        if not isinstance(adapter, ChannelAdapter):
            yield "channel_adapters: return ChannelAdapter(channel, title, fault, ...)."
        elif adapter.channel != slug:
            yield f"channel_adapters: the channel is called {slug!r}, as the plugin is."
    for owner, route in registry.collect("partner_routes"):
        if owner != slug:
            continue
        if not isinstance(route, PartnerRoute):
            yield "partner_routes: return PartnerRoute(path, operation, handle, ...)."
            continue
        if route.path.startswith("/"):
            yield f"partner_routes: {route.path} begins with a slash."
        if not own:
            yield f"partner_routes: {route.path} has no adapter to say errors for it."
