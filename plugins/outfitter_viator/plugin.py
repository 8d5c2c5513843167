"""Viator as a channel. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from outfitter.sdk import Manifest, hookimpl, read_labels

if TYPE_CHECKING:
    from outfitter.sdk.channels import ChannelAdapter, PartnerRoute


class ViatorPlugin:
    """Sells an operator's seats through Viator, by its reservation-system API, v1 and v2."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("viator", "Viator", "1.0.0", "channel")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_viator")

    @hookimpl
    def partner_routes(self) -> "Sequence[PartnerRoute]":
        """Return the addresses that Viator calls."""
        from outfitter_viator.routes import partner_routes

        return partner_routes()

    @hookimpl
    def channel_adapters(self) -> "Sequence[ChannelAdapter]":
        """Return what the host asks of this channel."""
        from outfitter_viator.adapter import adapter

        return [adapter()]


plugin = ViatorPlugin()
