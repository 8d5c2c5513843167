"""Production. Whatever is only for development stops the start."""

from outfitter.settings import env
from outfitter.settings.base import *  # noqa: F403
from outfitter.settings.base import STRIPE

SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SCHEME = "https"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 31_536_000

if not str(STRIPE["api_base"]).startswith("https://"):
    raise env.BadSetting("STRIPE_API_BASE must be https in production")
if not str(STRIPE["script_url"]).startswith("https://js.stripe.com/"):
    raise env.BadSetting("STRIPE_SCRIPT_URL must be Stripe's own in production")
