"""Tiqets. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from outfitter.sdk import Manifest, hookimpl, read_labels

if TYPE_CHECKING:
    from outfitter.sdk.channels import ChannelAdapter, PartnerRoute


class TiqetsPlugin:
    """Answers Tiqets at /partner/tiqets."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("tiqets", "Tiqets", "1.0.0", "channel")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_tiqets")

    @hookimpl
    def partner_routes(self) -> "Sequence[PartnerRoute]":
        """Return every address of the protocol."""
        from outfitter_tiqets.routes import ROUTES

        return ROUTES

    @hookimpl
    def channel_adapters(self) -> "Sequence[ChannelAdapter]":
        """Return what the platform may ask of this channel."""
        from outfitter_tiqets.adapter import ADAPTER

        return [ADAPTER]


plugin = TiqetsPlugin()
