"""The protocol's codes, and which refusal of ours is which."""

from typing import Final

from outfitter.sdk import DomainError
from outfitter_ucp.agent_profiles import metadata

# Ours -> (theirs, whether other inputs help).
CODES: Final[dict[str, tuple[str, bool]]] = {
    "sold_out": ("out_of_stock", True),
    "not_bookable": ("item_unavailable", True),
    "validation_failed": ("invalid", True),
    "out_of_stock": ("out_of_stock", True),
    "not_found": ("not_found", False),
    "already_done": ("already_completed", False),
}


def refusal(problem: DomainError) -> dict[str, object]:
    """Return an error answer: business outcomes are 200 in this protocol."""
    code, is_recoverable = CODES.get(problem.code, ("unavailable", False))
    return error_answer(code, problem.message, is_recoverable=is_recoverable)


def error_answer(code: str, content: str, *, is_recoverable: bool = False) -> dict[str, object]:
    """Return an answer that carries no session."""
    severity = "recoverable" if is_recoverable else "unrecoverable"
    message = {"type": "error", "code": code, "content": content, "severity": severity}
    return {"ucp": metadata("error"), "messages": [message]}
