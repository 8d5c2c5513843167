"""How an answer leaves: TwiML that says nothing, and 403 for what Twilio did not sign."""

from typing import Final

from outfitter.sdk import WebhookAnswer

SILENCE: Final = WebhookAnswer("<Response></Response>", "text/xml", refused_status=403)
