"""
Where a message stands on the web, and where its reader leaves the news.

Words are written before there is a message: they leave these two addresses open, as merge fields, for
whoever sends or shows them.
"""

from typing import Final

VIEW: Final = "{{message.view_link}}"
UNSUBSCRIBE: Final = "{{message.unsubscribe_link}}"


def public_address(message_hash: str, base_url: str) -> str:
    """Return where a message stands as a page of its own."""
    return f"{base_url}/public/crm/{message_hash}"


def unsubscribe_address(message_hash: str, base_url: str) -> str:
    """Return where its reader leaves the news."""
    return f"{public_address(message_hash, base_url)}/unsubscribe"


def filled(words: str, *, message_hash: str, base_url: str) -> str:
    """Return the words of a message with both addresses in them; in HTML they need no escaping."""
    found = words
    for field, address in (
        (VIEW, public_address(message_hash, base_url)),
        (UNSUBSCRIBE, unsubscribe_address(message_hash, base_url)),
    ):
        encoded = field.replace("{", "%7B").replace("}", "%7D")
        found = found.replace(field, address).replace(encoded, address)
    return found
