"""Settings that make no sense stop the start; nothing for development is in production."""

import os
import subprocess
import sys

import pytest

from outfitter.settings import env

pytestmark = pytest.mark.rules
GOOD = {
    "OUTFITTER_SECRET_KEY": "x" * 60,
    "OUTFITTER_FIELD_KEYS": "dGVzdC1vbmx5LWtleS10aGF0LXByb3RlY3RzLW5vdGg=",
    "DATABASE_URL": "postgresql://someone@db/outfitter",
    "REDIS_URL": "redis://cache:6379",
    "STRIPE_SECRET_KEY": "sk_live_x",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_x",
}


def start(module: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Load a settings module the way a process does."""
    known = {"PATH": os.environ["PATH"], **GOOD, "DJANGO_SETTINGS_MODULE": module, **changes}
    code = "import django; django.setup(); from django.conf import settings; print(settings.SCHEME)"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in known.items() if value},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_starts_with_real_servers():
    done = start("outfitter.settings.prod")

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "https"


@pytest.mark.parametrize(
    ("_case", "changes", "says"),
    [
        ("the double's interface", {"STRIPE_API_BASE": "http://127.0.0.1:8420"}, "STRIPE_API_BASE"),
        (
            "the double's card form",
            {"STRIPE_SCRIPT_URL": "http://127.0.0.1:8420/stripe.js"},
            "STRIPE_SCRIPT_URL",
        ),
        ("the texts' double", {"TWILIO_API_BASE": "http://127.0.0.1:8421"}, "TWILIO_API_BASE"),
        ("the mail's double", {"SES_API_BASE": "http://127.0.0.1:8422"}, "SES_API_BASE"),
        ("Slack's double", {"SLACK_API_BASE": "http://127.0.0.1:8422"}, "SLACK_API_BASE"),
        ("Mailchimp's double", {"MAILCHIMP_LOGIN_BASE": "http://127.0.0.1:8423"}, "MAILCHIMP_LOGIN_BASE"),
        ("CallRail's double", {"CALLRAIL_API_BASE": "http://127.0.0.1:8424"}, "CALLRAIL_API_BASE"),
        ("Dialpad's double", {"DIALPAD_API_BASE": "http://127.0.0.1:8425"}, "DIALPAD_API_BASE"),
        ("a log in no known format", {"OUTFITTER_LOG_FORMAT": "xml"}, "OUTFITTER_LOG_FORMAT must be one of"),
        ("a ratio of more than all", {"OTEL_TRACES_SAMPLER_ARG": "1.5"}, "must be a number from 0 to 1"),
        ("a ratio that is a word", {"OTEL_TRACES_SAMPLER_ARG": "some"}, "must be a number from 0 to 1"),
        ("one key alone", {"STRIPE_PUBLISHABLE_KEY": ""}, "go together"),
        ("a test key among real ones", {"STRIPE_PUBLISHABLE_KEY": "pk_test_x"}, "is for tests"),
        ("no signing key", {"OUTFITTER_SECRET_KEY": ""}, "OUTFITTER_SECRET_KEY is not set"),
        ("no key for settings at rest", {"OUTFITTER_FIELD_KEYS": ""}, "OUTFITTER_FIELD_KEYS"),
        ("no database", {"DATABASE_URL": ""}, "DATABASE_URL is not set"),
        ("a port in words", {"OUTFITTER_PORT": "eighty"}, "OUTFITTER_PORT must be a whole number"),
    ],
)
def test_what_stops_production(_case, changes, says):
    done = start("outfitter.settings.prod", **changes)

    assert done.returncode != 0
    assert says in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("url", "broker", "cache"),
    [
        ("unix:///run/v.sock?db=0", "redis+socket:///run/v.sock?virtual_host=0", "unix:///run/v.sock?db=1"),
        ("redis://cache:6379", "redis://cache:6379/0", "redis://cache:6379/1"),
        ("redis://cache:6379/", "redis://cache:6379/0", "redis://cache:6379/1"),
        ("rediss://u:p@cache/5", "rediss://u:p@cache/5", "rediss://u:p@cache/5"),
    ],
)
def test_one_redis_address_in_two_spellings(url, broker, cache):
    assert env.celery_url(url, 0) == broker
    assert env.cache_url(url, 1) == cache


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("postgresql://u@db.example/outfitter", "db.example"),
        ("postgresql:///outfitter?host=/run/pg&user=u", "/run/pg"),
        ("postgresql://u@%2Frun%2Fpg/outfitter", "/run/pg"),
    ],
)
def test_database_addresses(monkeypatch, url, host):
    monkeypatch.setenv("DATABASE_URL", url)

    found = env.database()

    assert (found["HOST"], found["USER"], found["NAME"]) == (host, "u", "outfitter")
    # Connection poolers refuse start-up options.
    assert "options" not in found["OPTIONS"]
