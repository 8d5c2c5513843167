"""One OpenAPI document of both kinds of host, and how it is written: a field is a line."""

import json
from typing import Any, Final

from ninja import NinjaAPI

from outfitter.api import principal
from outfitter.api.plugin_routes import PluginDemand
from outfitter.api.routers import apex_api, tenant_api

Part = dict[str, Any]
_WIDTH: Final = 110
_ERROR: Final[Part] = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}
_ANSWERS: Final = "#/components/responses/"


def document() -> Part:
    """
    Return every JSON operation of the product as one OpenAPI document.

    :raises ValueError: the two hosts define one schema name or address differently
    """
    tenant = tenant_api().get_openapi_schema(path_prefix="")
    apex = apex_api().get_openapi_schema(path_prefix="")
    schemas = dict(tenant["components"]["schemas"])
    for name, schema in apex["components"]["schemas"].items():
        if schemas.setdefault(name, schema) != schema:
            raise ValueError(f"two schemas are called {name}")
    demands = _demands(apex_api()) | _demands(tenant_api())
    responses: Part = {}
    paths = {
        path: {
            method: _operation(operation, demands, responses) for method, operation in sorted(item.items())
        }
        for path, item in sorted({**apex["paths"], **tenant["paths"]}.items())
    }
    return {
        "openapi": tenant["openapi"],
        "info": {"title": "Outfitter", "version": "1", "description": ""},
        "servers": [],
        "paths": paths,
        "components": {
            "responses": dict(sorted(responses.items())),
            "schemas": {name: _untitled(one) for name, one in sorted(schemas.items())},
        },
    }


def write(whole: Any, indent: int = 0) -> str:
    """
    Return JSON that is read in diffs: what fits on a line is one, a field of a schema is a line.

    :param whole: a JSON value
    :param indent: how deep it stands
    """
    flat = json.dumps(whole, default=str)
    if not whole or not isinstance(whole, dict | list) or indent + len(flat) <= _WIDTH:
        return flat
    deeper = indent + 1
    if isinstance(whole, list):
        return _enclose("[]", [write(one, deeper) for one in whole], indent)
    lines: list[str] = []
    shared: list[str] = []
    for key, one in whole.items():
        text = f"{json.dumps(key)}: {write(one, deeper)}"
        is_shared = isinstance(one, dict) and str(one.get("$ref", "")).startswith(_ANSWERS)
        (shared if is_shared else lines).append(text)
    # The errors that every operation knows are one line of it.
    return _enclose("{}", [*lines, ", ".join(shared)] if shared else lines, indent)


def _enclose(marks: str, lines: list[str], indent: int) -> str:
    edge = "\n" + " " * indent
    inner = f",{edge} ".join(lines)
    return f"{marks[0]}{edge} {inner}{edge}{marks[1]}"


def _operation(operation: Part, demands: dict[str, str], responses: Part) -> Part:
    """Return an operation with who may ask it, and with its errors told once for all."""
    made = {
        "operationId": operation["operationId"],
        "x-access": demands[operation["operationId"]],
        **_untitled(operation),
    }
    # It says the operation's name once more.
    made.pop("summary", None)
    made["parameters"] = made.get("parameters") or None
    made["responses"] = {
        str(status): _shared(answer, responses) for status, answer in sorted(made["responses"].items())
    }
    return {key: part for key, part in made.items() if part is not None}


def _shared(answer: Part, responses: Part) -> Part:
    if answer.get("content") != _ERROR:
        return answer
    name = answer["description"].replace(" ", "")
    return {"$ref": _ANSWERS + name} if responses.setdefault(name, answer) == answer else answer


def _demands(api: NinjaAPI) -> dict[str, str]:
    """Return who may ask each operation, by its id."""
    return {
        operation.operation_id or "": ", ".join(map(_access, operation.auth_callbacks))
        for router in api._get_bound_routers()
        for view in router.path_operations.values()
        for operation in view.operations
    }


def _access(demand: Any) -> str:
    """Return in words who may ask: a permission's code, else which kind of caller."""
    if isinstance(demand, PluginDemand):
        return _access(demand.inner)
    if isinstance(demand, principal.PlatformAdmin):
        return "platform admin, confirmed lately" if demand.is_confirmed else "platform admin"
    if not isinstance(demand, principal.SignedIn):
        return "public"
    words = [demand.permission or "signed in"]
    words += [f"or {demand.otherwise}"] if demand.otherwise else []
    words += ["sees all bookings"] if demand.needs_whole_sight else []
    words += ["confirmed lately"] if demand.is_confirmed else []
    return ", ".join(words)


def _untitled(part: Any) -> Any:
    """Return a schema without the titles that say the names of its fields once more."""
    if isinstance(part, list):
        return [_untitled(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        # A field may itself be called so: then it is a schema and no text.
        key: _untitled(one)
        for key, one in part.items()
        if key != "title" or not isinstance(one, str)
    }
