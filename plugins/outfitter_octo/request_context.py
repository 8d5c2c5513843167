"""What a request carries beside its body."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from outfitter.sdk.channels import Connection, PartnerCall
from outfitter_octo import capabilities
from outfitter_octo.settings import OctoSettings, settings_of


@dataclass(frozen=True)
class RequestContext:
    """A request of a reseller: who asks, with which options, in which languages."""

    call: PartnerCall
    capabilities: frozenset[str]
    languages: tuple[str, ...]
    is_test: bool

    @cached_property
    def connection(self) -> Connection:
        """Return the reseller's connection."""
        return self.call.connection

    @cached_property
    def settings(self) -> OctoSettings:
        """Return what was agreed with the reseller."""
        return settings_of(self.connection)

    @property
    def params(self) -> Mapping[str, str]:
        """Return the parts of the path."""
        return self.call.params

    @property
    def has_pricing(self) -> bool:
        """Tell whether prices are wanted."""
        return capabilities.PRICING in self.capabilities

    @property
    def has_content(self) -> bool:
        """Tell whether texts and pictures are wanted."""
        return capabilities.CONTENT in self.capabilities

    @property
    def has_cart(self) -> bool:
        """Tell whether bookings are put into orders."""
        return capabilities.CART in self.capabilities

    @property
    def has_questions(self) -> bool:
        """Tell whether the operator's questions are asked and answered."""
        return capabilities.QUESTIONS in self.capabilities

    @property
    def has_webhooks(self) -> bool:
        """Tell whether webhooks are spoken of."""
        return capabilities.WEBHOOKS in self.capabilities

    @property
    def has_mappings(self) -> bool:
        """Tell whether mappings are spoken of."""
        return capabilities.MAPPINGS in self.capabilities

    @property
    def has_pickups(self) -> bool:
        """Tell whether pickups are spoken of."""
        return capabilities.PICKUPS in self.capabilities

    @property
    def has_offers(self) -> bool:
        """Tell whether codes that take something off are spoken of."""
        return capabilities.OFFERS in self.capabilities

    @property
    def language(self) -> str | None:
        """Return the language that is wanted most."""
        return self.languages[0] if self.languages else None


def read_context(call: PartnerCall) -> RequestContext:
    """Read the headers of a request."""
    headers, query = call.request.headers, call.request.GET
    wanted = capabilities.honoured(headers.get(capabilities.HEADER), query.get(capabilities.PARAMETER))
    return RequestContext(
        call=call,
        capabilities=wanted,
        languages=tuple(capabilities.preferred(headers.get("Accept-Language"))),
        is_test=headers.get("Octo-Env", "").strip().lower() == "test",
    )
