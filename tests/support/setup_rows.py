"""Rows of the set-up that another operator must not find."""

from datetime import date, datetime
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter_tenants.ai_agents import agent_tokens
from outfitter_tenants.ai_agents.app_access import grants
from outfitter_tenants.ai_agents.models import AgentAccess, AgentClient
from outfitter_tenants.api_access import access_keys, deliveries, event_intake, webhook_endpoints
from outfitter_tenants.archives.models import AccountArchive
from outfitter_tenants.catalog.operations import addons, products, restrictions, seasons, taxonomy
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices import pairings
from outfitter_tenants.devices.announcements import operations as announcements
from outfitter_tenants.devices.models import SpeechClip
from outfitter_tenants.devices.print_queue import print_jobs, print_routes
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.scheduling.operations import resources
from outfitter_tenants.waivers import operations as waivers
from outfitter_tenants.waivers.types import Circumstances, Signer, SignRequest

FIELD = {
    "name": "diet",
    "label": "What do you not eat?",
    "help_text": "",
    "kind": "text",
    "options": [],
    "scope": "booking",
    "ask_when": "checkout",
    "is_required": False,
    "is_pii": False,
    "is_health": False,
    "show_on_manifest": True,
    "validation": {},
}
WAIVER = {
    "name": "Risks",
    "kind": "adult",
    "locale": "en",
    "requires": [],
    "valid_days": None,
    "is_active": True,
    "texts": [{"locale": "en", "body_html": "<p>Water is wet.</p>"}],
    "questions": [],
    "is_reusable": True,
}
BOAT = {
    "name": "Orca",
    "capacity": 8,
    "priority": 0,
    "status": "active",
    "buffer_minutes": 0,
    "color": "#000000",
}

SUMMER: seasons.SeasonValues = {
    "name": "Summer",
    "ranges": [(date(2027, 6, 1), date(2027, 8, 31))],
    "weekdays": range(7),
    "time_from": None,
    "time_to": None,
}

SHIRT: products.ProductValues = {
    "name": "Shirt",
    "sku": None,
    "barcode": None,
    "category": "",
    "price": 2000,
    "is_price_editable": False,
    "tax_ids": [],
    "is_track_stock": False,
    "stock_qty": None,
}


def make_waivers(at: datetime) -> dict[str, Any]:
    """Make a waiver and sign it, in the present schema; returns their ids by the names in addresses."""
    template = waivers.save_template(values=WAIVER, template_id=None, version=None, at=at)
    request = SignRequest(
        template_id=template,
        template_version=1,
        locale="en",
        signer=Signer("Ana", "Ruiz"),
        consent_at=at,
        typed_name="Ana Ruiz",
    )
    signature: Any = waivers.sign(request, Circumstances(at=at, day=at.date()))
    [waiver] = signature.all_waivers
    return {"waiverTemplate": template, "waiver": waiver.pk, "proof": signature.proof_sha256}


def make_agents(at: Any) -> dict[str, Any]:
    """Let a voice agent and somebody's app in, and have another app ask."""
    agent_token, _ = agent_tokens.create(name="Vox", scopes=["read"], expires_at=None, at=at)
    app = AgentClient.objects.create(client_id="app", name="App", registration_encrypted="", created_at=at)
    access = AgentAccess.objects.create(client=app, avatar_id=1, scopes=["trips.read"], created_at=at)
    asked = {"redirect_uri": "http://127.0.0.1/", "state": None}
    return {
        "agentToken": agent_token,
        "agentAccess": access.pk,
        "consentRequest": grants.make("request", client=app, scopes=["trips.read"], at=at, asked=asked),
    }


def make_programs(at: datetime) -> dict[str, int]:
    """Make an API key, an endpoint that was sent something, and an archive that has expired."""
    key, _ = access_keys.create(draft=access_keys.KeyDraft("Till", ["trip.view"], 120, None), at=at)
    draft = webhook_endpoints.EndpointDraft("Till", "https://hooks.example.com/a", ["trip.converted"], True)
    endpoint, _ = webhook_endpoints.create(draft=draft, at=at)
    event_intake.send_test(endpoint_id=endpoint, at=at)
    [sent] = deliveries.list_deliveries(endpoint_id=endpoint)
    archive = AccountArchive.objects.create(status="expired", created_at=at, finished_at=at, expires_at=at)
    return {
        "apiKey": key,
        "webhookEndpoint": endpoint,
        "webhookDelivery": sent.pk,
        "accountArchive": archive.pk,
    }


def make_announcement(at: datetime) -> dict[str, int]:
    """Make a device that plays, something said on it, and a recording."""
    speaker, _ = devices.register(
        name="Dock", kind="tts", platform="", push_token=None, location_id=None, at=at
    )
    said = announcements.announce(
        parts=[announcements.Said("en", "Gate two")],
        device_ids=[speaker],
        manner=announcements.Manner(),
        timeslot_id=None,
        at=at,
    )
    clip = SpeechClip.objects.create(key="0" * 64, content_type="audio/wav", content=b"RIFF", used_at=at)
    return {"announcement": said.pk, "clip": clip.pk}


def make_printing(at: datetime) -> dict[str, int]:
    """Make a code for a device, a route for tickets and a job on its way."""
    pairing, _ = pairings.create(kind="printer", location_id=None, at=at)
    choice = print_routes.RouteChoice("ticket", None, "qz", None, "Zebra", "label_4x2", 1, is_drawn=False)
    route = print_routes.save(choice=choice, at=at)
    job = print_jobs.create_on(route=route, title="K7PQ2M4X", payload=b"^XA^XZ", at=at)
    return {"pairing": pairing.pk, "printRoute": route.pk, "printJob": job.pk}


def make_set_up() -> dict[str, Any]:
    """Make one of each in the present schema; returns their ids by the names in addresses."""
    at = utc_now()
    group = resources.save_group(values={"name": "Boats"}, group_id=None, at=at)
    [boat] = resources.update_resources(rows=[{**BOAT, "group_id": group}], at=at)
    device, _ = devices.register(
        name="Till", kind="pos", platform="", push_token=None, location_id=None, at=at
    )
    return {
        "customField": fields.save_field(values=FIELD, field_id=None, version=None, at=at),
        **make_waivers(at),
        "device": device,
        **make_agents(at),
        **make_programs(at),
        **make_announcement(at),
        **make_printing(at),
        "restriction": restrictions.save_restriction(name="Groups", rows=[], at=at).id,
        "customerType": taxonomy.save_customer_type(
            values={"name": "Crew", "slug": None, "kind": "other", "translations": None}, at=at
        ),
        "valueType": addons.save_value_type(name="Sizes", values=[addons.ValueDraft(label="S")], at=at),
        "product": products.save_product(values=SHIRT, at=at),
        **dict.fromkeys(("addon", "image"), 1),
        "season": seasons.save_season(values=SUMMER, at=at)[0],
        "group": group,
        "resource": boat,
    }
