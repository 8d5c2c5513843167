"""Which provider carries an operator's text messages."""

from outfitter.plugins import configs, contexts, registry
from outfitter.plugins.message_channels.message_channel import MessageChannel
from outfitter.plugins.message_channels.types import TextChannel


def find_message_channel(*, schema_name: str, channel: TextChannel) -> MessageChannel | None:
    """
    Return what carries an operator's texts: the first provider that is on and set up, or None.

    Its context is made where it is called (`contexts.plugin_context`), so that secrets stay there.
    """
    enabled = configs.enabled_slugs(schema_name=schema_name)
    for slug, found in registry.collect("message_channels"):
        if slug not in enabled or found.channel != channel:
            continue
        if found.is_ready(contexts.context_for(schema_name=schema_name, slug=slug)):
            own: MessageChannel = found
            return own
    return None
