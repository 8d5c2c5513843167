"""Text messages through Twilio. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import (
    Manifest,
    MessageChannel,
    SettingsSchema,
    TenantContext,
    Webhook,
    hookimpl,
    read_labels,
)


class TwilioPlugin:
    """Sends texts and believes Twilio's signed news of them."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("twilio", "Twilio", "1.0.0", "messaging")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_twilio")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: the account, and who texts come from."""
        from outfitter_twilio.settings import HELP, SECRET, TwilioSettings

        return SettingsSchema(TwilioSettings, secret=SECRET, help=HELP)

    @hookimpl
    def message_channels(self) -> Sequence[MessageChannel]:
        """Return the two channels: SMS, and WhatsApp where there is a number for it."""
        from outfitter_twilio.sms import TwilioTexts
        from outfitter_twilio.whatsapp import TwilioWhatsApp

        return [TwilioTexts(), TwilioWhatsApp()]

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return where Twilio posts what became of texts, and what guests write."""
        from outfitter_twilio.handlers import handle
        from outfitter_twilio.requests import receive_reply, receive_status
        from outfitter_twilio.responses import SILENCE

        return [
            Webhook("twilio/webhook", receive_status, handle, answer=SILENCE),
            Webhook("twilio/reply", receive_reply, handle, answer=SILENCE),
        ]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the account. Sends nothing."""
        from outfitter_twilio.client import probe

        return probe(ctx)


plugin = TwilioPlugin()
