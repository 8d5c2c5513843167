"""The channels that installed plugins speak for."""

from functools import lru_cache

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.plugins import configs, registry
from outfitter.plugins.channels.adapter import ChannelAdapter


class UnknownChannel(NotFound):
    """No plugin of this operator speaks for that channel."""


@lru_cache(maxsize=1)
def all_adapters() -> dict[str, ChannelAdapter]:
    """Return the adapters of all installed plugins by channel, which is the plugin's slug."""
    return {
        slug: one
        for slug, one in registry.collect("channel_adapters")
        if isinstance(one, ChannelAdapter) and one.channel == slug
    }


def enabled_adapters() -> dict[str, ChannelAdapter]:
    """Return the adapters of the plugins that this operator has switched on."""
    enabled = configs.enabled_slugs(schema_name=current_schema())
    return {slug: one for slug, one in all_adapters().items() if slug in enabled}


def get_adapter(channel: str) -> ChannelAdapter:
    """
    Return the adapter of a channel that this operator has switched on.

    :raises UnknownChannel: there is none
    """
    found = enabled_adapters().get(channel)
    if found is None:
        raise UnknownChannel("This channel isn't turned on here.")
    return found


def title_of(channel: str) -> str:
    """Return what people call a channel."""
    found = all_adapters().get(channel)
    return found.title if found is not None else channel


def pushing_channels() -> frozenset[str]:
    """Return the channels that want to be told of changes."""
    return frozenset(slug for slug, one in all_adapters().items() if one.push is not None)
