"""What wraps the bodies of answers is made once for each body, and reads and writes it as before."""

from typing import Any

import pytest

from outfitter.api.routers import apex_api, tenant_api
from outfitter.api.schemas import ErrorOut

pytestmark = pytest.mark.rules


def wrappers() -> list[Any]:
    """Return what wraps the answers of every operation and status."""
    found: list[Any] = []
    for api in (tenant_api(), apex_api()):
        api._get_bound_routers()
        views = [view for _, router in api._routers for view in router.path_operations.values()]
        found += [
            model
            for view in views
            for operation in view.operations
            for model in operation.response_models.values()
            if isinstance(model, type)
        ]
    return found


def test_the_error_of_all_operations_is_one():
    errors = [one for one in wrappers() if one.model_fields["response"].annotation is ErrorOut]
    assert len(errors) > 1000
    assert len(set(errors)) == 1


def test_each_body_has_a_wrapper_of_its_own():
    bodies: dict[Any, Any] = {}
    for one in wrappers():
        body = one.model_fields["response"].annotation
        if isinstance(body, type):
            assert bodies.setdefault(body, one) is one
    assert len(set(bodies.values())) == len(bodies) > 50


def test_what_it_wraps_is_written_whole():
    (error,) = {one for one in wrappers() if one.model_fields["response"].annotation is ErrorOut}
    body = ErrorOut(code="gone", message="It is gone.", detail={"id": 1})
    written = error.model_validate({"response": body}).model_dump()
    assert written == {"response": {"code": "gone", "message": "It is gone.", "detail": {"id": 1}}}
