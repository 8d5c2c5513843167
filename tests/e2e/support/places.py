"""
Every screen of the route table and an address of it with real data, for whoever looks at them all.

A route of web/src/routes/routes.json that is in no list here fails a test: a new page brings its
line. `{words}` stand for things of the demonstration (`Things`).
"""

import json
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import ROOT
from tests.e2e.support.wait_conditions import wait_for

TABLE: dict[str, Any] = json.loads((ROOT / "web" / "src" / "routes" / "routes.json").read_text())
LOCALES: list[str] = TABLE["locales"]


@dataclass(frozen=True)
class Place:
    """One address of a route, and the heading that stands there in English."""

    route: str
    path: str
    heading: str


def _places(*rows: tuple[str, str, str]) -> tuple[Place, ...]:
    return tuple(Place(*row) for row in rows)


DAY = _places(
    ("manifest", "/manifest", "Manifest"),
    ("cash", "/cash", "Cash drawers"),
    ("scanner", "/scanner", "Scan tickets"),
    ("calendar", "/calendar", "Calendar"),
    ("calendar", "/calendar?view=week&by=guide", "Calendar"),
    ("calendar", "/calendar?view=day&by=resource", "Calendar"),
    ("dashboard", "/dashboard", "Dashboard"),
    ("trips", "/trips", "Trips"),
    ("trip", "/trip/{trip}", "{who}"),
    ("trip", "/trip/{trip}/payments", "{who}"),
    ("trip", "/trip/{trip}/history", "{who}"),
    ("tripPrint", "/trip/print/{trip}", "{who}"),
    ("receipt", "/trip/receipt/{trip}", "Receipt"),
    ("tripNew", "/trip/new", "New trip"),
    ("pointOfSale", "/PointOfSale", "Point of sale"),
    ("customers", "/customers", "Customers"),
    ("customer", "/customer/{customer}", "{whose}"),
    ("customer", "/customer/{customer}/trips", "{whose}"),
    ("customer", "/customer/{customer}/bookings", "{whose}"),
    ("customer", "/customer/{customer}/messages", "{whose}"),
    ("customer", "/customer/{customer}/cards", "{whose}"),
    ("customer", "/customer/{customer}/history", "{whose}"),
    ("customer", "/customer/{customer}/duplicates", "{whose}"),
    ("reviews", "/reviews", "Reviews"),
    ("inbox", "/inbox", "Inbox"),
    ("calls", "/calls", "Calls"),
    ("call", "/call/{call}", "+1 305 555 0142"),
    ("giftCards", "/giftCards", "Gift cards"),
    ("waivers", "/waivers", "Waivers"),
    ("waivers", "/waivers?tab=assign", "Waivers"),
    ("resellers", "/resellers", "Resellers"),
    ("reseller", "/{reseller}/reseller", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/rates", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/experiences", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/commissions", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/agents", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/trips", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/invoices", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/remittance", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/communication", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/cards", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/notes", "{connection_title}"),
    ("resellerTab", "/reseller/{reseller}/history", "{connection_title}"),
    ("resellerTab", "/reseller/{billed}/invoices", "{billed_name}"),
    ("invoices", "/invoices", "Invoices"),
    ("invoice", "/{invoice}/invoice", "{invoice_number}"),
    ("reports", "/reports", "Reports"),
    ("reports", "/reports?view=executive", "Executive summary"),
    ("reports", "/reports?report=trips&period=this_year&group=month,trip_method&compare=previous", "Trips"),
    ("reports", "/reports?report=payments&period=this_year", "Payments"),
    ("payouts", "/reports/payouts", "Payouts"),
    ("payouts", "/reports/payouts/lines", "Payouts"),
    ("search", "/search?q=kayak", "Search"),
    ("notifications", "/notifications", "Notifications"),
    ("notificationsRead", "/notifications/read?to=%2Ftrips", "Trips"),
    ("profile", "/profile", "Profile and security"),
    ("profile", "/profile/security", "Profile and security"),
    ("profile", "/profile/notifications", "Profile and security"),
    ("help", "/help", "Help"),
    ("help", "/help/{article}", "{article_title}"),
    ("agentAccountChooser", "/agentAccountChooser", "Where do you want to work?"),
)
SETUP = _places(
    ("setup", "/setup", "Setup"),
    ("billing", "/setup/billing", "Plan & billing"),
    ("general", "/setup/general", "General"),
    ("general", "/setup/general/brand", "General"),
    ("general", "/setup/general/selling", "General"),
    ("general", "/setup/general/taxes", "General"),
    ("general", "/setup/general/fees", "General"),
    ("general", "/setup/general/cancellation", "General"),
    ("general", "/setup/general/statuses", "General"),
    ("general", "/setup/general/sources", "General"),
    ("general", "/setup/general/flags", "General"),
    ("general", "/setup/general/locations", "General"),
    ("payments", "/setup/payments", "Payments"),
    ("payments", "/setup/payments/rules", "Payments"),
    ("payments", "/setup/payments/giftCards", "Payments"),
    ("payments", "/setup/payments/readers", "Payments"),
    ("team", "/setup/team", "Team"),
    ("teamMember", "/setup/team/user/edit/{colleague}", "{colleague_name}"),
    ("guides", "/setup/guides", "Guides"),
    ("guide", "/setup/guide/{guide}", "{guide_name}"),
    ("roles", "/setup/roles", "Roles"),
    ("customFields", "/setup/customFields", "Custom fields"),
    ("catalog", "/setup/catalog", "Catalog"),
    ("catalog", "/setup/catalog/categories", "Catalog"),
    ("catalog", "/setup/catalog/guests", "Catalog"),
    ("catalog", "/setup/catalog/seasons", "Catalog"),
    ("catalog", "/setup/catalog/terms", "Catalog"),
    ("catalog", "/setup/catalog/choices", "Catalog"),
    ("catalog", "/setup/catalog/offers", "Catalog"),
    ("resources", "/setup/resources", "Resources"),
    ("resources", "/setup/resources/timeline", "Resources"),
    ("resources", "/setup/resources/costs", "Resources"),
    ("resources", "/setup/resources/blackouts", "Resources"),
    ("waiverTemplates", "/setup/waivers", "Waiver templates"),
    ("waiverTemplateEdit", "/setup/waiver/new/edit", "New waiver"),
    ("waiverTemplateEdit", "/setup/waiver/{waiver}/edit", "{waiver_name}"),
    ("crmSettings", "/setup/crm/settings", "Messages to guests"),
    ("crmSettings", "/setup/crm/settings/templates", "Messages to guests"),
    ("crmSettings", "/setup/crm/settings/planned", "Messages to guests"),
    ("crmSettings", "/setup/crm/settings/rules", "Messages to guests"),
    ("templateNew", "/setup/crm/template/edit", "New message template"),
    ("templateEdit", "/setup/crm/template/{template}/edit", "Booking confirmation"),
    ("callSettings", "/setup/calls", "Call settings"),
    ("devices", "/setup/devices", "Devices"),
    ("plugins", "/setup/plugins", "Plugins"),
    ("plugin", "/setup/plugin/slack", "Slack"),
    ("plugin", "/setup/plugin/stripe", "Stripe"),
    ("aiAgents", "/setup/aiAgents", "AI agents"),
    ("firstSteps", "/setup/start", "First steps"),
    ("referral", "/setup/referral", "Recommend us"),
    ("developers", "/setup/developers", "API keys & webhooks"),
    ("agentConnect", "/agents/connect", "Connect an app"),
    ("channels", "/setup/channels", "Channels"),
    ("channel", "/setup/channels/{connection}", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/products", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/tools", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/allotments", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/calls", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/pushes", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/subscriptions", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/bookings", "{connection_title}"),
    ("channel", "/setup/channels/{connection}/comparisons", "{connection_title}"),
    ("embedCodes", "/setup/embedCodes", "Embed codes"),
    ("auditLogViewer", "/setup/tools/auditLogViewer", "Audit log"),
    ("importExportViewer", "/setup/tools/importExportViewer", "Import and export"),
    ("importer", "/setup/tools/importer", "Import"),
    ("importer", "/setup/tools/importer/customers", "Import: Customers"),
    ("importer", "/setup/tools/importer/trips", "Import: Trips"),
    ("experiences", "/setup/experiences", "Experiences"),
    ("experienceNew", "/setup/experience/new", "New experience"),
    ("experienceEdit", "/setup/experience/{experience}/edit", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/guests", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/texts", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/images", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/rates", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/payment", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/addons", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/resources", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/fields", "{experience_name}"),
    ("experienceEdit", "/setup/experience/{experience}/edit/waivers", "{experience_name}"),
    ("experienceSummary", "/setup/experience/{experience}/summary", "{experience_name}"),
    ("experienceDates", "/setup/experience/{experience}/dates", "{experience_name}"),
    ("experienceRestriction", "/setup/experience/{experience}/restriction", "{experience_name}"),
    ("experienceAudit", "/setup/experience/{experience}/audit", "{experience_name}"),
    ("experienceCrmConfirm", "/setup/experience/{experience}/crmConfirm", "{experience_name}"),
    ("experienceCrmBefore", "/setup/experience/{experience}/crmBefore", "{experience_name}"),
    ("experienceCrmAfter", "/setup/experience/{experience}/crmAfter", "{experience_name}"),
    ("experienceAvailability", "/setup/experience/{experience}/availability", "Dates and times"),
    ("availabilityEdit", "/setup/experience/availability/{rule}/edit", "Edit dates and times"),
    ("bulkEdit", "/setup/experiences/availabilities/bulkEdit", "Bulk edit"),
    ("components", "/components", "Components"),
)
# For a reseller's agent, who has a desk and not the office.
DESK = _places(
    ("desk", "/desk", "Sell"),
    ("deskTrips", "/desk/trips", "Trips"),
    ("deskMoney", "/desk/money", "Money"),
    ("deskTrip", "/desk/trip/{agent_trip}", "Voucher"),
)
# For whoever has no session at the operator.
DOORS = _places(
    ("signin", "/signin", "Sign in"),
    ("forgotPassword", "/forgotPassword", "Forgot your password?"),
    ("announcer", "/announcer", "Loudspeaker"),
    ("device", "/device", "Pair this device"),
    ("register", "/register?token={invitation}", "Welcome to {operator}"),
    ("register", "/register", "This link no longer works"),
)
# What is at "/" itself depends on who asks: strangers get the public page (test_website.py).
HOME = _places(("home", "/index", "Sign in"))
# Beside the list an invoice is a window that hides the page: test_invoices.py opens it.
WINDOWS = _places(("invoiceInList", "/{invoice}/invoices", "Invoices"))
# On the platform's own host.
APEX = _places(
    ("landing", "/", "Every departure full, every guest expected."),
    ("signup", "/signup", "Your business"),
    ("apexSignin", "/signin", "Sign in"),
    ("forgotPassword", "/forgotPassword", "Forgot your password?"),
    ("platformSignin", "/platform/signin", "Sign in"),
)
# At the platform's desk, for whoever runs it.
AT_PLATFORM = _places(
    ("platformOperators", "/platform", "Operators"),
    ("platformOperator", "/platform/operator/{account}", "{operator}"),
    ("platformPipeline", "/platform/pipeline", "Pipeline"),
    ("platformFigures", "/platform/figures", "Figures"),
    ("platformBilling", "/platform/billing", "Billing"),
    ("platformAudit", "/platform/audit", "Audit log"),
    ("platformSecurity", "/platform/security", "Sign-in and security"),
    ("platformNews", "/platform/news", "News"),
    ("platformTerms", "/platform/terms", "Terms"),
    ("platformFeatures", "/platform/features", "Features"),
    ("platformHubspot", "/platform/hubspot", "HubSpot"),
    ("platformReferrals", "/platform/referrals", "Referrals"),
)
EVERYWHERE = (*DAY, *SETUP, *DESK, *DOORS, *HOME, *WINDOWS, *APEX, *AT_PLATFORM)


class Things:
    """Something of each kind that the demonstration has, for the addresses and headings above."""

    def __init__(self, demo: Shop) -> None:
        self.demo = demo

    def fill(self, text: str) -> str:
        """Put things into an address or a heading."""
        return text.format(**self.all)

    @cached_property
    def all(self) -> dict[str, Any]:
        """Everything by name."""
        found = {**self._trip(), **self._set_up(), **self._channel(), **self._invitation(), **self._invoice()}
        return {**found, "account": self._account(), "operator": self.operator, "call": self._call()}

    @cached_property
    def operator(self) -> str:
        """Name of the demonstration's business."""
        return str(self.demo.client.get("/app/init")["account"]["name"])

    def _account(self) -> int:
        found = self.demo.stack.sql("SELECT id FROM accounts_account WHERE slug = %s", self.demo.slug)
        return int(found[0]["id"])

    def _call(self) -> int:
        body = {"key": secrets.token_hex(8), "number": "+1 305 555 0142", "note": "Asked for a private boat"}
        return int(self.demo.client.post("/api/call/create", body)["id"])

    def _trip(self) -> dict[str, Any]:
        trip = some_trip(self.demo)
        customer = self.demo.client.get(f"/api/customer/{trip['customer_id']}/get")
        return {
            "trip": trip["id"],
            "trip_hash": trip["hash"],
            "who": f"{trip['contact_first_name']} {trip['contact_last_name']}",
            "customer": trip["customer_id"],
            "whose": f"{customer['first_name']} {customer['last_name']}",
            "agent_trip": self.demo.rows(
                "SELECT id FROM trips_trip WHERE reseller_agent_id > 0 AND status = 'reserved' ORDER BY id"
            )[0]["id"],
        }

    def _set_up(self) -> dict[str, Any]:
        client = self.demo.client
        experience = client.get("/api/experiences")[0]
        article = client.get("/api/help/search?q=&locale=en")[0]
        team = client.get("/api/userAvatars/get?limit=50")["data"]
        colleague = next(one for one in team if one["status"] == "active" and not one["is_me"])
        waiver = self._waiver()
        templates = client.get("/api/templates/get")["templates"]
        guide = client.get("/api/guides/get")[0]
        return {
            "guide": guide["id"],
            "guide_name": guide["name"],
            "experience": experience["id"],
            "experience_name": experience["name"],
            "rule": client.get(f"/api/experience/{experience['id']}/get")["experience"]["availabilities"][0][
                "id"
            ],
            "article": article["id"],
            "article_title": article["title"],
            "colleague": colleague["id"],
            "colleague_name": colleague["name"],
            "template": next(row["id"] for row in templates if row["slug"] == "confirmation"),
            "waiver": waiver["id"],
            "waiver_name": waiver["name"],
        }

    def _channel(self) -> dict[str, Any]:
        client = self.demo.client
        title = f"Seats abroad {secrets.token_hex(3)}"
        partner = {
            "name": title,
            "reseller_type": "ota",
            "payment_method": "invoice_manual",
            "collect_type": "reseller_collects",
            "commission_ppm": 200_000,
        }
        reseller = client.post("/api/reseller/create", partner)
        wanted = {"channel": "octo", "title": title, "reseller_id": reseller["id"]}
        made = client.post("/api/ota/connection/create", wanted)["connection"]
        return {"connection": made["id"], "connection_title": title, "reseller": reseller["id"]}

    def _waiver(self) -> dict[str, Any]:
        texts = [{"locale": "en", "body_html": "<p>It is cold.</p>"}]
        draft = {"name": f"Cold water {secrets.token_hex(3)}", "texts": texts}
        saved = self.demo.client.post("/api/waiverTemplate/save", draft)
        found: dict[str, Any] = saved["waiverTemplate"]
        return found

    def _invoice(self) -> dict[str, Any]:
        rows = self.demo.client.get("/api/invoices/get")["data"]
        late = next(row for row in rows if row["is_overdue"])
        billed = late["reseller"]
        return {
            "invoice": late["id"],
            "invoice_number": late["number"],
            "billed": billed["id"],
            "billed_name": billed["name"],
        }

    def _invitation(self) -> dict[str, Any]:
        email = f"nina.{secrets.token_hex(4)}@crew.example"
        return {"invitation": invitation(self.demo, email, "Nina Falk", "reservations_agent")}


def invitation(shop: Shop, email: str, name: str, role: str) -> str:
    """Invite somebody to a built-in role, and return the token that the mail brings."""
    roles = {row["slug"]: row["id"] for row in shop.client.get("/api/roles/get")["roles"]}
    wanted = {"name": name, "email": email, "role_id": roles[role]}
    shop.client.post("/setup/team/user/invite", wanted)
    mail = wait_for(lambda: shop.stack.mailbox(email), f"the invitation of {email}")[-1]
    found = re.search(r"/register\?token=([\w-]+)", mail["text"])
    assert found, mail["text"]
    return found[1]


def some_trip(demo: Shop) -> dict[str, Any]:
    """Return a reserved trip of the demonstration that is still to come."""
    query = "SELECT * FROM trips_trip WHERE status = 'reserved' AND first_start_at > now()"
    return demo.rows(f"{query} ORDER BY first_start_at")[0]
