"""Process-wide plugin discovery and the per-operator view of it."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import version as installed_version
from typing import Any

import pluggy
from packaging.requirements import Requirement

from outfitter.plugins import hookspecs
from outfitter.plugins.types import Manifest

ENTRY_POINT_GROUP = "outfitter.plugins"


class UnsafePlugin(RuntimeError):
    """A plugin uses a pluggy feature that would break isolation between operators."""


class InvalidPlugin(RuntimeError):
    """A plugin declares something the host cannot accept."""


def load() -> pluggy.PluginManager:
    """
    Discover every installed plugin. Imports plugin modules, so they must be import-light.

    :raises UnsafePlugin: an implementation wraps or renames a hook
    :raises InvalidPlugin: a manifest is missing, mismatched or incompatible
    """
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs.Registration)
    manager.add_hookspecs(hookspecs.Runtime)
    manager.load_setuptools_entrypoints(ENTRY_POINT_GROUP)
    manager.check_pending()
    for caller in vars(manager.hook).values():
        for impl in getattr(caller, "get_hookimpls", list)():
            reject_unsafe(impl)
    for name, plugin in manager.list_name_plugin():
        if plugin is not None:
            validate_manifest(name, read_manifest(plugin))
            validate_events(name, plugin)
    return manager


def reject_unsafe(impl: pluggy.HookImpl) -> None:
    """
    Refuse implementations that could act for operators that did not enable the plugin.

    A wrapper sees every other plugin's results. An alias (`specname`) hides which hook a method
    serves, and some pluggy versions do not leave it out of a subset.

    :raises UnsafePlugin: it is one of these
    """
    if impl.wrapper or impl.hookwrapper or impl.opts.get("specname"):
        raise UnsafePlugin(f"{impl.plugin_name}: wrappers and specname are not allowed")


def read_manifest(plugin: Any) -> Manifest | None:
    """Return what the plugin says it is, None when it says nothing usable."""
    declare = getattr(plugin, "manifest", None)
    found = declare() if callable(declare) else None
    return found if isinstance(found, Manifest) else None


def validate_manifest(name: str, found: Manifest | None) -> None:
    """
    Check a manifest at the door.

    :raises InvalidPlugin: missing, other slug than its entry point, unsafe or incompatible
    """
    if found is None:
        raise InvalidPlugin(f"{name}: manifest() must return an outfitter.sdk.Manifest")
    if found.slug != name:
        raise InvalidPlugin(f"{name}: the manifest's slug is {found.slug!r}")
    if not found.tenant_safe:
        raise InvalidPlugin(f"{name}: not safe for several operators in one process")
    needs = Requirement(found.requires)
    if needs.name != "outfitter" or not needs.specifier.contains(installed_version("outfitter")):
        raise InvalidPlugin(f"{name}: needs {found.requires}")


def validate_events(name: str, plugin: Any) -> None:
    """
    Check that a plugin hears events exactly when it says which.

    :raises InvalidPlugin: it names events and has no on_event, or the other way round
    """
    manifest = read_manifest(plugin)
    if manifest is not None and bool(manifest.events) != callable(getattr(plugin, "on_event", None)):
        raise InvalidPlugin(f"{name}: manifest().events and on_event belong together")


manager = load()


def slugs() -> list[str]:
    """Return the slugs of all installed plugins, sorted."""
    return sorted(name for name, plugin in manager.list_name_plugin() if plugin is not None)


@lru_cache
def manifests() -> dict[str, Manifest]:
    """Return slug -> manifest of all installed plugins."""
    plugins = dict(manager.list_name_plugin())
    found = {slug: read_manifest(plugins[slug]) for slug in slugs()}
    return {slug: manifest for slug, manifest in found.items() if manifest is not None}


def is_for_operators(slug: str) -> bool:
    """Return whether a plugin is installed that operators can switch on: not one of whoever hosts."""
    found = manifests().get(slug)
    return slug in slugs() and (found is None or found.category != "platform")


def by_plugin(hook: str, *, only: Iterable[str] | None = None) -> dict[str, Callable[..., Any]]:
    """
    Return one caller per plugin that implements `hook`, in a fixed order.

    Separate callers keep one plugin's failure, retry and result apart from the others'.
    """
    wanted = None if only is None else set(only)
    plugins = dict(manager.list_name_plugin())
    callers: dict[str, Callable[..., Any]] = {}
    impls = getattr(manager.hook, hook).get_hookimpls()
    for slug in sorted(impl.plugin_name for impl in impls):
        if wanted is not None and slug not in wanted:
            continue
        others = [p for name, p in plugins.items() if name != slug and p is not None]
        callers[slug] = manager.subset_hook_caller(hook, remove_plugins=others)
    return callers


def collect(hook: str) -> list[tuple[str, Any]]:
    """Return (slug, item) for every item that plugins' registration hooks return."""
    found: list[tuple[str, Any]] = []
    for slug, call in by_plugin(hook).items():
        for answer in call():
            items = answer if isinstance(answer, list | tuple) else [answer]
            found.extend((slug, item) for item in items)
    return found
