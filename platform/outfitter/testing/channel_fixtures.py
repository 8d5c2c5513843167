"""A connection that sells, in a test: an agreement, a key, a product on sale."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import connection as database

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.channels.catalog_types import Connection, Product
from outfitter.testing.tenants import Tenant
from outfitter.testing.types import Offer
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import CustomerTypeDraft
from outfitter_tenants.channels.operations import connections, mappings
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.resellers import operations as resellers
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule


@dataclass(frozen=True, slots=True)
class SampleBooking:
    """
    What the channel wants to book. `units` are the channel's own names -> how many.

    `amount` is what all of it costs at our price (minor units), `unit_amounts` what one costs.
    """

    reference: str
    product_id: str
    option_id: str
    departure_id: str
    starts_at: datetime
    ends_at: datetime
    units: Mapping[str, int]
    unit_amounts: Mapping[str, int]
    currency: str
    time_zone: str

    @property
    def amount(self) -> int:
        """Return what all units cost together, in minor units."""
        return sum(self.unit_amounts[unit] * count for unit, count in self.units.items())

    @property
    def seats(self) -> int:
        """Return how many seats are wanted."""
        return sum(self.units.values())


@dataclass(frozen=True, slots=True)
class TripSnapshot:
    """A trip that a channel has made, as staff see it."""

    trip_id: int
    # How the booking stands with the channel, and the trip with the operator.
    state: str
    status: str
    method: str
    voucher: str | None
    pax_cnt: int
    total_amount: int


class ChannelFixture:
    """A live connection of a channel at an operator, with one product on sale through it."""

    def __init__(
        self,
        tenant: Tenant,
        channel: str,
        *,
        offer: Offer | None = None,
        settings: Mapping[str, Any] | None = None,
        credentials: Mapping[str, Any] | None = None,
        plugin_settings: Mapping[str, Any] | None = None,
        product_ref: str | None = None,
        option_ref: str | None = None,
        **values: Any,
    ) -> None:
        self.tenant, self.channel = tenant, channel
        self._names = (product_ref, option_ref)
        self.offer = offer or tenant.offer(capacity=10, days=3)
        tenant.enable(channel, **(plugin_settings or {}))
        with in_schema(tenant.schema):
            self.connection_id, self.key = _connect(tenant, channel, settings or {}, credentials, values)
            self._map()
            self._set_state("live")

    def _map(self) -> None:
        product_ref, option_ref = self._names
        draft = mappings.Draft(
            self.offer.experience_id, product_ref=product_ref, option_ref=option_ref, state="live"
        )
        found = connected.get_connection(connection_id=self.connection_id)
        if not found.is_open_to_all:
            mappings.save(connection_id=self.connection_id, mapping_id=None, draft=draft, at=utc_now())

    @property
    def connection(self) -> Connection:
        """Return what the plugin gets as its connection."""
        with in_schema(self.tenant.schema):
            return connected.serialize_connection(connected.get_connection(connection_id=self.connection_id))

    @property
    def product(self) -> Product:
        """Return what is sold here."""
        from outfitter.sdk import channels

        with in_schema(self.tenant.schema):
            found = channels.products(self.connection)
        return next(one for one in found if one.experience_id == self.offer.experience_id)

    def wish(
        self, units: Mapping[str, int] | None = None, *, reference: str = "", departure: int = 0
    ) -> SampleBooking:
        """Return something to book: `units` by kind of guest ("adult"), two adults unless named."""
        product = self.product
        option = product.options[0]
        by_kind = {str(unit.kind): unit.unit_id for unit in option.units}
        slot = self.slot(departure)
        return SampleBooking(
            reference=reference or f"REF-{uuid4().hex[:12]}",
            product_id=product.product_id,
            option_id=option.option_id,
            departure_id=str(slot.id),
            starts_at=slot.start_at,
            ends_at=slot.end_at,
            units={by_kind[kind]: count for kind, count in (units or {"adult": 2}).items()},
            unit_amounts={by_kind[kind]: price for kind, price in self.offer.prices.items()},
            currency=self.tenant.currency,
            time_zone=self.tenant.time_zone,
        )

    def slot(self, departure: int = 0) -> schedule.TimeslotRow:
        """Return a departure of the offer as staff see it."""
        with in_schema(self.tenant.schema):
            return schedule.get_timeslot(timeslot_id=self.offer.timeslot_ids[departure])

    def seats_left(self, departure: int = 0) -> int | None:
        """Return how many seats a departure has left."""
        return self.tenant.seats_left(self.offer.timeslot_ids[departure])

    def raise_prices(self, by: int = 1000) -> None:
        """Let the operator sell at a higher price from now on, by minor units."""
        with in_schema(self.tenant.schema):
            kinds = catalog.experience_customer_types(experience_id=self.offer.experience_id)
            scheduling.save_experience(
                values={},
                at=utc_now(),
                experience_id=self.offer.experience_id,
                customer_types=[
                    CustomerTypeDraft(kind.customer_type_id, kind.base_price + by, id=kind.id)
                    for kind in kinds
                ],
            )

    def pause(self) -> None:
        """Let the operator pause the connection."""
        with in_schema(self.tenant.schema):
            self._set_state("paused")

    def _set_state(self, state: str) -> None:
        connections.set_state(connection_id=self.connection_id, state=state, at=utc_now())

    def sold(self) -> list[TripSnapshot]:
        """Return the trips that this channel has sold, those that ended among them; no drafts."""
        with in_schema(self.tenant.schema), database.cursor() as cursor:
            cursor.execute(_SOLD, [self.connection_id])
            return [TripSnapshot(*row) for row in cursor.fetchall()]

    def live(self) -> list[TripSnapshot]:
        """Return the trips of this channel that take place."""
        return [trip for trip in self.sold() if trip.state in {"confirmed", "redeemed"}]

    def logged(self) -> str:
        """Return all that the log of calls has of this channel, as one text."""
        with in_schema(self.tenant.schema), database.cursor() as cursor:
            cursor.execute("SELECT c::text FROM channels_channelcall c")
            return "\n".join(row[0] for row in cursor.fetchall())


_SOLD = """
SELECT t.id, b.state, t.status, m.slug, t.reseller_voucher, t.pax_cnt, t.total_amount
  FROM channels_externalbooking b JOIN trips_trip t ON t.id = b.trip_id
  JOIN trips_tripmethod m ON m.id = t.trip_method_id
 WHERE b.connection_id = %s AND t.reserved_at IS NOT NULL ORDER BY t.id
"""


def _connect(
    tenant: Tenant,
    channel: str,
    settings: Mapping[str, Any],
    credentials: Mapping[str, Any] | None,
    values: Mapping[str, Any],
) -> tuple[int, str]:
    reseller_id = resellers.create_reseller(
        values={
            "name": f"{channel.title()} {uuid4().hex[:6]}",
            "reseller_type": "ota",
            "payment_method": "invoice_manual",
            "collect_type": "reseller_collects",
            "commission_ppm": 200_000,
        },
        currency=tenant.currency,
        at=utc_now(),
    )
    typed = f"their-key-{uuid4().hex}"
    given = {"title": channel.title(), "reseller_id": reseller_id, "is_open_to_all": False}
    draft = connections.Draft({**given, **values}, settings=settings, credentials=credentials)
    try:
        made = connections.create(channel=channel, draft=draft, at=utc_now())
        key = made.key
    except Invalid:
        # The channel makes its own keys: staff type one in.
        draft = connections.Draft(draft.values, settings, credentials, typed)
        made, key = connections.create(channel=channel, draft=draft, at=utc_now()), typed
    if made.row.key_digest is None:
        connections.rotate_key(connection_id=made.row.pk, key=typed, at=utc_now())
    return made.row.pk, key or typed
