"""One OpenAPI document of both kinds of host."""

from typing import Any

from outfitter.api.routers import apex_api, tenant_api


def document() -> dict[str, Any]:
    """
    Return every JSON operation of the product as one OpenAPI document.

    :raises ValueError: the two hosts define one schema name or address differently
    """
    tenant = tenant_api().get_openapi_schema(path_prefix="")
    apex = apex_api().get_openapi_schema(path_prefix="")
    merged: dict[str, Any] = {**tenant, "paths": dict(tenant["paths"])}
    merged["info"] = {"title": "Outfitter", "version": "1", "description": ""}
    for path, item in apex["paths"].items():
        merged["paths"].setdefault(path, item)
    schemas = dict(tenant["components"]["schemas"])
    for name, schema in apex["components"]["schemas"].items():
        if schemas.setdefault(name, schema) != schema:
            raise ValueError(f"two schemas are called {name}")
    merged["components"] = {"schemas": dict(sorted(schemas.items()))}
    merged["paths"] = dict(sorted(merged["paths"].items()))
    merged["servers"] = []
    return merged
