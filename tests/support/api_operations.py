"""Every operation of the product, as the edge tests walk over them."""

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.test import Client

from outfitter.api import openapi, principal
from outfitter.api.routers import apex_api, tenant_api


@cache
def whole_document() -> dict[str, Any]:
    """Return the OpenAPI document of both hosts, made once: seconds go into it. Nobody changes it."""
    return openapi.document()


@dataclass(frozen=True)
class Operation:
    """One method of one path."""

    host: str
    method: str
    path: str
    name: str
    auth: Any
    has_body: bool

    @property
    def parameters(self) -> list[str]:
        """Return the names in the path."""
        return re.findall(r"\{(?:\w+:)?(\w+)\}", self.path)

    @property
    def is_staff_only(self) -> bool:
        """Return whether an avatar has to be signed in."""
        return isinstance(self.auth, principal.SignedIn)

    def fill(self, values: dict[str, Any]) -> str:
        """Return the path with these values for its parameters."""
        return re.sub(r"\{(?:\w+:)?(\w+)\}", lambda m: str(values[m.group(1)]), self.path)


def every_operation() -> list[Operation]:
    """Return all operations of both hosts, in a stable order."""
    found: list[Operation] = []
    for host, api in (("tenant", tenant_api()), ("apex", apex_api())):
        api._get_bound_routers()  # makes `_routers` list the nested ones too
        for prefix, router in api._routers:
            for path, view in router.path_operations.items():
                for operation in view.operations:
                    whole = re.sub("//+", "/", f"{prefix}/{path}")
                    for method in operation.methods:
                        found.append(
                            Operation(
                                host,
                                method,
                                whole,
                                operation.operation_id or "",
                                next(iter(operation.auth_callbacks), None),
                                any(m.__ninja_param_source__ == "body" for m in operation.models),
                            )
                        )
    return sorted(found, key=lambda o: (o.host, o.path, o.method))


def call(client: Client, operation: Operation, path: str, body: Any = None, **more: Any) -> Any:
    """Ask one operation with a JSON body (text is sent as it is)."""
    text = body if isinstance(body, str) else json.dumps({} if body is None else body)
    content: dict[str, Any] = {}
    if operation.method not in {"GET", "DELETE"}:
        content = {"data": text, "content_type": "application/json"}
    return client.generic(operation.method, path, **content, **more)


def sign_in(client: Client, email: str, password: str) -> str:
    """Sign a client in on its host; returns the CSRF token and sends it from now on."""
    answer = client.post(
        "/api/login", {"email": email, "password": password}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    token = client.cookies["csrftoken"].value
    client.defaults["HTTP_X_CSRFTOKEN"] = token
    return token


def assert_error(answer: Any, status: int, code: str | None = None) -> dict[str, Any]:
    """Check the stable error shape; returns the body."""
    assert answer.status_code == status, (answer.status_code, answer.content[:400])
    body = json.loads(answer.content)
    # A voice agent is told a sentence besides.
    assert set(body) - {"spoken"} == {"code", "message", "detail"}, body
    assert isinstance(body["code"], str)
    assert isinstance(body["message"], str)
    assert body["message"]
    assert isinstance(body["detail"], dict)
    if code is not None:
        assert body["code"] == code, body
    return body
