"""
What an assistant implements. Public through `outfitter.sdk`.

A person waits for every call, which happens outside of transactions and is given up after
`assistants.SECONDS`. Answers are plain text, the best one first, and only ever shown as a proposal.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from outfitter.plugins.assistants.types import DraftRequest, ImproveRequest

if TYPE_CHECKING:
    from outfitter.plugins.types import TenantContext

SECONDS: Final = 30.0


class Assistant(Protocol):
    """Somebody's model that writes proposals."""

    slug: str

    def is_ready(self, ctx: "TenantContext") -> bool:
        """Return whether the settings are complete; no network. Without it no button is shown."""
        ...

    def improve(self, ctx: "TenantContext", request: ImproveRequest) -> Sequence[str]:
        """
        Return one to four other ways to say a text.

        :raises AssistantRefused: there is none
        :raises Retryable: it did not answer, or asks to wait
        """
        ...

    def draft_reply(self, ctx: "TenantContext", request: DraftRequest) -> Sequence[str]:
        """
        Return one to four replies to a guest.

        :raises AssistantRefused: there is none
        :raises Retryable: it did not answer, or asks to wait
        """
        ...
