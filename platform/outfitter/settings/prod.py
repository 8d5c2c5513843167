"""Production. Whatever is only for development stops the start."""

from outfitter.settings import env, partner_apps, twilio
from outfitter.settings.base import *  # noqa: F403
from outfitter.settings.base import (
    ASSISTANT_API_BASE,
    CALLRAIL,
    DIALPAD,
    HUBSPOT,
    LOGGING,
    MAILCHIMP,
    MIDDLEWARE,
    SES,
    SLACK,
    SPEECH_API_BASE,
    STRIPE,
    TWILIO,
)

# Unfinished requests hold no thread: Django starts inside the shield or not at all.
MIDDLEWARE = ["outfitter.shield.startup_check.GuardMiddleware", *MIDDLEWARE]

# `__Host-`: of this host alone, over TLS alone; no sibling host can plant one.
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
DEVICE_COOKIE_NAME = "__Host-device"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrftoken"
SCHEME = "https"
# People reach production over TLS alone, whatever a proxy says or forgets to say: `api.trusted_proxies`
# notes it where no header can.
SECURE_PROXY_SSL_HEADER = ("OUTFITTER_SCHEME", "https")
SECURE_HSTS_SECONDS = 63_072_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True

# One JSON object a line, without anybody's data (docs/operations/observability.md).
LOGGING["handlers"]["console"]["formatter"] = env.choice("OUTFITTER_LOG_FORMAT", "json", "json", "line")

if not str(STRIPE["api_base"]).startswith("https://"):
    raise env.BadSetting("STRIPE_API_BASE must be https in production")
if not str(STRIPE["script_url"]).startswith("https://js.stripe.com/"):
    raise env.BadSetting("STRIPE_SCRIPT_URL must be Stripe's own in production")
if TWILIO["api_base"] != twilio.API:
    raise env.BadSetting("TWILIO_API_BASE must be Twilio's own in production")
if SES["api_base"]:
    raise env.BadSetting("SES_API_BASE is for development; in production mail goes to Amazon itself")
partner_apps.require_genuine(
    {"SLACK": SLACK, "MAILCHIMP": MAILCHIMP, "CALLRAIL": CALLRAIL, "DIALPAD": DIALPAD, "HUBSPOT": HUBSPOT}
)
partner_apps.require_none({"ASSISTANT_API_BASE": ASSISTANT_API_BASE, "SPEECH_API_BASE": SPEECH_API_BASE})
