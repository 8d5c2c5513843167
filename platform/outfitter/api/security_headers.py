"""What every answer tells the browser it may not do."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

# Tickets and waivers are scanned with the camera; cards are paid inside Stripe's frame.
_POLICY: Final = ", ".join(
    [
        "accelerometer=()",
        "autoplay=()",
        "browsing-topics=()",
        "camera=(self)",
        "display-capture=()",
        "encrypted-media=()",
        "geolocation=()",
        "gyroscope=()",
        "hid=()",
        "idle-detection=()",
        "magnetometer=()",
        "microphone=()",
        "midi=()",
        'payment=(self "https://js.stripe.com")',
        "publickey-credentials-create=(self)",
        "publickey-credentials-get=(self)",
        "screen-wake-lock=(self)",
        "serial=()",
        "usb=()",
        "xr-spatial-tracking=()",
    ]
)

_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"


class HeadersMiddleware:
    """Adds the permissions policy, and one of content to refusals; Django sends the rest."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", _POLICY)
        if response.status_code >= 400:
            # Pages of ours bring a policy of their own; whatever else says no needs nothing.
            response.headers.setdefault("Content-Security-Policy", _NOTHING)
        return response
