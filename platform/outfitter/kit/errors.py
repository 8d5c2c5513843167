"""Failures that the product expects."""

from collections.abc import Mapping, Sequence
from typing import ClassVar


class DomainError(Exception):
    """
    Base of every failure the platform expects.

    A subclass names one business situation. `code` is stable and machine readable, `status` is
    the HTTP status the edge answers with, `detail` is JSON-ready (domain.md 5.0).
    """

    code: ClassVar[str] = "domain_error"
    status: ClassVar[int] = 400

    def __init__(self, message: str, **detail: object) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class NotFound(DomainError):
    """The thing does not exist here. Another operator's id answers the same."""

    code = "not_found"
    status = 404


class Forbidden(DomainError):
    """The caller is known but may not do this."""

    code = "forbidden"
    status = 403


class Invalid(DomainError):
    """
    A well-formed request that breaks a rule of some field.

    `fields` maps a dotted path ("contact.email") to messages.
    """

    code = "validation_failed"
    status = 422

    def __init__(self, fields: Mapping[str, Sequence[str]], message: str | None = None) -> None:
        first = next((text for texts in fields.values() for text in texts), "Please check.")
        self.fields = {name: list(texts) for name, texts in fields.items()}
        super().__init__(message or first, fields=self.fields)


class StaleVersion(DomainError):
    """Somebody else changed the aggregate since the caller read it."""

    code = "stale_version"
    status = 409


class Busy(DomainError):
    """A row lock was not granted in time; the same call may go through in a moment."""

    code = "busy"
    status = 409
