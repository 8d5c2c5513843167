"""How an answer leaves: Dialpad reads nothing but 200, and 403 for what it did not sign."""

from typing import Final

from outfitter.sdk import WebhookAnswer

TAKEN: Final = WebhookAnswer('{"received": true}', refused_status=403)
