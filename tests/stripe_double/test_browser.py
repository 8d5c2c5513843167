"""The stand-in for Stripe.js in a real browser, on a page of another origin."""

import shutil
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.stripe_double.local_double import Running, serving

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("double")]
OK, DECLINED, NO_FUNDS = "4242424242424242", "4000000000000002", "4000000000009995"
CHALLENGE, CHALLENGE_DECLINED = "4000000000003220", "4000008400001629"
CALL = """([name, options]) => stripe[name](
  options === "form" ? { elements, redirect: "if_required" } : options
)"""


class Shop(ThreadingHTTPServer):
    """A page that takes a payment, under a strict content security policy."""

    daemon_threads = True

    def __init__(self, double: Running, secret: str) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), _ShopHandler)
        self.base, self.secret = double.base, secret


class _ShopHandler(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        """Answer with the page or its script."""
        base = self.server.base
        script = (
            'window.stripe = Stripe("pk_test_x");'
            f'window.elements = stripe.elements({{clientSecret: "{self.server.secret}",'
            ' locale: new URLSearchParams(location.search).get("locale") ?? "en",'
            ' appearance: {variables: {colorPrimary: "#0a7", borderRadius: "12px"}}});'
            "window.events = [];"
            'const card = elements.create("payment");'
            'card.on("ready", () => events.push("ready"));'
            'card.on("change", (event) => events.push(event.complete));'
            'card.mount("#card");'
        )
        page = (
            "<!doctype html><html lang=en><title>Shop</title><main><div id=card></div></main>"
            f'<script src="{base}/stripe.js"></script><script src="/shop.js"></script>'
        )
        is_script = self.path == "/shop.js"
        body = (script if is_script else page).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_script else "text/html")
        self.send_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src 'self' {base}; connect-src {base}; style-src 'self'",
        )
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Stay quiet."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the system's Chromium, or the one that Playwright brought."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def secret(double: Running) -> str:
    """Return the client secret of a fresh payment intent."""
    intent = double.library().v1.payment_intents.create(
        {
            "amount": 2000,
            "currency": "usd",
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        }
    )
    return str(intent.client_secret)


@pytest.fixture
def page(browser: Any, double: Running, secret: str) -> Iterator[Page]:
    """Open the shop; a script error or a breach of its policy fails the test."""
    shop, problems = Shop(double, secret), []
    with serving(shop):
        context = browser.new_context(locale="en-US")
        tab = context.new_page()
        tab.on("pageerror", lambda problem: problems.append(str(problem)))
        tab.on("console", lambda m: problems.append(m.text) if "Content Security Policy" in m.text else None)
        tab.goto(f"http://127.0.0.1:{shop.server_port}/")
        yield tab
        context.close()
    assert problems == []


def fill(page: Page, number: str, expiry: str = "1240", cvc: str = "123") -> None:
    """Type a card as a person does."""
    page.get_by_label("Card number").press_sequentially(number)
    page.get_by_label("Expiry").press_sequentially(expiry)
    page.get_by_label("CVC").press_sequentially(cvc)


def confirm(page: Page) -> Any:
    """Pay with what the form holds."""
    return page.evaluate(CALL, ["confirmPayment", "form"])


def test_a_payment(page: Page, double: Running, secret: str) -> None:
    expect(page.get_by_text("Test mode: no money moves")).to_be_visible()
    fill(page, OK)
    expect(page.get_by_label("Card number")).to_have_value("4242 4242 4242 4242")
    expect(page.get_by_label("Expiry")).to_have_value("12 / 40")
    page.get_by_label("Postal code").fill("10001")
    assert confirm(page)["paymentIntent"]["status"] == "succeeded"
    assert page.evaluate("events[0]") == "ready"
    assert page.evaluate("events.at(-1)") is True
    method = double.state()["objects"]["payment_method"][0]
    assert (method["card"]["last4"], method["card"]["exp_year"]) == ("4242", 2040)
    assert method["billing_details"]["address"]["postal_code"] == "10001"
    seen = page.evaluate(CALL, ["retrievePaymentIntent", secret])
    assert seen["paymentIntent"]["status"] == "succeeded"
    assert "metadata" not in seen["paymentIntent"]
    assert confirm(page)["error"]["code"] == "payment_intent_unexpected_state"


@pytest.mark.parametrize(
    ("number", "decline_code"), [(DECLINED, "generic_decline"), (NO_FUNDS, "insufficient_funds")]
)
def test_a_decline_and_another_card(page: Page, number: str, decline_code: str) -> None:
    fill(page, number)
    error = confirm(page)["error"]
    assert (error["type"], error["code"]) == ("card_error", "card_declined")
    assert error["decline_code"] == decline_code
    assert error["payment_intent"]["status"] == "requires_payment_method"
    page.get_by_label("Card number").fill(OK)
    assert confirm(page)["paymentIntent"]["status"] == "succeeded"


