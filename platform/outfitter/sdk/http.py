"""
Asking somebody else's server. Import it inside hook bodies: it needs Django.

`send` is bounded in time and size, reaches the open internet only and follows no redirects. A
channel plugin uses `outfitter.sdk.channels.call` instead, which also writes the call down.
"""

from outfitter.plugins.channels.http_types import NoAnswer, OutboundRequest, OutboundResponse
from outfitter.plugins.http import read_wait, send_request

__all__ = ["NoAnswer", "OutboundRequest", "OutboundResponse", "read_wait", "send_request"]
