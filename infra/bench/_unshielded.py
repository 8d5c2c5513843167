"""Django's own application, for measuring what the shield costs. Nothing else serves it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
