"""
What wraps the body of an answer: made once for each body.

django-ninja makes a class for every status of every operation, nine in ten of them for one and the
same error: half of the time that the product takes to start.
"""

from typing import Any

from ninja.operation import Operation

_make: Any = Operation._create_response_model
_made: dict[type, Any] = {}


def share_response_models() -> None:
    """Have operations that answer the same body share what wraps it; called before any is declared."""
    kind: Any = Operation
    kind._create_response_model = _response_model


def _response_model(operation: Operation, body: Any) -> Any:
    if not isinstance(body, type):
        return _make(operation, body)
    if body not in _made:
        _made[body] = _make(operation, body)
    return _made[body]
