"""What Redeam has of an operator, for its own people: channels, suppliers, products, rates."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpResponse

from outfitter.sdk.channels import (
    BadCredentials,
    ChannelError,
    Connection,
    PartnerCall,
    connection_of,
    connections,
)
from outfitter_redeam import client
from outfitter_redeam.errors import RedeamError, bad_request, not_found, of_problem
from outfitter_redeam.requests import request_id_of
from outfitter_redeam.responses import Handler, refuse, respond

CHANNEL: Final = "redeam"
# Whose keys are used, where an operator has more than one connection.
PARAMETER: Final = "connection"
# Filters that are handed on; Redeam gets nothing else of our people's requests.
FILTERS: Final[dict[str, tuple[str, ...]]] = {"suppliers": ("partner_id", "code")}
_NAME: Final = re.compile(r"^[A-Za-z0-9_-]{1,100}$")


def connection_for(call: PartnerCall) -> Connection:
    """
    Return the connection that is meant, or the first that is open.

    :raises RedeamError: NOT_FOUND when there is none
    """
    named = call.request.GET.get(PARAMETER, "")
    if named:
        found = connection_of(uuid=named) if _NAME.match(named) else None
    else:
        found = next(iter(connections(channel=CHANNEL)), None)
    if found is None or found.channel != CHANNEL:
        raise not_found("There is no open connection to Redeam.")
    return found


def proxy_read(operation: str, parts: Callable[[PartnerCall], tuple[str, ...]]) -> Handler:
    """Return a handler that shows what Redeam has at an address of its Channel API."""

    def handle(call: PartnerCall) -> HttpResponse:
        request_id = request_id_of(call.request, b"")
        try:
            return respond(_asked(call, operation, parts(call), request_id), request_id)
        except RedeamError as refused:
            return refuse(refused, request_id)
        except ChannelError as problem:
            is_unknown = isinstance(problem, BadCredentials)
            told = not_found("Connection not found.") if is_unknown else of_problem(problem)
            return refuse(told, request_id)

    return handle


def _asked(call: PartnerCall, operation: str, parts: tuple[str, ...], request_id: str) -> dict[str, Any]:
    for part in parts:
        if not _NAME.match(part):
            raise bad_request("An id has letters, digits and dashes only.")
    wanted = FILTERS.get(parts[-1], ()) if len(parts) == 1 else ()
    query = {name: call.request.GET[name][:200] for name in wanted if name in call.request.GET}
    return client.get(connection_for(call), operation, parts, query, request_id)
