"""Pages of other people's servers, read without becoming a way into ours."""

from outfitter.outside.fetching import Answer, Unreachable, fetch

__all__ = ["Answer", "Unreachable", "fetch"]
