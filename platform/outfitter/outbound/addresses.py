"""Which addresses of the network a server may call on somebody else's behalf. Pure but for DNS."""

import ipaddress
import socket
from collections.abc import Container, Sequence
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

Reason = Literal[
    "bad_address",
    "not_found",
    "refused_address",
    "no_answer",
    "not_secure",
    "too_large",
    "no_page",
    "too_many_redirects",
]
PORTS: Final = {"http": 80, "https": 443}
_LONGEST: Final = 2000
# Addresses that carry another one inside: what they lead to is what counts.
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class Unreachable(Exception):
    """
    A page could not be read; `reason` says why, in one word.

    Where something `was_sent`, the other side may have acted on it.
    """

    def __init__(self, reason: Reason, *, was_sent: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.was_sent = reason, was_sent


def checked(url: str, *, ports: Container[int] = ()) -> SplitResult:
    """
    Return the parts of an address that may be called: http or https, a name, the usual port.

    `ports` are allowed besides (development, tests).

    :raises Unreachable: anything else
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Unreachable("bad_address") from None
    is_strange = (
        len(url) > _LONGEST
        or parts.scheme not in PORTS
        or not parts.hostname
        or parts.username is not None
        or parts.password is not None
        or any(ord(letter) <= 32 or ord(letter) == 127 for letter in url)
    )
    if is_strange:
        raise Unreachable("bad_address")
    if port not in {None, PORTS[parts.scheme]} and port not in ports:
        raise Unreachable("refused_address")
    return parts


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the open internet, whatever it is wrapped in."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return is_public(str(ipaddress.IPv4Address(address.packed[-4:])))
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address.teredo is not None:
            inner = address.teredo[1]
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast


def resolve(host: str, port: int, *, allowed: Sequence[str] = ()) -> str:
    """
    Return an address of a host that may be called; the connection is made to this very one.

    Every address of the name has to be public, so that nobody hides one behind another. `allowed`
    are networks that may be called all the same.

    :raises Unreachable: there is no such host, or it is none of the open internet
    """
    try:
        ascii_name = host.encode("idna").decode() if not host.isascii() else host
        found = socket.getaddrinfo(ascii_name, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("not_found") from None
    addresses = list(dict.fromkeys(str(row[4][0]) for row in found))
    networks = [ipaddress.ip_network(one) for one in allowed]

    def may(text: str) -> bool:
        address = ipaddress.ip_address(text.partition("%")[0])
        return is_public(text) or any(address in network for network in networks)

    if not addresses or not all(may(one) for one in addresses):
        raise Unreachable("refused_address")
    # Servers that we reach by IPv4 are many, those by IPv6 alone few.
    return min(addresses, key=lambda one: ":" in one)
