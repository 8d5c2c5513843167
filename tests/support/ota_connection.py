"""A connection of an operator's to an online travel agency, by the product's own operations."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter.sdk.channels import Connection
from outfitter_tenants.channels.operations import connections, mappings
from outfitter_tenants.channels.queries import connections as connected
from tests.support.database import REEF
from tests.support.resellers import make_reseller
from tests.support.sales import Offer

_numbers = count(1)


@dataclass(frozen=True)
class OtaChannel:
    """An agency as operators connect to it: `key` is what it shows them, `credentials` what they show it."""

    slug: str
    title: str
    settings: Mapping[str, Any]
    credentials: Mapping[str, str]
    key: str

    def enable(self, schema_name: str = REEF.schema_name) -> None:
        """Turn the plugin on."""
        configs.enable(schema_name=schema_name, slug=self.slug)

    def connect(
        self, offer: Offer | None, *, key: str | None = None, state: str = "live", **values: Any
    ) -> Connection:
        """Return a connection that sells an offer as CAVES, to adults and children."""
        settings = {**self.settings, **values.pop("settings", {})}
        reseller_id = make_reseller(f"{self.title} {next(_numbers)}", reseller_type="ota")
        made = connections.create(
            channel=self.slug,
            draft=connections.Draft(
                values={"title": self.title, "reseller_id": reseller_id, **values},
                settings=settings,
                credentials=dict(self.credentials),
                key=self.key if key is None else key,
            ),
            at=utc_now(),
        )
        if offer is not None:
            self.map_offer(made.row.pk, offer)
        if state != "draft":
            connections.set_state(connection_id=made.row.pk, state=state, at=utc_now())
        return connected.serialize_connection(connected.get_connection(connection_id=made.row.pk))

    def map_offer(self, connection_id: int, offer: Offer, **values: Any) -> int:
        """Have the connection sell an offer; returns the mapping's id."""
        draft = mappings.Draft(
            offer.experience_id,
            product_ref=values.pop("product_ref", "CAVES"),
            state=values.pop("state", "live"),
            units=values.pop("units", {"ADULT": offer.adult, "CHILD": offer.child}),
            **values,
        )
        return mappings.save(connection_id=connection_id, mapping_id=None, draft=draft, at=utc_now()).pk
