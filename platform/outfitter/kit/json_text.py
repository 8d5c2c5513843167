"""What JSON may bring that no column holds: NUL, halves of letters, numbers that are none."""

from typing import Any, NoReturn


def is_storable(text: str) -> bool:
    """Return whether PostgreSQL can hold a text: it has neither NUL nor half a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= one <= "\udfff" for one in text)


def require_storable(found: Any) -> None:
    """
    Refuse what was read from JSON when a name or a text in it cannot be stored, however deep.

    :raises ValueError: there is one
    """
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and not is_storable(one):
            raise ValueError("a text that no column holds")


def refuse_constant(text: str) -> NoReturn:
    """
    Refuse NaN and infinities, which Python reads and RFC 8259 does not know; for `parse_constant`.

    :raises ValueError: always
    """
    raise ValueError(f"{text} is not JSON")
