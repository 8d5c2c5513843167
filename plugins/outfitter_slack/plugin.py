"""Bookings in a Slack channel. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping

from outfitter.sdk import Event, Manifest, SettingsSchema, TenantContext, hookimpl, read_labels


class SlackPlugin:
    """Posts a message when a trip is booked."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("slack", "Slack", "1.0.0", "messaging", events=("trip.converted",))

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_slack")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: where to post, and what."""
        from outfitter_slack.settings import HELP, SECRET, SlackSettings

        return SettingsSchema(SlackSettings, secret=SECRET, help=HELP)

    @hookimpl
    def on_event(self, ctx: TenantContext, event: Event) -> None:
        """
        Post a message about a booking. A repeated delivery posts it again: Slack has no keys.

        :raises Retryable: Slack did not answer, or asks to wait
        :raises Permanent: Slack refuses this address or message
        """
        if event.name != "trip.converted":
            return
        from outfitter_slack import client, serializers
        from outfitter_slack.settings import SlackSettings

        settings = SlackSettings.model_construct(**ctx.config)
        if settings.webhook_url and settings.is_on_trip_converted:
            client.post(settings.webhook_url, serializers.booking_message(ctx, event.payload))

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the address. Posts nothing."""
        from outfitter_slack import client
        from outfitter_slack.settings import SlackSettings

        settings = SlackSettings.model_construct(**ctx.config)
        if not settings.webhook_url:
            return "The address of the incoming webhook is missing."
        return client.probe(settings.webhook_url)


plugin = SlackPlugin()
