"""What happens, in a Slack channel. Import-light: settings load this module before Django is ready."""

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

EVENTS = ("trip.converted", "trip.changed", "trip.question_asked", "trip.rated", "payment.disputed")


class SlackPlugin:
    """Posts messages about what an operator chose; people acknowledge them in Slack."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("slack", "Slack", "1.1.0", "messaging", events=EVENTS)

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_slack")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: where to post, and what."""
        from outfitter_slack.oauth import list_channels
        from outfitter_slack.settings import HELP, SECRET, SlackSettings

        return SettingsSchema(SlackSettings, secret=SECRET, help=HELP, choices={"channel_id": list_channels})

    @hookimpl
    def oauth_connections(self) -> Sequence[OAuthConnection]:
        """Return how an operator adds the app to its workspace."""
        from outfitter_slack.oauth import connection

        return [connection()]

    @hookimpl
    def actions(self) -> Sequence[PluginAction]:
        """Return what staff can ask for: a message to try the channel."""
        from outfitter_slack.posts import test_action

        return [test_action()]

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return where Slack posts which button somebody pressed."""
        from outfitter_slack.handlers import handle
        from outfitter_slack.requests import receive

        answer = WebhookAnswer("", "text/plain", refused_status=401)
        return [Webhook("slack/actions", receive, handle, answer=answer)]

    @hookimpl
    def on_event(self, ctx: TenantContext, event: Event) -> None:
        """
        Post a message about an event, once however often it is delivered.

        :raises Retryable: Slack did not take it, or asks to wait
        :raises Permanent: Slack refuses, or nobody knows whether it took the message
        """
        from outfitter_slack import posts

        posts.post_event(ctx, event)

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the connection or the address. Posts nothing."""
        from outfitter_slack import posts

        return posts.health(ctx)


plugin = SlackPlugin()
