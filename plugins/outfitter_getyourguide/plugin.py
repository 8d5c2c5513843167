"""GetYourGuide as a channel. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from outfitter.sdk import Event, Manifest, PluginApiRouter, TenantContext, hookimpl, read_labels

if TYPE_CHECKING:
    from outfitter.sdk.channels import ChannelAdapter, PartnerRoute


class GetYourGuidePlugin:
    """Sells an operator's seats through GetYourGuide, by its Supplier API, both directions."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("getyourguide", "GetYourGuide", "1.0.0", "channel", events=("booking.changed",))

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_getyourguide")

    @hookimpl
    def partner_routes(self) -> "Sequence[PartnerRoute]":
        """Return the addresses that GetYourGuide calls."""
        from outfitter_getyourguide.routes import partner_routes

        return partner_routes()

    @hookimpl
    def channel_adapters(self) -> "Sequence[ChannelAdapter]":
        """Return what the host asks of this channel."""
        from outfitter_getyourguide.adapter import adapter

        return [adapter()]

    @hookimpl
    def api_routers(self) -> Sequence[PluginApiRouter]:
        """Return the routes of staff who set channels up."""
        from outfitter_getyourguide.api import router

        return [PluginApiRouter(router, permission="setup.plugins")]

    @hookimpl
    def on_event(self, ctx: TenantContext, event: Event) -> None:
        """
        Tell GetYourGuide who has come, where the connection wants that.

        :raises Retryable: GetYourGuide did not answer, or asks to wait
        :raises Permanent: it refuses
        """
        if event.name != "booking.changed":
            return
        from outfitter_getyourguide import push

        push.push_redemption(int(event.payload["trip_id"]))


plugin = GetYourGuidePlugin()
