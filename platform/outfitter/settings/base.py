"""Settings of every environment. Values come from `env`, choices are made here."""

from collections.abc import Container
from pathlib import Path
from typing import Any

from outfitter.error_reports.release import release_of
from outfitter.plugins import registry
from outfitter.settings import env, partner_apps, ses, stripe, twilio, wallet_keys

ROOT = env.ROOT
VAR = Path(env.text("OUTFITTER_VAR", str(ROOT / "var")))
SCREENS = Path(env.text("OUTFITTER_SCREENS", str(ROOT / "web" / "out")))
# The documentation at /docs, built by `python -m docs_site` (infra/docs_site).
DOCS_SITE = Path(env.text("OUTFITTER_DOCS", str(ROOT / "docs" / "_site")))
WIDGET = Path(env.text("OUTFITTER_WIDGET", str(ROOT / "widget" / "dist")))
ROUTES_TABLE = ROOT / "web" / "src" / "routes" / "routes.json"

IS_DEVELOPMENT = False
DEBUG = False
SECRET_KEY = env.text("OUTFITTER_SECRET_KEY")
FIELD_KEYS = env.words("OUTFITTER_FIELD_KEYS")
if not FIELD_KEYS:
    raise env.BadSetting("OUTFITTER_FIELD_KEYS is not set")

# Where people find us: the apex host and every operator's host below it.
SCHEME = env.text("OUTFITTER_SCHEME", "http")
BASE_DOMAIN = env.text("OUTFITTER_BASE_DOMAIN", "localhost")
PORT = env.number("OUTFITTER_PORT", 8000)
PUBLIC_PORT = env.text("OUTFITTER_PUBLIC_PORT", str(PORT))
HOST_SUFFIX = "" if PUBLIC_PORT in {"80", "443"} else f":{PUBLIC_PORT}"
ALLOWED_HOSTS = ["*"]  # TenantMiddleware answers 404 to a host that is nobody's
# Addresses and networks of our reverse proxies: theirs alone are the X-Forwarded headers read of.
TRUSTED_PROXIES = env.words("OUTFITTER_TRUSTED_PROXIES")

SHARED_APPS = [
    "django_tenants",
    "outfitter.accounts",
    "outfitter.tos",
    "outfitter.kpis",
    "outfitter.sales_crm",
    "outfitter.billing",
    "outfitter.onboarding",
    "outfitter.bulletins",
    "outfitter.features",
    "outfitter.platform_audit",
    "outfitter.operators",
    "outfitter.plugins",
    "outfitter_signup",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "ninja",
    "outfitter.api",
]
TENANT_APPS = [
    "outfitter_tenants.people",
    "outfitter_tenants.audit",
    "outfitter_tenants.customers",
    "outfitter_tenants.catalog",
    "outfitter_tenants.resellers",
    "outfitter_tenants.scheduling",
    "outfitter_tenants.fields",
    "outfitter_tenants.trips",
    "outfitter_tenants.ledger",
    "outfitter_tenants.giftcards",
    "outfitter_tenants.invoices",
    "outfitter_tenants.messaging",
    "outfitter_tenants.pricing",
    "outfitter_tenants.jobs",
    "outfitter_tenants.tableviews",
    "outfitter_tenants.embeds",
    "outfitter_tenants.waivers",
    "outfitter_tenants.waitlist",
    "outfitter_tenants.notifications",
    "outfitter_tenants.search",
    "outfitter_tenants.transfer",
    "outfitter_tenants.devices",
    "outfitter_tenants.calls",
    "outfitter_tenants.channels",
    "outfitter_tenants.reports",
    "outfitter_tenants.website",
    "outfitter_tenants.ai_agents",
    "outfitter_tenants.api_access",
    "outfitter_tenants.archives",
    *[app for _, app in registry.collect("django_apps")],
]
INSTALLED_APPS = [*SHARED_APPS, *TENANT_APPS, "outfitter.composition"]
TENANT_MODEL = "accounts.Account"
TENANT_DOMAIN_MODEL = "accounts.Domain"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES: dict[str, dict[str, Any]] = {"default": {**env.database(), "CONN_MAX_AGE": 60}}
DATABASE_ROUTERS = ["django_tenants.routers.TenantSyncRouter"]
SILENCED_SYSTEM_CHECKS = ["django_tenants.W003"]

REDIS_URL = env.text("REDIS_URL")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "outfitter.db.cache_backend.ForgivingRedisCache",
        "LOCATION": env.cache_url(env.text("CACHE_URL", REDIS_URL), 1),
        "KEY_PREFIX": "of",
        # A cache that hangs must not hold up a request.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
}
# Besides the open internet, what may be called when a person names a page to look at: nothing.
OUTSIDE_NETWORKS: list[str] = []
OUTSIDE_PORTS: Container[int] = ()
# Tests run inside a transaction, where production never calls a partner.
IS_STRICT_ABOUT_NETWORK = True
# Sessions are rows of outfitter.accounts; the cookies are set by accounts.cookies.
SESSION_COOKIE_NAME = "session"
SESSION_COOKIE_SECURE = False
DEVICE_COOKIE_NAME = "device"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "outfitter.api.errors.csrf_failure"

