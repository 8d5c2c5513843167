"""How an answer leaves: nothing in it, and 403 for what Amazon did not sign."""

from typing import Final

from outfitter.sdk import WebhookAnswer

TAKEN: Final = WebhookAnswer("", "text/plain", refused_status=403)
