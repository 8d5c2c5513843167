"""Django's own application, for measuring what the shield costs. Nothing else serves it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()


def _require_safe_pooler() -> None:
    from outfitter.db import pooler

    try:
        pooler.require_safe()
    except pooler.LeakingPooler as problem:
        raise SystemExit(f"Not started. {problem}") from None


_require_safe_pooler()
