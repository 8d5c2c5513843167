"""
Failed sign-ins of an address, counted for each operator by itself.

An address is many people: a hotel, a shopping street, a whole town behind one carrier. Who guesses
passwords of one operator from there shuts out strangers at that operator only. Who goes from
operator to operator instead meets a wide limit over all of them; it is not asked of an operator
whose staff signed in from that address lately, so that nobody is kept from their own desk by what
somebody else does next door. Browsers that their person signed in with before are not counted by
address at all (`accounts.authentication`).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Final

from django.core.cache import cache

from outfitter.accounts import login_throttle
from outfitter.accounts.models import UserSession
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.api.rate_limits import RateLimited

FREE_AT_OPERATOR: Final = 50
FREE_AT_ALL: Final = 500
AT_HOME_FOR: Final = timedelta(days=30)
# So that guessing does not make the database look for sessions again and again.
_REMEMBERED_SECONDS: Final = 60
# Who is given one IPv6 address is given all of its network.
_IPV6_PREFIX: Final = 64


@dataclass(frozen=True, slots=True)
class TryLimit:
    """One counter a try belongs to, and how many failures it bears."""

    key: str
    free: int


def place_limits(*, caller: RequestOrigin, at: datetime) -> list[TryLimit]:
    """Return what counts the tries of a browser nobody knows, by where it stands."""
    network = _network(caller.ip)
    here = TryLimit(login_throttle.key_of("ip", network, caller.schema_name), FREE_AT_OPERATOR)
    if _is_at_home(caller, network, at):
        return [here]
    return [here, TryLimit(login_throttle.key_of("ip", network), FREE_AT_ALL)]


def take_tries(limits: list[TryLimit], *, at: datetime) -> None:
    """
    Count a try in each of these as failed until `take_back`.

    :raises RateLimited: one of them is used up; then none has counted
    """
    for place, limit in enumerate(limits):
        try:
            login_throttle.count_try(key=limit.key, at=at, free=limit.free)
        except RateLimited:
            take_back(limits[:place])
            raise


def take_back(limits: list[TryLimit]) -> None:
    """Take one try back from each: it was none, or it was right."""
    for limit in limits:
        login_throttle.take_back(key=limit.key, free=limit.free)


def _is_at_home(caller: RequestOrigin, network: str, at: datetime) -> bool:
    if caller.ip is None:
        return False
    key = login_throttle.key_of("at-home", network, caller.schema_name)
    known = cache.get(key)
    if known is None:
        sessions = UserSession.objects.filter(
            schema_name=caller.schema_name, ip=caller.ip, created_at__gte=at - AT_HOME_FOR
        )
        known = sessions.exists()
        cache.set(key, known, _REMEMBERED_SECONDS)
    return bool(known)


def _network(ip: str | None) -> str:
    if ip is None:
        return ""
    address = ip_address(ip)
    if address.version == 4:
        return str(address)
    return str(ip_network((address, _IPV6_PREFIX), strict=False))
