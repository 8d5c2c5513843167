"""The only reader of the process environment: typed, read once, wrong values stop the start."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url

ROOT = Path(__file__).resolve().parents[3]


class BadSetting(RuntimeError):
    """An environment variable is missing or makes no sense."""


def text(name: str, default: str | None = None) -> str:
    """
    Return a variable's text.

    :raises BadSetting: it is not set and has no default
    """
    value = os.environ.get(name) or default
    if value is None:
        raise BadSetting(f"{name} is not set")
    return value


def number(name: str, default: int) -> int:
    """
    Return a variable's whole number.

    :raises BadSetting: it is something else
    """
    try:
        return int(os.environ.get(name) or default)
    except ValueError as problem:
        raise BadSetting(f"{name} must be a whole number") from problem


def flag(name: str, *, default: bool = False) -> bool:
    """Return whether a variable is on (1, true, yes)."""
    return (os.environ.get(name) or str(default)).lower() in {"1", "true", "yes"}


def choice(name: str, default: str, *allowed: str) -> str:
    """
    Return a variable's word.

    :raises BadSetting: it is none of those
    """
    value = os.environ.get(name) or default
    if value not in allowed:
        raise BadSetting(f"{name} must be one of {', '.join(allowed)}")
    return value


def ratio_ppm(name: str, default: int) -> int:
    """
    Return a variable between 0 and 1 (OpenTelemetry writes a ratio so) as parts in a million.

    :raises BadSetting: it is something else
    """
    written = os.environ.get(name)
    if not written:
        return default
    try:
        found = round(float(written) * 1_000_000)
    except ValueError as problem:
        raise BadSetting(f"{name} must be a number from 0 to 1") from problem
    if not 0 <= found <= 1_000_000:
        raise BadSetting(f"{name} must be a number from 0 to 1")
    return found


def address(name: str, default: str = "") -> str:
    """
    Return a DSN as Sentry writes it, "" for none.

    :raises BadSetting: it lacks the key, the host or the project's number
    """
    value = os.environ.get(name) or default
    parts = urlsplit(value)
    project = parts.path.rpartition("/")[2]
    is_whole = parts.scheme in {"http", "https"} and parts.username and parts.hostname and project.isdigit()
    if value and not is_whole:
        raise BadSetting(f"{name} must look like https://key@host/number")
    return value


def words(name: str, default: str = "") -> list[str]:
    """Return a variable's comma-separated words."""
    return [w.strip() for w in (os.environ.get(name) or default).split(",") if w.strip()]


def database(name: str = "DATABASE_URL") -> dict[str, Any]:
    """
    Return Django's database settings from a postgresql:// URL.

    A socket folder may stand as `?host=/folder`.

    :raises BadSetting: it is not set
    """
    engine = "outfitter.db.tenant_backend"
    found: dict[str, Any] = {**dj_database_url.parse(text(name), engine=engine)}
    options: dict[str, Any] = dict(found.get("OPTIONS") or {})
    found["HOST"] = options.pop("host", found.get("HOST") or "")
    found["USER"] = options.pop("user", found.get("USER") or "")
    found["OPTIONS"] = options
    return found


def celery_url(redis_url: str, db: int) -> str:
    """Return Celery's spelling of a Redis address (sockets are spelled differently)."""
    bare = redis_url.split("?")[0]
    if bare.startswith("unix://"):
        return f"redis+socket://{bare.removeprefix('unix://')}?virtual_host={db}"
    return _with_database(bare, db)


def cache_url(redis_url: str, db: int) -> str:
    """Return Django's spelling of a Redis address."""
    bare = redis_url.split("?")[0]
    return f"{bare}?db={db}" if bare.startswith("unix://") else _with_database(bare, db)


def _with_database(url: str, db: int) -> str:
    parts = urlsplit(url)
    # A database named in the address is the operator's choice for both uses.
    return url if parts.path.strip("/") else urlunsplit(parts._replace(path=f"/{db}"))


def storages(folder: Path) -> dict[str, dict[str, Any]]:
    """
    Return Django's storages: `folder`, or the S3-compatible store that OUTFITTER_S3_* describe.

    :raises BadSetting: a bucket without its keys
    """
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    bucket = text("OUTFITTER_S3_BUCKET", "")
    if not bucket:
        local = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": folder}}
        return {"default": local, "staticfiles": static}
    from botocore.config import Config

    options = {
        "bucket_name": bucket,
        "access_key": text("OUTFITTER_S3_ACCESS_KEY"),
        "secret_key": text("OUTFITTER_S3_SECRET_KEY"),
        "endpoint_url": text("OUTFITTER_S3_ENDPOINT", "") or None,
        "region_name": text("OUTFITTER_S3_REGION", "us-east-1"),
        "file_overwrite": True,
        "default_acl": None,
        "querystring_auth": False,
        # Stores other than Amazon's refuse the checksums that the client adds by itself.
        "client_config": Config(
            signature_version="s3v4",
            s3={"addressing_style": text("OUTFITTER_S3_ADDRESSING", "auto")},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            connect_timeout=5,
            read_timeout=20,
            retries={"max_attempts": 3},
        ),
    }
    return {
        "default": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options},
        "staticfiles": static,
    }
