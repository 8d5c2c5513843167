"""What a request of Redeam's carries: whose it is, its id, its body."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import orjson

from outfitter.sdk.channels import BadCredentials, Connection, PartnerCall
from outfitter_redeam.errors import not_found
from outfitter_redeam.settings import RedeamSettings, is_their_key, settings_of, supplier_id_of

if TYPE_CHECKING:
    from django.http import HttpRequest

KEY: Final = "X-API-Key"
SECRET: Final = "X-API-Secret"  # noqa: S105  (the name of a header)
REQUEST_ID: Final = "X-Request-ID"
_LONGEST_ID: Final = 100
# Names of anything; none that exists is longer.
LONGEST_NAME: Final = 150


@dataclass(frozen=True)
class RequestContext:
    """A request, known to be of this connection."""

    call: PartnerCall
    request_id: str

    @property
    def connection(self) -> Connection:
        """Return whose request it is."""
        return self.call.known

    @cached_property
    def settings(self) -> RedeamSettings:
        """Return what was agreed."""
        return settings_of(self.connection)

    @property
    def query(self) -> Mapping[str, str]:
        """Return the query; names may be written either way (`rate_id`, `rateId`)."""
        return {_snake(name): str(text) for name, text in self.call.request.GET.items()}

    def part(self, name: str) -> str:
        """
        Return a part of the path, or of the query where the address has none.

        :raises Refused: NOT_FOUND for what cannot be the name of anything
        """
        found = self.call.params.get(name) or self.query.get(name, "")
        if not 0 < len(found) <= LONGEST_NAME or not found.isprintable():
            raise not_found("There is no such thing.", **{name: found})
        return found

    def check_key(self) -> None:
        """
        Check the other half of the credentials; the host has looked the secret up.

        :raises BadCredentials: it is not this connection's
        """
        sent = self.call.request.headers.get(KEY, "").strip()
        if not is_their_key(self.connection, self.settings, sent):
            raise BadCredentials

    def check_supplier(self, supplier_id: str) -> None:
        """
        Check that the operator is meant.

        :raises Refused: NOT_FOUND
        """
        if supplier_id != supplier_id_of(self.connection, self.settings):
            raise not_found("There is no such supplier.", supplierId=supplier_id)


def _snake(name: str) -> str:
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name)


def read_context(call: PartnerCall) -> RequestContext:
    """Read what stands around a request."""
    return RequestContext(call, request_id_of(call.request, call.body))


def request_id_of(request: "HttpRequest", body: bytes) -> str:
    """Return the id to mirror: of the body's `meta`, of the header, or a new one."""
    inside = _inside(body)
    header = request.headers.get(REQUEST_ID, "").strip()
    found = inside if isinstance(inside, str) and inside.strip() else header
    found = found.strip()
    is_fit = 0 < len(found) <= _LONGEST_ID and found.isprintable()
    return found if is_fit else str(uuid4())


def _inside(body: bytes) -> Any:
    try:
        found = orjson.loads(body) if body else None
    except ValueError:
        return None
    meta = found.get("meta") if isinstance(found, dict) else None
    return meta.get("reqId") if isinstance(meta, dict) else None


def key_of(request: "HttpRequest", body: bytes) -> str:
    """
    Return the secret, by which the host finds the connection.

    :raises BadCredentials: one of the two headers is missing
    """
    key = request.headers.get(KEY, "").strip()
    secret = request.headers.get(SECRET, "").strip()
    if not key or not secret:
        raise BadCredentials("X-API-Key and X-API-Secret are required.", is_missing=True)
    return secret
