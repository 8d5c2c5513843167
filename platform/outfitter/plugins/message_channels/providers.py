"""Which provider carries an operator's messages."""

from collections.abc import Iterator
from typing import Any

from outfitter.plugins import configs, contexts, registry
from outfitter.plugins.message_channels.mail_provider import MailProvider
from outfitter.plugins.message_channels.message_channel import MessageChannel, WhatsAppChannel
from outfitter.plugins.message_channels.types import TextChannel


def find_message_channel(*, schema_name: str, channel: TextChannel) -> MessageChannel | None:
    """
    Return what carries an operator's texts: the first provider that is on and set up, or None.

    Its context is made where it is called (`contexts.plugin_context`), so that secrets stay there.
    """
    return next(_ready(schema_name, channel), None)


def find_whatsapp(*, schema_name: str) -> WhatsAppChannel | None:
    """Return what carries an operator's WhatsApp messages, None where nothing does."""
    return next(_ready(schema_name, "whatsapp"), None)


def find_mail_provider(*, schema_name: str) -> MailProvider | None:
    """
    Return who carries an operator's mail: the first provider that is on and set up.

    None: the platform's own mail server.
    """
    return next(_ready(schema_name, "email"), None)


def _ready(schema_name: str, channel: str) -> Iterator[Any]:
    enabled = configs.enabled_slugs(schema_name=schema_name)
    for slug, found in registry.collect("message_channels"):
        if slug not in enabled or found.channel != channel:
            continue
        if found.is_ready(contexts.context_for(schema_name=schema_name, slug=slug)):
            yield found
