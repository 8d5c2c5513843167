"""Redeam as a channel. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from outfitter.sdk import Manifest, hookimpl, read_labels

if TYPE_CHECKING:
    from outfitter.sdk.channels import ChannelAdapter, PartnerRoute


class RedeamPlugin:
    """Sells an operator's seats through Redeam: its Partner API, and its Channel API for staff."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("redeam", "Redeam", "1.0.0", "channel")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_redeam")

    @hookimpl
    def partner_routes(self) -> "Sequence[PartnerRoute]":
        """Return the addresses that Redeam calls, and those that show staff what Redeam has."""
        from outfitter_redeam.routes import partner_routes

        return partner_routes()

    @hookimpl
    def channel_adapters(self) -> "Sequence[ChannelAdapter]":
        """Return what the host asks of this channel."""
        from outfitter_redeam.adapter import adapter

        return [adapter()]


plugin = RedeamPlugin()
