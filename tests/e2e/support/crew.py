"""People who work for an operator, each with a login of their own; and what proves who they are."""

import base64
import hashlib
import hmac
import secrets
import struct
import time
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.e2e.support.client import Client
from tests.e2e.support.places import invitation
from tests.e2e.support.shop import Shop

PASSWORD = "lanterns under the pier"
STEP_SECONDS = 30


@dataclass(frozen=True)
class Member:
    """Somebody on a team who can sign in."""

    shop: Shop
    name: str
    email: str
    client: Client


def hire(shop: Shop, role: str) -> Member:
    """Invite somebody to a built-in role and accept it for them, without a browser."""
    word = secrets.token_hex(3)
    name, email = f"Nina {word.title()}", f"nina.{word}@crew.example"
    token = invitation(shop, email, name, role)
    client = shop.stack.client(shop.slug)
    person = {"first_name": "Nina", "last_name": word.title(), "password": PASSWORD}
    client.post("/api/invitation/accept", {"token": token, "person": person})
    return Member(shop, name, email, client)


def knock(page: Page, email: str, password: str = PASSWORD) -> None:
    """Fill in the door that is on the page and press its button."""
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def leave(page: Page, name: str) -> None:
    """Sign out through the menu of the person."""
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()


def app_code(secret: str, *, steps: int = 0) -> str:
    """
    Return what an authenticator app shows, as RFC 6238 computes it.

    :param secret: in base 32, blanks allowed
    :param steps: how many half minutes from now
    """
    plain = "".join(secret.split()).upper()
    key = base64.b32decode(plain + "=" * (-len(plain) % 8))
    counter = struct.pack(">Q", int(time.time()) // STEP_SECONDS + steps)
    digest = hmac.new(key, counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"
