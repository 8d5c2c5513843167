"""Settings of a plugin's own tests: mail in memory, jobs by hand, no cache and broker needed."""

import os

# Values that are secrets elsewhere; a test database holds nothing.
os.environ.setdefault("OUTFITTER_SECRET_KEY", "test-only-key-that-protects-nothing-0123456789")
os.environ.setdefault("OUTFITTER_FIELD_KEYS", "dGVzdC1vbmx5LWtleS10aGF0LXByb3RlY3RzLW5vdGg=")
os.environ.setdefault("DATABASE_URL", "postgresql:///postgres?host=/nonexistent&user=postgres")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1")

from outfitter.settings.base import *  # noqa: F403
from outfitter.settings.base import DATABASES

IS_DEVELOPMENT = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
DATABASES["default"]["CONN_MAX_AGE"] = 0
# A test's transaction is around everything.
IS_STRICT_ABOUT_NETWORK = False
