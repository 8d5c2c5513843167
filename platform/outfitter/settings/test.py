"""Tests: fast hashing, mail in memory, jobs by hand."""

import os

# Values that are secrets elsewhere; a test database holds nothing.
os.environ.setdefault("OUTFITTER_SECRET_KEY", "test-only-key-that-protects-nothing-at-all-0123456789")
os.environ.setdefault("OUTFITTER_FIELD_KEYS", "dGVzdC1vbmx5LWtleS10aGF0LXByb3RlY3RzLW5vdGg=")
os.environ.setdefault("DATABASE_URL", "postgresql:///postgres?host=/nonexistent&user=postgres")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1")

from outfitter.settings.base import *  # noqa: F403
from outfitter.settings.base import DATABASES, MIDDLEWARE

IS_DEVELOPMENT = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_ALWAYS_EAGER = False
LIVE_URL = ""
DATABASES["default"]["CONN_MAX_AGE"] = 0
TWILIO = {"api_base": "http://127.0.0.1:1", "account_sid": "", "auth_token": "", "sender": ""}
SES = {"api_base": "http://127.0.0.1:1", "access_key_id": "", "secret_access_key": "", "sender": ""}
SLACK = {
    "api_base": "http://127.0.0.1:1",
    "client_id": "111.222",
    "client_secret": "slack-client-secret",
    "signing_secret": "slack-signing-secret",
}
CALLRAIL = {"api_base": "https://api.callrail.com"}
DIALPAD = {"api_base": "https://dialpad.com"}
HUBSPOT = {"api_base": "http://127.0.0.1:1"}
MAILCHIMP = {
    "api_base": "http://127.0.0.1:1",
    "client_id": "333444",
    "client_secret": "mailchimp-client-secret",
}
# Nothing is there.
SPEECH_API_BASE = "http://127.0.0.1:1"
STRIPE = {
    "secret_key": "sk_test_double",
    "publishable_key": "pk_test_double",
    "webhook_secret": "whsec_test_only",
    "api_base": "http://127.0.0.1:1",
    "script_url": "http://127.0.0.1:1/stripe.js",
    "is_test": True,
}
MIDDLEWARE = ["tests.support.route_coverage.RecordMiddleware", *MIDDLEWARE]
IS_STRICT_ABOUT_NETWORK = False