MIDDLEWARE = [
    "outfitter.telemetry.middleware.RequestMiddleware",
    # Outermost, so that whoever answers, the browser is told what it may not do.
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "outfitter.api.security_headers.HeadersMiddleware",
    "outfitter.api.trusted_proxies.RequestMiddleware",
    "outfitter.api.probes.HealthMiddleware",
    "outfitter.api.tls_ask.TlsAskMiddleware",
    "outfitter.api.middleware.ErrorMiddleware",
    "outfitter.api.middleware.TenantMiddleware",
    "outfitter.accounts.cookies.CookieMiddleware",
    "outfitter.api.middleware.CallerMiddleware",
    "outfitter_tenants.backoffice.middleware.ActorMiddleware",
    "outfitter.api.etags.EtagMiddleware",
    "outfitter.api.hidden_prices.PriceMiddleware",
    "outfitter.api.middleware.ScreenMiddleware",
]
ROOT_URLCONF = "outfitter.urls"
PUBLIC_SCHEMA_URLCONF = "outfitter.urls_public"
APPEND_SLASH = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
X_FRAME_OPTIONS = "DENY"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {}}]

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
# A bigger list of stolen passwords than the bundled one (docs/security.md).
BREACHED_PASSWORDS = env.text("OUTFITTER_BREACHED_PASSWORDS", "")

MEDIA_ROOT = VAR / "media"
MEDIA_URL = "/media/"
# Pictures lie in a folder, or in an S3-compatible store once a bucket is named.
STORAGES = env.storages(MEDIA_ROOT)

CELERY_BROKER_URL = env.celery_url(REDIS_URL, 0)
# Where browsers that are open hear of changes (docs/adr/0110); empty tells nobody.
LIVE_URL = REDIS_URL
# A file that the worker and the beat touch while they work, for whoever restarts what hangs; "" for none.
HEARTBEAT_FILE = env.text("OUTFITTER_HEARTBEAT_FILE", "")
# How many calls of plugins may be under way in all workers; one plugin never has all of them.
PLUGIN_PLACES = env.number("OUTFITTER_PLUGIN_PLACES", 3)
# The largest file that is imported, and how many rows it may have (docs/imports.md).
IMPORT_BYTES = env.number("OUTFITTER_IMPORT_BYTES", 50 * 1024 * 1024)
IMPORT_ROWS = env.number("OUTFITTER_IMPORT_ROWS", 200_000)
# The hour (UTC) at which the public demonstration is made anew every night; -1: never.
DEMO_RESET_HOUR = env.number("OUTFITTER_DEMO_RESET_HOUR", -1)
SPARE_SCHEMAS = env.number("OUTFITTER_SPARE_SCHEMAS", 3)

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.number("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.text("OUTFITTER_MAIL_FROM", f"Outfitter <no-reply@{BASE_DOMAIN}>")

STRIPE: dict[str, Any] = stripe.settings()
WALLET = wallet_keys.settings()
TWILIO: twilio.TwilioSettings = twilio.settings()
SES: ses.SesSettings = ses.settings()
SLACK = partner_apps.slack()
MAILCHIMP = partner_apps.mailchimp()
HUBSPOT = partner_apps.hubspot()
CALLRAIL = partner_apps.callrail()
DIALPAD = partner_apps.dialpad()
# Where stand-ins of models and of providers of speech are; "" for the real ones.
ASSISTANT_API_BASE = env.text("ASSISTANT_API_BASE", "")
SPEECH_API_BASE = env.text("SPEECH_API_BASE", "")

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "outfitter.telemetry.log_lines.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("OUTFITTER_LOG_LEVEL", "INFO")},
}
# Whom the product tells how it does (docs/operations/observability.md): a collector of OpenTelemetry's.
OTLP_ENDPOINT = env.text("OTEL_EXPORTER_OTLP_ENDPOINT", "").rstrip("/")
# Parts in a million of requests and jobs that are traced.
TRACE_RATIO_PPM = env.ratio_ppm("OTEL_TRACES_SAMPLER_ARG", 50_000)
# Prometheus brings it to /metrics; without one there is no such page.
METRICS_TOKEN = env.text("OUTFITTER_METRICS_TOKEN", "")
# A statement that takes so many milliseconds is named in the log; 0 names none.
SLOW_STATEMENT_MS = env.number("OUTFITTER_SLOW_STATEMENT_MS", 500)
# What the platform's own figures are in, and whether rates are read from the European Central Bank.
KPI_CURRENCY = env.text("KPI_CURRENCY", "USD")
KPI_FETCH_RATES = env.flag("KPI_FETCH_RATES")
# Where errors are reported (docs/error-reports.md); browsers may need another address than we do.
SENTRY_DSN = env.address("SENTRY_DSN")
SENTRY_BROWSER_DSN = env.address("SENTRY_BROWSER_DSN", SENTRY_DSN)
SENTRY_ENVIRONMENT = env.text("SENTRY_ENVIRONMENT", "production")
SENTRY_RELEASE = env.text("SENTRY_RELEASE", "") or (
    release_of(ROOT) if SENTRY_DSN or SENTRY_BROWSER_DSN else ""
)
