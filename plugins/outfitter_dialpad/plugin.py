"""Calls through Dialpad. Import-light: settings load this module before Django is ready."""

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


class DialpadPlugin:
    """Believes Dialpad's signed notices of calls, and asks it once a day for those that got lost."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("dialpad", "Dialpad", "1.0.0", "telephony")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_dialpad")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: what proves Dialpad's notices, and how to ask it."""
        from outfitter_dialpad.settings import HELP, SECRET, DialpadSettings

        return SettingsSchema(DialpadSettings, secret=SECRET, help=HELP)

    @hookimpl
    def actions(self) -> Sequence[PluginAction]:
        """Return what staff can ask for: that Dialpad reports its calls here."""
        from outfitter_dialpad.reported_states import subscribe_action

        return [subscribe_action()]

    @hookimpl
    def call_providers(self) -> Sequence[CallProvider]:
        """Return Dialpad, as the host asks it for recordings and lost notices."""
        from outfitter_dialpad.telephony import DialpadCalls

        return [DialpadCalls()]

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return where Dialpad posts: what rings, and what is over."""
        from outfitter_dialpad.handlers import handle
        from outfitter_dialpad.requests import POSTCALL, PRECALL, receive
        from outfitter_dialpad.responses import TAKEN

        return [Webhook(path, receive, handle, answer=TAKEN) for path in (PRECALL, POSTCALL)]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the settings. Changes nothing."""
        from outfitter_dialpad.client import probe

        return probe(ctx)


plugin = DialpadPlugin()
