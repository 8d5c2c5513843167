"""What the host calls. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from outfitter.sdk import Manifest, TenantContext, hookimpl, read_labels

if TYPE_CHECKING:
    from outfitter.sdk.channels import ChannelAdapter, PartnerRoute


class Harbour:
    """Translates between Harbour and the engine; seats, prices and trips are the engine's."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("harbour", "Harbour", "0.1.0", "channel")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin in other languages: one file in `labels` for each."""
        return read_labels("outfitter_harbour")

    @hookimpl
    def partner_routes(self) -> "Sequence[PartnerRoute]":
        """Return the addresses that Harbour calls."""
        from outfitter_harbour import routes

        return routes.partner_routes()

    @hookimpl
    def channel_adapters(self) -> "Sequence[ChannelAdapter]":
        """Return what the host asks of Harbour."""
        from outfitter.sdk.channels import ChannelAdapter, PushLimits

        from outfitter_harbour import errors, push, settings

        return [
            ChannelAdapter(
                channel="harbour",
                title="Harbour",
                fault=errors.fault,
                settings=settings.ConnectionSettings,
                credentials=settings.Credentials,
                push=push.push,
                push_limits=PushLimits(calls=60, seconds=60, days=365),
                check=push.check,
                suggest_unit=errors.unit_name,
            )
        ]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok": whether a connection works is seen on its own page."""
        return "ok"


plugin = Harbour()
