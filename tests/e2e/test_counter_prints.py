"""
A journey at the counter: a phone scans the office's QR code and becomes a printer, a ticket comes out
of it, and a wristband out of QZ Tray, whose every call is signed for the certificate it was shown.
"""

import base64
import hashlib
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from printer_double.server import DoubleServer, text_of
from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

# A printer at the cable, as the browser offers it: what it is sent goes on to a real socket.
USB = """
const out = { direction: 'out', endpointNumber: 1 }
const printer = {
  productName: 'Counter printer',
  configuration: { interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints: [out] } }] },
  open: async () => undefined,
  selectConfiguration: async () => undefined,
  claimInterface: async () => undefined,
  transferOut: async (_, data) => {
    await window.paper(btoa(String.fromCharCode(...data)))
    return { status: 'ok' }
  },
}
Object.defineProperty(navigator, 'usb', { value: { requestDevice: async () => printer } })
"""


@pytest.fixture
def printer(tmp_path: Path) -> Iterator[DoubleServer]:
    """Run a printer that keeps what comes."""
    server = DoubleServer(0, tmp_path)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


class FakeTray:
    """QZ Tray on this computer: knows one printer, and refuses a call that is not signed."""

    def __init__(self) -> None:
        self.certificate = ""
        self.calls: list[str] = []
        self.printed: list[bytes] = []

    def attach(self, socket_route: WebSocketRoute) -> None:
        """Answer one connection."""
        socket_route.on_message(lambda message: self._hear(socket_route, str(message)))

    def _hear(self, socket_route: WebSocketRoute, message: str) -> None:
        if message == "ping":
            return
        said = json.loads(message)
        if "certificate" in said:
            self.certificate = said["certificate"]
            answer: object = None
        elif said.get("call") == "getVersion":
            answer = "2.2.4"
        else:
            self._check(said)
            answer = self._do(said)
        socket_route.send(json.dumps({"uid": said["uid"], "result": answer}))

    def _check(self, said: dict[str, Any]) -> None:
        signed = {name: said.get(name) for name in ("call", "params", "timestamp")}
        text = json.dumps(signed, separators=(",", ":"), ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).hexdigest()
        key = x509.load_pem_x509_certificate(self.certificate.encode()).public_key()
        assert isinstance(key, rsa.RSAPublicKey)
        assert said["signAlgorithm"] == "SHA512"
        key.verify(base64.b64decode(said["signature"]), digest.encode(), padding.PKCS1v15(), hashes.SHA512())
        self.calls.append(said["call"])

    def _do(self, said: dict[str, Any]) -> object:
        if said["call"] == "printers.find":
            return ["Zebra"]
        if said["call"] == "print":
            self.printed += [base64.b64decode(one["data"]) for one in said["params"]["data"]]
        return None


def pair(page: Page, shop: Shop, looks: Looks) -> str:
    """Have the office show a QR code for a printer; returns what it says."""
    page.goto(f"{shop.url}/setup/devices")
    page.get_by_role("button", name="Pair a device").first.click()
    window = page.get_by_role("dialog", name="Pair a device")
    looks.at(page, "choosing a device to pair")
    window.get_by_role("radio", name=re.compile("^Printer")).check()
    window.get_by_role("button", name="Show the code").click()
    code = window.get_by_label("Code", exact=True).inner_text()
    expect(window.get_by_role("img", name="QR code for the device")).to_be_visible()
    looks.at(page, "a code for a device")
    return f"{shop.url}/device#pair={code.replace('-', '')}"


def become_printer(phone: Page, link: str, printer: DoubleServer, looks: Looks) -> None:
    """Open the code on a phone, name the device, and connect the printer at its cable."""

    def paper(data: str) -> None:
        with socket.create_connection(("127.0.0.1", printer.port)) as line:
            line.sendall(base64.b64decode(data))

    phone.expose_function("paper", paper)
    phone.add_init_script(USB)
    phone.goto(link)
    phone.get_by_role("textbox", name="Name of this device").fill("Front desk")
    looks.at(phone, "a device that is paired")
    phone.get_by_role("button", name="Pair").click()
    expect(phone.get_by_role("heading", name="Front desk")).to_be_visible()
    phone.get_by_role("button", name="Connect a USB printer").click()
    expect(phone.get_by_text("Printing on Counter printer")).to_be_visible()
    looks.at(phone, "a page that prints")


def add_route(page: Page) -> None:
    """Say in the office that tickets come out of the device."""
    page.get_by_role("button", name="Add a printer").click()
    window = page.get_by_role("dialog", name="Add a printer")
    window.get_by_role("button", name=re.compile("Choose one")).click()
    page.get_by_role("option", name="Front desk").click()
    window.get_by_role("button", name="Save").click()
    expect(window).to_have_count(0)