@pytest.mark.parametrize(
    ("number", "expiry", "cvc", "message"),
    [
        ("4242424242424241", "1240", "123", "Your card number is invalid."),
        ("", "1240", "123", "Your card number is invalid."),
        (OK, "1340", "123", "Your card's expiry date is invalid."),
        (OK, "0120", "123", "Your card's expiry date is in the past."),
        (OK, "1240", "1", "Your card's security code is incomplete."),
    ],
)
def test_mistakes_are_named_and_nothing_is_sent(
    page: Page, double: Running, number: str, expiry: str, cvc: str, message: str
) -> None:
    fill(page, number, expiry, cvc)
    error = confirm(page)["error"]
    assert (error["type"], error["message"]) == ("validation_error", message)
    expect(page.get_by_role("alert").filter(has_text=message)).to_be_visible()
    assert "charge" not in double.state()["objects"]


@pytest.mark.parametrize(
    ("number", "button", "status"),
    [(CHALLENGE, "Complete", "succeeded"), (CHALLENGE, "Fail", None), (CHALLENGE_DECLINED, "Complete", None)],
)
def test_three_d_secure(page: Page, number: str, button: str, status: str | None) -> None:
    fill(page, number)
    page.evaluate("() => { window.answer = stripe.confirmPayment({elements, redirect: 'if_required'}); }")
    expect(page.get_by_role("dialog", name="3-D Secure test")).to_be_visible()
    page.get_by_role("button", name=button).click()
    answer = page.evaluate("answer")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if status:
        assert answer["paymentIntent"]["status"] == status
    else:
        assert answer["error"]["payment_intent"]["status"] == "requires_payment_method"


def test_an_unreachable_server_is_said(page: Page) -> None:
    page.route("**/v1/**", lambda route: route.abort())
    fill(page, OK)
    assert confirm(page)["error"]["type"] == "api_connection_error"


def test_other_languages_and_the_way_out(page: Page) -> None:
    page.goto(f"{page.url}?locale=de-AT")
    expect(page.get_by_label("Kartennummer")).to_be_visible()
    page.evaluate("elements.getElement('payment').destroy()")
    expect(page.get_by_label("Kartennummer")).to_have_count(0)


@pytest.mark.parametrize("number", [OK, CHALLENGE])
def test_a_card_is_set_up_for_later(page: Page, double: Running, number: str) -> None:
    v1 = double.library().v1
    customer = v1.customers.create({"email": "ada@example.com"})
    setup = v1.setup_intents.create(
        {"customer": customer.id, "payment_method_types": ["card"], "metadata": {"trip": "x"}}
    )
    fill(page, number)
    page.evaluate(
        "(secret) => { window.answer = stripe.confirmSetup("
        "{elements, clientSecret: secret, redirect: 'if_required'}); }",
        setup.client_secret,
    )
    if number == CHALLENGE:
        page.get_by_role("button", name="Complete").click()
    found = page.evaluate("answer")["setupIntent"]
    assert (found["status"], "metadata" in found) == ("succeeded", False)
    kept = v1.payment_methods.list({"customer": customer.id}).data
    assert [row.id for row in kept] == [found["payment_method"]]
    again = page.evaluate(CALL, ["retrieveSetupIntent", setup.client_secret])
    assert again["setupIntent"]["id"] == setup.id


def test_a_card_that_cannot_be_set_up(page: Page, double: Running) -> None:
    setup = double.library().v1.setup_intents.create({"payment_method_types": ["card"]})
    fill(page, NO_FUNDS)
    script = "(secret) => stripe.confirmSetup({elements, clientSecret: secret, redirect: 'if_required'})"
    error = page.evaluate(script, setup.client_secret)["error"]
    assert error["decline_code"] == "insufficient_funds"
    assert error["setup_intent"]["status"] == "requires_payment_method"
    page.get_by_label("Card number").fill(OK)
    made = page.evaluate("stripe.createPaymentMethod({elements})")["paymentMethod"]
    assert made["card"]["last4"] == "4242"


def test_onboarding_of_an_account(browser: Any, double: Running) -> None:
    v1 = double.library().v1
    account = v1.accounts.create({"type": "standard"})
    link = v1.account_links.create(
        {
            "account": account.id,
            "type": "account_onboarding",
            "refresh_url": double.base,
            "return_url": f"{double.base}/healthz?back=1",
        }
    )
    context = browser.new_context(locale="en-US")
    tab, problems = context.new_page(), []
    tab.on("console", lambda m: problems.append(m.text) if "Content Security Policy" in m.text else None)
    tab.goto(link.url)
    tab.get_by_label("Name of the business").fill("Reef Runners")
    button = tab.get_by_role("button", name="Agree and submit")
    assert button.bounding_box()["height"] >= 44
    button.click()
    tab.wait_for_url("**/healthz?back=1")
    after: Any = v1.accounts.retrieve(account.id)
    assert (after.charges_enabled, after.business_profile.name) == (True, "Reef Runners")
    context.close()
    assert problems == []
