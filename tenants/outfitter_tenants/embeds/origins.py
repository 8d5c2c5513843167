"""Sites as an operator writes them, and as Content-Security-Policy has them. Pure."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

_PORTS: Final = {"http": 80, "https": 443}
_LABEL: Final = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
_NAME: Final = re.compile(rf"(\*\.)?{_LABEL}(\.{_LABEL})*")


def origin_of(text: str) -> str | None:
    """
    Return the site that somebody means, as a source of `frame-ancestors`; None when it is none.

    "Kayak.example/trips" is "https://kayak.example"; "*.kayak.example" is every site below it.
    """
    written = text.strip()
    if "://" not in written:
        written = f"https://{written}"
    try:
        parts = urlsplit(written)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode() if parts.hostname else ""
    except (ValueError, UnicodeError):
        return None
    if parts.scheme not in {"http", "https"} or parts.username is not None or len(host) > 253:
        return None
    bare = host.removeprefix("*.")
    # A star for a whole top level would let nearly anybody in.
    if not _NAME.fullmatch(host) or (host != bare and "." not in bare):
        return None
    if "." not in bare and bare != "localhost":
        return None
    tail = f":{port}" if port not in {None, _PORTS[parts.scheme]} else ""
    return f"{parts.scheme}://{host}{tail}"


def is_covered(origin: str, sources: Sequence[str]) -> bool:
    """Return whether one of the sources lets a site in, as browsers read them (CSP 3, 6.7.2)."""
    return any(_covers(urlsplit(source), urlsplit(origin)) for source in sources)


def _covers(source: SplitResult, site: SplitResult) -> bool:
    wanted, host = source.hostname or "", site.hostname or ""
    # A site that became safer is still the same.
    is_safer = source.scheme == "http" and site.scheme == "https"
    if source.scheme != site.scheme and not is_safer:
        return False
    if host != wanted and not (wanted.startswith("*.") and host.endswith(wanted[1:])):
        return False
    return _port(source) == _port(site) or (is_safer and not source.port and not site.port)


def _port(parts: SplitResult) -> int:
    return parts.port or _PORTS[parts.scheme]
