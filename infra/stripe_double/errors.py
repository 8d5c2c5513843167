"""Error answers in Stripe's shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DOC_URL = "https://stripe.com/docs/error-codes/"


class ApiError(Exception):
    """An answer that is an error: `{"error": {"type", "code", "message", ...}}`."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        kind: str = "invalid_request_error",
        code: str | None = None,
        param: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare; `more` holds further fields, such as `decline_code` and `payment_intent`."""
        super().__init__(message)
        self.status, self.message, self.kind = status, message, kind
        self.code, self.param, self.more = code, param, dict(more or {})

    def body(self) -> dict[str, Any]:
        """Return the JSON body. Fields without a value are left out, as Stripe does."""
        error: dict[str, Any] = {"message": self.message, "type": self.kind}
        if self.code:
            error |= {"code": self.code, "doc_url": DOC_URL + self.code.replace("_", "-")}
        if self.param:
            error["param"] = self.param
        return {"error": error | {k: v for k, v in self.more.items() if v is not None}}


def missing(param: str) -> ApiError:
    """Return the error for a parameter that must be given."""
    return ApiError(400, f"Missing required param: {param}.", code="parameter_missing", param=param)


def not_found(kind: str, key: str, param: str = "id") -> ApiError:
    """Return the error for an id that does not exist, or not in this account."""
    return ApiError(404, f"No such {kind}: '{key}'", code="resource_missing", param=param)


def unexpected_state(message: str, payment_intent: Mapping[str, Any] | None = None) -> ApiError:
    """Return the error for a step that the payment intent's status forbids."""
    more = {"payment_intent": payment_intent} if payment_intent else {}
    return ApiError(400, message, code="payment_intent_unexpected_state", more=more)
