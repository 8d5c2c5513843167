"""Pages of other people's servers, read without becoming a way into ours."""

from outfitter.outbound.web_page import Answer, Unreachable, fetch

__all__ = ["Answer", "Unreachable", "fetch"]
