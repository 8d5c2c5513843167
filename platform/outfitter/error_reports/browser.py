"""What pages need to report errors: told while the product runs, never built in."""

import html
import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypedDict
from urllib.parse import urlsplit

from django.conf import settings

# One file for the operator's screens and the customer's pages (widget/vite.reports.ts).
_FILE: Final = "assets/error-reports-*.js"


class BrowserReports(TypedDict):
    """Where a page's errors go, and what they are told with; `user` is a number, null for the public."""

    script: str
    dsn: str
    release: str
    environment: str
    operator: str
    user: int | None


def settings_for(*, operator: str, user_id: int | None) -> BrowserReports | None:
    """
    Return what a page of an operator (by slug) needs to report errors, None when they are not reported.

    "" is the platform's own host.
    """
    script = _script(settings.WIDGET)
    if not settings.SENTRY_BROWSER_DSN or not script:
        return None
    return {
        "script": script,
        "dsn": settings.SENTRY_BROWSER_DSN,
        "release": settings.SENTRY_RELEASE,
        "environment": settings.SENTRY_ENVIRONMENT,
        "operator": operator,
        "user": user_id,
    }


def tag(tenant: Any) -> bytes:
    """
    Return the element that has a page report errors, nothing when they are not.

    `tenant` is the operator whose page it is, None for the platform's own host.
    """
    found = settings_for(operator="" if tenant is None else tenant.slug, user_id=None)
    if found is None:
        return b""
    said = html.escape(json.dumps(found), quote=True)
    return (
        f'<script type="module" async src="{found["script"]}" data-error-reports="{said}"></script>'.encode()
    )


def origin() -> str:
    """Return the one host that pages may send reports to, as a policy names it; "" for none."""
    parts = urlsplit(settings.SENTRY_BROWSER_DSN)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}" if host else ""


@lru_cache(maxsize=4)
def _script(root: Path) -> str:
    file = next(iter(sorted(root.glob(_FILE))), None)
    return f"/widgets/assets/{file.name}" if file else ""
