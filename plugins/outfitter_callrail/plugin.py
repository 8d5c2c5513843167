"""Calls that CallRail tracks. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import (
    CallProvider,
    Manifest,
    PluginAction,
    SettingsSchema,
    TenantContext,
    Webhook,
    hookimpl,
    read_labels,
)


class CallRailPlugin:
    """Believes CallRail's signed notices of calls, and asks it once a day for those that got lost."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("callrail", "CallRail", "1.0.0", "telephony")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_callrail")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: what proves CallRail's notices, and how to ask it."""
        from outfitter_callrail.settings import HELP, SECRET, CallRailSettings

        return SettingsSchema(CallRailSettings, secret=SECRET, help=HELP)

    @hookimpl
    def actions(self) -> Sequence[PluginAction]:
        """Return what staff can ask for: the addresses to enter at CallRail."""
        from outfitter_callrail.handlers import addresses_action

        return [addresses_action()]

    @hookimpl
    def call_providers(self) -> Sequence[CallProvider]:
        """Return CallRail, as the host asks it for recordings and lost notices."""
        from outfitter_callrail.telephony import CallRailCalls

        return [CallRailCalls()]

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return where CallRail posts: a call rings, a call is over, and whatever else."""
        from outfitter_callrail.handlers import handle
        from outfitter_callrail.requests import receive_other, receive_postcall, receive_precall
        from outfitter_callrail.responses import TAKEN

        return [
            Webhook("callrail/precall/<str:hash>", receive_precall, handle, answer=TAKEN),
            Webhook("callrail/postcall/<str:hash>", receive_postcall, handle, answer=TAKEN),
            Webhook("callrail/webhook/<str:hash>", receive_other, handle, answer=TAKEN),
        ]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the settings. Changes nothing."""
        from outfitter_callrail.client import probe

        return probe(ctx)


plugin = CallRailPlugin()