def refuse_copies(thief: Page, phone: Page, link: str, looks: Looks) -> None:
    """Neither the code nor the token makes a second machine the device."""
    thief.goto(link)
    thief.get_by_role("textbox", name="Name of this device").fill("Thief")
    thief.get_by_role("button", name="Pair").click()
    expect(thief.get_by_text("This code doesn’t work anymore")).to_be_visible()
    kept = phone.evaluate("localStorage.getItem('outfitter:device')")
    thief.evaluate("kept => localStorage.setItem('outfitter:device', kept)", kept)
    thief.goto(link.partition("#")[0])
    thief.reload()
    expect(thief.get_by_text("This device was set up in another browser")).to_be_visible()
    looks.at(thief, "a device that is elsewhere")


def print_by(page: Page, entry: str, said: str) -> None:
    """Print from the trip's menu."""
    page.get_by_role("button", name="More for this trip").click()
    page.get_by_role("menuitem", name=entry).click()
    expect(page.get_by_text(said)).to_be_visible()


def sell_and_print(page: Page, shop: Shop, tour: Tour, phone: Page, printer: DoubleServer) -> None:
    """Sell a seat on the phone and print its ticket from the page that says so."""
    page.goto(f"{shop.url}/trips")
    expect(page.get_by_role("link", name="New trip")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("combobox", name="Find a departure")).to_be_focused()
    office.choose_departure(page, tour)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Phone, email or name")).to_be_focused()
    page.keyboard.type("Noor Quay")
    page.keyboard.press("Enter")
    page.get_by_label("Phone", exact=True).fill("+1 206 555 0142")
    page.get_by_role("button", name="Reserve").click()
    expect(page.get_by_role("heading", name="Booked")).to_be_visible()
    page.get_by_role("button", name="Tickets", exact=True).click()
    expect(page.get_by_text("Sent to Front desk")).to_be_visible()
    # Each question has this process listen to the phone's browser, which hands the paper on.
    wait_for(lambda: phone.title() and len(printer.papers) > 1, "the ticket of the sale")


def look_at_a_ticket(page: Page, looks: Looks) -> None:
    """Open what is on a ticket, as it will be printed."""
    page.get_by_role("button", name="Tickets", exact=True).click()
    expect(page.get_by_role("img", name="Preview of the paper").first).to_be_visible()
    looks.at(page, "what is on a ticket")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()


def print_wristbands(page: Page, shop: Shop, tray: FakeTray) -> None:
    """Print on the printer that QZ Tray knows."""
    labels = {"kind": "label", "via": "qz", "printer_name": "Zebra", "paper": "wristband"}
    shop.client.post("/api/printing/route/save", labels)
    print_by(page, "Print wristbands", "Printed on Zebra")
    assert set(tray.calls) >= {"printers.find", "print"}
    assert tray.printed[0].startswith(b"^XA")


def look_at_devices(page: Page, shop: Shop, looks: Looks) -> None:
    """Look at the devices, at a desk and on a phone."""
    page.goto(f"{shop.url}/setup/devices")
    expect(page.get_by_text("Printed", exact=True).first).to_be_visible()
    looks.at(page, "devices and printers")
    page.set_viewport_size(PHONE)
    looks.at(page, "devices and printers on a phone")
    page.set_viewport_size(DESK)


def test_a_phone_becomes_a_printer_and_a_ticket_comes_out(
    page: Page,
    own_shop: Shop,
    looks: Looks,
    new_context: Callable[..., BrowserContext],
    watches: dict[BrowserContext, Watch],
    printer: DoubleServer,
) -> None:
    shop, tray = own_shop, FakeTray()
    tour = shop.add_tour(seats=9)
    shop.buy(tour, tour.timeslot_ids[0], adults=2, email="zoe@example.com")
    trip = shop.trip_of("zoe@example.com")
    office.enter(page, shop)

    link = pair(page, shop, looks)
    phone = new_context(viewport=PHONE).new_page()
    become_printer(phone, link, printer, looks)
    expect(page.get_by_text("Front desk is paired.")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    # QZ's library tells of an optional part that asks for the local network; it goes on without it.
    watches[page.context].expect("Unable to load LNA library")
    thief = new_context(viewport=PHONE)
    watches[thief].expect("/api/device/(pair|state/get)")
    refuse_copies(thief.new_page(), phone, link, looks)

    add_route(page)
    look_at_a_ticket(page, looks)
    page.route_web_socket(re.compile(r"wss?://localhost:8[1-4]8"), tray.attach)
    page.goto(f"{shop.url}/trip/{trip['id']}")
    print_by(page, "Print tickets", "Sent to Front desk")
    # The page hands its paper on only while this process listens to the browser: it is asked first.
    expect(phone.get_by_text(re.compile("^Last: "))).to_be_visible()
    with printer.came:
        assert printer.came.wait_for(lambda: printer.papers, timeout=20)
    assert text_of(printer.papers[0]).count("[cut]") == 2
    assert tour.name in text_of(printer.papers[0])
    print_wristbands(page, shop, tray)
    sell_and_print(page, shop, tour, phone, printer)
    look_at_devices(page, shop, looks)
