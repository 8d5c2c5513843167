"""Numbers as Twilio writes them: bare for SMS, marked for WhatsApp."""

from typing import Final

from outfitter.sdk import TextChannel

_WHATSAPP: Final = "whatsapp:"


def channel_of(address: str) -> TextChannel:
    """Return by which way a text came from or goes to an address."""
    return "whatsapp" if address.startswith(_WHATSAPP) else "sms"


def number_of(address: str) -> str:
    """Return the number (E.164) in an address."""
    return address.removeprefix(_WHATSAPP)


def address_of(number: str, channel: TextChannel) -> str:
    """Return a number as Twilio wants it for a channel."""
    return f"{_WHATSAPP}{number}" if channel == "whatsapp" else number
