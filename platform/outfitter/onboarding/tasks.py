"""Jobs of the first weeks."""

from outfitter.onboarding import mails

__all__ = ["mails"]
