"""Two bodies of the same name would silently become one in the OpenAPI document."""

import typing
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from outfitter.api.routers import apex_api, tenant_api

pytestmark = pytest.mark.rules


def models() -> Iterator[Any]:
    """Return every type that an operation takes or answers."""
    for api in (tenant_api(), apex_api()):
        api._get_bound_routers()
        for _, router in api._routers:
            for view in router.path_operations.values():
                for operation in view.operations:
                    for model in (*operation.models, *operation.response_models.values()):
                        if isinstance(model, type):
                            yield from (field.annotation for field in model.model_fields.values())


def bodies() -> dict[str, set[type[BaseModel]]]:
    """Return every body of every operation by its name."""
    found: dict[str, set[type[BaseModel]]] = defaultdict(set)

    def walk(annotation: Any) -> None:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            if annotation in found[annotation.__name__]:
                return
            found[annotation.__name__].add(annotation)
            for field in annotation.model_fields.values():
                walk(field.annotation)
        for part in typing.get_args(annotation):
            walk(part)

    for annotation in models():
        walk(annotation)
    return found


def test_a_name_stands_for_one_shape():
    ambiguous = {
        name: sorted(f"{model.__module__}.{name}" for model in same)
        for name, same in bodies().items()
        if len({str(model.model_json_schema().get("properties")) for model in same}) > 1
    }

    assert ambiguous == {}
