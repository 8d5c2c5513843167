"""Mail through Amazon SES. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import (
    MailProvider,
    Manifest,
    SettingsSchema,
    TenantContext,
    Webhook,
    hookimpl,
    read_labels,
)


class SesPlugin:
    """Sends mail and believes Amazon's signed news of it."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("ses", "Amazon SES", "1.0.0", "messaging")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_ses")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: the account, who mails come from, and where news come from."""
        from outfitter_ses.settings import HELP, SECRET, SesSettings

        return SettingsSchema(SesSettings, secret=SECRET, help=HELP)

    @hookimpl
    def message_channels(self) -> Sequence[MailProvider]:
        """Return the one channel: mail."""
        from outfitter_ses.mail import SesMail

        return [SesMail()]

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return where Amazon posts what became of mails."""
        from outfitter_ses.handlers import handle
        from outfitter_ses.requests import receive
        from outfitter_ses.responses import TAKEN

        return [Webhook("ses/notices", receive, handle, answer=TAKEN)]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the account. Sends nothing."""
        from outfitter_ses.client import probe

        return probe(ctx)

    @hookimpl
    def clear_suppression(self, ctx: TenantContext, address: str) -> None:
        """Take an address off the account's suppression list."""
        from outfitter_ses.client import clear_suppression

        clear_suppression(ctx, address)


plugin = SesPlugin()
