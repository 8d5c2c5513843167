"""A Mailchimp audience. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import (
    Event,
    Manifest,
    OAuthConnection,
    PluginAction,
    SettingsSchema,
    TenantContext,
    Webhook,
    WebhookAnswer,
    hookimpl,
    read_labels,
)

EVENTS = ("trip.converted", "customer.created", "customer.changed", "customer.merged", "customer.anonymised")


class MailchimpPlugin:
    """Guests who want news become subscribers. Whoever unsubscribes there gets no news here."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("mailchimp", "Mailchimp", "1.0.0", "messaging", events=EVENTS)

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_mailchimp")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: which audience, and how people get onto it."""
        from outfitter_mailchimp.oauth import list_audiences
        from outfitter_mailchimp.settings import HELP, MailchimpSettings

        return SettingsSchema(MailchimpSettings, help=HELP, choices={"audience_id": list_audiences})

    @hookimpl
    def oauth_connections(self) -> Sequence[OAuthConnection]:
        """Return how an operator connects its account."""
        from outfitter_mailchimp.oauth import connection

        return [connection()]

    @hookimpl
    def actions(self) -> Sequence[PluginAction]:
        """Return what staff can ask for: everyone who wants news, at once."""
        from outfitter_mailchimp.audience_members import sync_action

        return [sync_action()]

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return where Mailchimp posts who has left."""
        from outfitter_mailchimp.handlers import handle
        from outfitter_mailchimp.requests import is_probed, receive

        answer = WebhookAnswer("", "text/plain", refused_status=404)
        return [Webhook("mailchimp/webhook", receive, handle, answer=answer, is_probed=is_probed)]

    @hookimpl
    def on_event(self, ctx: TenantContext, event: Event) -> str | None:
        """
        Bring the audience up to date with a customer; doing so twice changes nothing.

        :raises Retryable: Mailchimp did not answer, or asks to wait
        :raises Permanent: Mailchimp refuses
        """
        from outfitter_mailchimp import audience_members

        return audience_members.follow(ctx, event)

    @hookimpl
    def on_set_up(self, ctx: TenantContext) -> None:
        """
        Have Mailchimp tell us who leaves the audience that was chosen.

        :raises Retryable: Mailchimp did not answer, or asks to wait
        :raises Permanent: Mailchimp refuses
        """
        from outfitter_mailchimp import audience_notices

        audience_notices.ensure(ctx)

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the connection. Changes nothing."""
        from outfitter_mailchimp import oauth

        return oauth.health(ctx)


plugin = MailchimpPlugin()
