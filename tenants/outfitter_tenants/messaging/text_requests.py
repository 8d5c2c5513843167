"""What a guest asks for with a single word: no more texts, or texts again. Pure."""

from typing import Final

from outfitter.plugins.message_channels.types import TextRequest

# The words that carriers know (CTIA), and those that guests of other languages write.
_STOP: Final = frozenset(
    {
        *("STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT-OUT"),
        *("ARRET", "ARR\u00caT", "ALTO", "BAJA", "PARAR", "STOPP"),
        *("\u0421\u0422\u041e\u041f", "\u505c\u6b62", "\u9000\u8ba2", "\uc911\uc9c0"),
    }
)
_START: Final = frozenset({"START", "UNSTOP", "OPTIN", "OPT-IN", "\u0421\u0422\u0410\u0420\u0422"})


def request_of(text: str) -> TextRequest | None:
    """Return what a text asks for when it is such a word and nothing else."""
    word = text.strip(" \t\r\n.!\"'").upper()
    if word in _STOP:
        return "stop"
    return "start" if word in _START else None
