"""What the host asks of an assistant, as chat completions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outfitter_chat_completions.settings import server_of

if TYPE_CHECKING:
    from outfitter.sdk import DraftRequest, ImproveRequest, TenantContext


class ChatAssistant:
    """An operator's own model."""

    slug: str = "chat_completions"

    def is_ready(self, ctx: "TenantContext") -> bool:
        """Return whether there are an address and a model."""
        return server_of(ctx.config).is_ready

    def improve(self, ctx: "TenantContext", request: "ImproveRequest") -> Sequence[str]:
        """Return other ways to say a text; raises as `outfitter_chat_completions.client.ask` does."""
        from outfitter_chat_completions import client, prompts

        return client.ask(ctx, prompts.improve_prompt(request), max_len=request.max_len)

    def draft_reply(self, ctx: "TenantContext", request: "DraftRequest") -> Sequence[str]:
        """Return replies to a guest; raises as `outfitter_chat_completions.client.ask` does."""
        from outfitter_chat_completions import client, prompts

        return client.ask(ctx, prompts.draft_prompt(request, operator=ctx.name), max_len=request.max_len)
