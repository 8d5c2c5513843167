"""What the host calls. Import-light: settings load this module before Django is ready."""

from collections.abc import Sequence

from outfitter.sdk import Event, Manifest, SettingsSchema, TenantContext, Webhook, hookimpl


class Letters:
    """Keeps a newsletter's list and our customers of one mind."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("letters", "Letters", "1.0.0", "crm", events=("trip.converted",))

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form."""
        from outfitter_letters.settings import HELP, SECRET, Settings

        return SettingsSchema(Settings, secret=SECRET, help=HELP)

    @hookimpl
    def on_event(self, ctx: TenantContext, event: Event) -> None:
        """Make a guest who wants news a subscriber. Twice the same event changes nothing more."""
        from outfitter.sdk.customers import wants_news

        from outfitter_letters import client, serializers
        from outfitter_letters.settings import settings_of

        email, customer_id = event.payload["contact_email"], event.payload["customer_id"]
        if email and customer_id and wants_news(ctx, customer_id=customer_id):
            client.upsert(settings_of(ctx), serializers.subscriber(event.payload))

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return the address at which the newsletter tells of those who leave."""
        from outfitter_letters import webhooks

        return [Webhook("letters/news", webhooks.receive, webhooks.handle)]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong."""
        from outfitter_letters import client
        from outfitter_letters.settings import settings_of

        return client.probe(settings_of(ctx))


plugin = Letters()
