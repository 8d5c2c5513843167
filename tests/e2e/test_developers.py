"""
A journey of an owner with programs of their own: a key that reads, an endpoint that is told of a
sale and shows what arrived, and all of the business as one file.
"""

import base64
import hashlib
import hmac
import json
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch


@dataclass
class Program:
    """The operator's own server: where it is, and what it was told."""

    url: str = ""
    got: list[tuple[Mapping[str, str], bytes]] = field(default_factory=list)

    def verified(self, secret: str) -> list[str]:
        """Return the types of the messages that the secret signed, in the order they came."""
        key = base64.b64decode(secret.removeprefix("whsec_"))
        found = []
        for head, body in self.got:
            signed = f"{head['webhook-id']}.{head['webhook-timestamp']}.".encode() + body
            made = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
            assert f"v1,{made}" in head["webhook-signature"].split(" ")
            found.append(str(json.loads(body)["type"]))
        return found


@contextmanager
def listening() -> Iterator[Program]:
    """Run a server that takes whatever it is told."""
    program = Program()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            program.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program.url = f"http://127.0.0.1:{server.server_port}/hooks"
    try:
        yield program
    finally:
        server.shutdown()


def make_key(page: Page, looks: Looks) -> str:
    """Make a key that reads trips; returns it."""
    page.get_by_role("button", name="New key").click()
    form = page.get_by_role("dialog", name="New key")
    form.get_by_role("textbox", name="Name").fill("Accounting")
    form.get_by_role("checkbox", name="View bookings and guests").check()
    looks.at(page, "a new API key")
    form.get_by_role("button", name="Save").click()
    shown = page.get_by_role("dialog", name="API key")
    key = shown.get_by_label("API key", exact=True).last.inner_text().strip()
    looks.at(page, "an API key that is shown once")
    shown.get_by_role("button", name="I’ve copied it").click()
    return key


def make_endpoint(page: Page, program: Program, looks: Looks) -> str:
    """Make an endpoint that is told of new customers; returns its secret."""
    page.get_by_role("button", name="New endpoint").click()
    form = page.get_by_role("dialog", name="New endpoint")
    form.get_by_role("textbox", name="Name").fill("Warehouse")
    form.get_by_role("textbox", name="Address").fill(program.url)
    form.get_by_role("checkbox", name="customer.created").check()
    looks.at(page, "a new webhook endpoint")
    form.get_by_role("button", name="Save").click()
    shown = page.get_by_role("dialog", name="Signing secret")
    secret = shown.get_by_label("Signing secret", exact=True).last.inner_text().strip()
    shown.get_by_role("button", name="I’ve copied it").click()
    return secret


def status_of(page: Page, path: str, key: str) -> int:
    """Ask for something as a program does: by the key alone; returns the status."""
    ask = """async ([path, key]) => {
        const headers = { Authorization: `Bearer ${key}` }
        return (await fetch(path, { headers, credentials: 'omit' })).status
    }"""
    status: int = page.evaluate(ask, [path, key])
    return status


def test_programs_of_an_operator_read_and_are_told(
    page: Page, own_shop: Shop, looks: Looks, watch: Watch
) -> None:
    shop = own_shop
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/developers")
    expect(page.get_by_role("heading", name="API keys & webhooks")).to_be_visible()
    looks.at(page, "API keys and webhooks, none so far")

    key = make_key(page, looks)
    assert key.startswith("oak_")
    assert status_of(page, "/api/trips/get", key) == 200
    watch.expect("/api/customers/get")
    assert status_of(page, "/api/customers/get", key) == 403

    with listening() as program:
        secret = make_endpoint(page, program, looks)
        page.get_by_role("button", name="Send test event").click()
        wait_for(lambda: program.verified(secret) == ["webhook.test"], "the test event")
        page.get_by_role("button", name="Deliveries").click()
        window = page.get_by_role("dialog", name="Deliveries to")
        expect(window.get_by_text("Delivered")).to_be_visible(timeout=20_000)
        looks.at(page, "what was sent to an endpoint")
        window.get_by_role("button", name="Send again").click()
        wait_for(lambda: len(program.got) == 2, "the same event again")
        assert program.got[0][0]["webhook-id"] == program.got[1][0]["webhook-id"]
        page.keyboard.press("Escape")
    looks.at(page, "API keys and webhooks")
    page.set_viewport_size(PHONE)
    looks.at(page, "API keys and webhooks on a phone")
    page.set_viewport_size(DESK)


def test_all_of_a_business_is_one_file(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/general")
    page.get_by_role("button", name="Make archive").click()
    link = page.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=60_000)
    looks.at(page, "an archive that is ready")
    with page.expect_download() as download:
        link.click()
    with zipfile.ZipFile(download.value.path()) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["format"] == "outfitter-archive"
    assert manifest["account"]["slug"] in shop.url
