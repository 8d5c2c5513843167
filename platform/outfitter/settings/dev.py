"""Development: what `./outfitter up` runs. Mail goes to the mailbox page at /_dev/mail."""

from outfitter.settings import env, ses, stripe, twilio
from outfitter.settings.base import *  # noqa: F403
from outfitter.settings.base import STRIPE, TRUSTED_PROXIES, VAR

IS_DEVELOPMENT = True
SENTRY_ENVIRONMENT = env.text("SENTRY_ENVIRONMENT", "development")
if stripe.is_live(STRIPE):
    raise env.BadSetting("Live STRIPE keys are not used in development")
EMAIL_BACKEND = "outfitter.devtools.mailbox.MailboxBackend"
MAILBOX = VAR / "mail"
# Who develops signs up more often than anybody else; the browser tests do as well.
SIGNUP_LIMITS = {"account_ip": (0, 1), "account_email": (0, 1)}

# `npm run dev` in web/ hands calls on from this machine, under the host the browser asked for.
TRUSTED_PROXIES = ["127.0.0.0/8", "::1", *TRUSTED_PROXIES]
USE_X_FORWARDED_HOST = True
# Sites under development stand on this machine.
OUTSIDE_NETWORKS = ["127.0.0.0/8", "::1/128"]
OUTSIDE_PORTS = range(1024, 65_536)
TWILIO = twilio.development()
SES = ses.development()
