"""Which telephone providers an operator has."""

from outfitter.plugins import configs, registry
from outfitter.plugins.calls.call_provider import CallProvider


def list_call_providers(*, schema_name: str) -> list[CallProvider]:
    """Return the telephone providers that are switched on for an operator."""
    enabled = configs.enabled_slugs(schema_name=schema_name)
    return [found for slug, found in registry.collect("call_providers") if slug in enabled]


def find_call_provider(*, schema_name: str, slug: str) -> CallProvider | None:
    """Return a telephone provider of an operator; None when it is not switched on."""
    return next((one for one in list_call_providers(schema_name=schema_name) if one.slug == slug), None)
