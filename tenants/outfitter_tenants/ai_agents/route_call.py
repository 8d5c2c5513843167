"""
One of our own routes, called for somebody without a second request.

The route checks permissions, scope and body as it does for people, so that a tool can do nothing that
its person could not. Neither cookies nor tokens of the outer request reach it.
"""

from typing import Any, Final, Literal
from urllib.parse import urlencode

import orjson
from django.http import HttpRequest, QueryDict
from django.urls import resolve

from outfitter.api.principal import Principal
from outfitter.kit.errors import DomainError

_DROPPED: Final = frozenset(
    {
        *("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_IDEMPOTENCY_KEY", "HTTP_ACCEPT_ENCODING"),
        *("HTTP_IF_NONE_MATCH", "HTTP_X_OUTFITTER_DEVICE", "CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_ACCEPT"),
    }
)


class RouteRefused(DomainError):
    """The route refused; code, message and detail are its own."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(str(body.get("message", "")), **body.get("detail", {}))
        # One refusal, many names: a client looks at the code only.
        self.code = str(body.get("code", "error"))  # type: ignore[misc]
        self.status = status  # type: ignore[misc]


def call_route(
    outer: HttpRequest,
    method: Literal["GET", "POST"],
    path: str,
    *,
    principal: Principal,
    body: dict[str, Any] | None = None,
    query: dict[str, str] | None = None,
) -> Any:
    """
    Return what a JSON route answers somebody.

    :raises RouteRefused: it refuses, with its own code
    """
    inner = HttpRequest()
    inner.method, inner.path, inner.path_info = method, path, path
    text = urlencode(query or {})
    inner.META = {name: value for name, value in outer.META.items() if name not in _DROPPED}
    inner.META |= {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": text}
    inner.GET = QueryDict(text)
    if body is not None:
        inner.META["CONTENT_TYPE"] = "application/json"
        inner._body = orjson.dumps(body)
    else:
        inner._body = b""
    inner.tenant = outer.tenant  # type: ignore[attr-defined]
    inner.client_ip = getattr(outer, "client_ip", None)  # type: ignore[attr-defined]
    inner.principal = principal  # type: ignore[attr-defined]
    # No browser sent this: there is nothing that another site could have made it send.
    inner._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
    match = resolve(path)
    response = match.func(inner, *match.args, **match.kwargs)
    found = orjson.loads(response.content) if response.content else {}
    if response.status_code >= 400:
        raise RouteRefused(response.status_code, found if isinstance(found, dict) else {})
    return found
