"""A channel of our own invention, and connections that sell through it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from pydantic import BaseModel, ConfigDict, Field

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, registry
from outfitter.plugins.channels.adapter import (
    ChannelAdapter,
    ChannelBooking,
    Fault,
    Push,
    PushLimits,
    PushResult,
)
from outfitter.plugins.channels.booking_types import BookingDetails, DepartureRef, HoldRequest, UnitRequest
from outfitter.plugins.channels.catalog_types import Connection, Unit
from outfitter.plugins.hookspecs import hookimpl
from outfitter.plugins.types import Manifest, TenantContext
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import (
    ChannelAllotment,
    ChannelCall,
    ChannelConnection,
    ChannelSubscription,
    ProductMapping,
)
from outfitter_tenants.channels.operations import connections, mappings
from outfitter_tenants.channels.queries import connections as connected
from tests.support.resellers import make_reseller
from tests.support.sales import Offer

SLUG = "fair"


class Settings(BaseModel):
    """What a fair is told."""

    hall: str = "north"


class Stand(BaseModel):
    """What a product has of its own at a fair."""

    model_config = ConfigDict(extra="forbid")

    gyg_option_id: int | None = None
    row: Annotated[str, Field(pattern="^[A-Z]?$")] = ""
    is_outside: bool | None = None


class Credentials(BaseModel):
    """What a fair gave us."""

    password: str


@dataclass(eq=False)
class FakeChannel:
    """A channel plugin whose answers a test sets; it remembers what it was told."""

    slug: str = SLUG
    pushed: list[Push] = field(default_factory=list)
    failure: Exception | None = None
    answer: PushResult = field(default_factory=PushResult)
    theirs: list[ChannelBooking] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    limits: PushLimits = field(default_factory=lambda: PushLimits(coalesce_seconds=0, days=30))

    @hookimpl
    def manifest(self) -> Manifest:
        return Manifest(self.slug, "Fair", "1.0.0", "channel")

    @hookimpl
    def channel_adapters(self) -> list[ChannelAdapter]:
        return [
            ChannelAdapter(
                channel=self.slug,
                title="Fair",
                fault=_fault,
                settings=Settings,
                credentials=Credentials,
                mapping_settings=Stand,
                push=self.push,
                push_limits=self.limits,
                check=lambda ctx, connection, product: self.complaints,
                suggest_unit=_unit,
                their_bookings=lambda *_: self.theirs,
            )
        ]

    def push(self, ctx: TenantContext, connection: Connection, push: Push) -> PushResult:
        if self.failure is not None:
            raise self.failure
        self.pushed.append(push)
        return self.answer


def _fault(request: HttpRequest, fault: Fault) -> HttpResponse:
    return JsonResponse({"fair": fault.kind, "says": fault.message}, status=fault.status)


def _unit(unit: Unit) -> str | None:
    return unit.kind.upper() if unit.kind in {"adult", "child"} else None


@contextmanager
def open_fair(
    schema_name: str, slug: str = SLUG, kind: type[FakeChannel] = FakeChannel
) -> Iterator[FakeChannel]:
    """Have the plugin installed and switched on for an operator."""
    fair = kind(slug)
    registry.manager.register(fair, slug)
    _forget()
    configs.enable(schema_name=schema_name, slug=slug)
    try:
        yield fair
    finally:
        registry.manager.unregister(fair)
        _forget()


def _forget() -> None:
    registry.manifests.cache_clear()
    adapters.all_adapters.cache_clear()


def connect(offer: Offer | None = None, *, state: str = "live", **values: Any) -> Connection:
    """Return a connection that sells an offer under the product "P<experience>"."""
    reseller_id = values.pop("reseller_id", None) or make_reseller(
        f"Fair {len(connected.list_connections())}", reseller_type="ota"
    )
    channel = values.pop("channel", SLUG)
    made = connections.create(
        channel=channel,
        draft=connections.Draft(
            values={"title": "Fair", "reseller_id": reseller_id, **values},
            credentials={"password": "their-own-secret"},
        ),
        at=utc_now(),
    )
    if offer is not None:
        map_offer(made.row.pk, offer)
    if state != "draft":
        connections.set_state(connection_id=made.row.pk, state=state, at=utc_now())
    return connected.serialize_connection(connected.get_connection(connection_id=made.row.pk))


def map_offer(connection_id: int, offer: Offer, **values: Any) -> int:
    """Map an offer, live, as product "P<experience>"."""
    draft = mappings.Draft(
        offer.experience_id,
        product_ref=values.pop("product_ref", f"P{offer.experience_id}"),
        state="live",
        **values,
    )
    return mappings.save(connection_id=connection_id, mapping_id=None, draft=draft, at=utc_now()).pk


def ask(
    offer: Offer, *, reference: str = "R-1", adults: int = 2, children: int = 0, **values: Any
) -> HoldRequest:
    """Return a request for seats of an offer."""
    units = [UnitRequest("ADULT", adults)] if adults else []
    units += [UnitRequest("CHILD", children)] if children else []
    given = {
        "reference": reference,
        "product_id": f"P{offer.experience_id}",
        "option_id": None,
        "departure": DepartureRef(departure_id=str(offer.timeslot_id)),
        "units": tuple(units),
        "details": BookingDetails(channel_reference=f"F-{reference}"),
        **values,
    }
    return HoldRequest(**given)


def make_rows(experience_id: int) -> dict[str, int]:
    """Return the ids of a connection and what belongs to one, by the names that paths use."""
    at = utc_now()
    connection = ChannelConnection.objects.create(
        uuid=uuid4(),
        channel=SLUG,
        title="Fair",
        reseller_id=make_reseller("Fair"),
        created_at=at,
        changed_at=at,
    )
    mapped = ProductMapping.objects.create(
        connection=connection, experience_id=experience_id, product_ref="P", created_at=at, changed_at=at
    )
    allotment = ChannelAllotment.objects.create(connection=connection, most=5, created_at=at)
    call = ChannelCall.objects.create(
        connection=connection,
        channel=SLUG,
        direction="in",
        operation="hold",
        method="POST",
        path="/partner/fair",
        outcome="ok",
        milliseconds=5,
        at=at,
    )
    return {
        "otaConnection": connection.pk,
        "otaSubscription": make_subscription(connection.pk),
        "otaMapping": mapped.pk,
        "otaAllotment": allotment.pk,
        "otaCall": call.pk,
        "experienceId": experience_id,
    }


def make_subscription(connection_id: int) -> int:
    """Have a connection be told of bookings at an address of its own; returns the subscription's id."""
    at = utc_now()
    made = ChannelSubscription.objects.create(
        uuid=uuid4(),
        connection_id=connection_id,
        topic="booking",
        url="https://a.example",
        created_at=at,
        changed_at=at,
    )
    return int(made.pk)
