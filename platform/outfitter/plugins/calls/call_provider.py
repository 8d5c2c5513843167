"""
What a telephone provider implements. Public through `outfitter.sdk`.

What rings and what ended comes by its webhooks (`outfitter.sdk.calls`); this is what the host asks.
Every call happens outside transactions.
"""

from typing import TYPE_CHECKING, Protocol

from outfitter.plugins.calls.types import CallPage, RecordingRequest

if TYPE_CHECKING:
    from datetime import datetime

    from outfitter.plugins.types import TenantContext


class CallProvider(Protocol):
    """Who carries an operator's telephone calls."""

    slug: str

    def is_ready(self, ctx: "TenantContext") -> bool:
        """Return whether its settings let the host ask it anything; no network."""
        ...

    def recording(self, ctx: "TenantContext", url: str) -> RecordingRequest:
        """
        Return what a recording is asked for with.

        `url` is one that came with a notice: keys go to addresses of the provider alone.

        :raises Permanent: it is not the provider's, or is there no longer
        :raises Retryable: the provider had to be asked, and did not answer
        """
        ...

    def calls_since(self, ctx: "TenantContext", since: "datetime", cursor: str) -> CallPage:
        """
        Return what the provider remembers of calls since then, for notices that got lost.

        `cursor` is "" at first, then what the page before said. Empty where a provider cannot tell.

        :raises Retryable: it did not answer
        :raises Permanent: it refused the keys
        """
        ...
