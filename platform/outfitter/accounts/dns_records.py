"""What DNS says of a domain: a port, with the real resolver behind it."""

import re
from dataclasses import dataclass
from typing import Final, Protocol

import dns.exception
import dns.resolver

from outfitter.accounts.domain_names import PROOF_LABEL

_SECONDS: Final = 5.0
_QUOTED: Final = re.compile(r'"([^"]*)"')


class DnsAway(Exception):
    """No name server answered in time; asking again may help."""


@dataclass(frozen=True, slots=True)
class DnsRecords:
    """The text records of the name that proves, and where the domain itself points (CNAME)."""

    texts: frozenset[str] = frozenset()
    target: str | None = None


class Resolver(Protocol):
    """Whoever can be asked about a domain."""

    def records(self, domain: str) -> DnsRecords:
        """Return what DNS says now.

        :raises DnsAway: nobody answered
        """
        ...


class PublicDns:
    """Asks the name servers of this machine."""

    def records(self, domain: str) -> DnsRecords:
        """Return what DNS says now.

        :raises DnsAway: nobody answered
        """
        # A long text comes in several quoted parts.
        texts = ["".join(_QUOTED.findall(text)) for text in _ask(f"{PROOF_LABEL}.{domain}", "TXT")]
        targets = [text.rstrip(".").lower() for text in _ask(domain, "CNAME")]
        return DnsRecords(frozenset(texts), targets[0] if targets else None)


def _ask(name: str, kind: str) -> list[str]:
    try:
        found = dns.resolver.resolve(f"{name}.", kind, lifetime=_SECONDS, search=False)
        return [record.to_text() for record in found]
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except dns.exception.DNSException as problem:
        raise DnsAway(str(problem)) from problem


resolver: Resolver = PublicDns()
