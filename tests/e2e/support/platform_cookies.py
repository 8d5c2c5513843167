"""The session of somebody who runs the platform, without the way through its sign-in."""

import json
import subprocess
import sys

from playwright.sync_api import Page

from tests.e2e.support.stack import ROOT, Stack

CODE = """
import json
import django
django.setup()
from django.test import Client
from tests.support.platform_desk import platform_admin_of
client = platform_admin_of(Client(HTTP_HOST="localhost"))
print(json.dumps({name: cookie.value for name, cookie in client.cookies.items()}))
"""


def enter_desk(page: Page, stack: Stack) -> None:
    """Give a page the session of a platform admin who has shown a second factor."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=stack.commands.env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.strip().splitlines()[-1])
    cookies = [{"name": name, "value": value, "url": stack.apex_url} for name, value in found.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
