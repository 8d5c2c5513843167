"""The plugin contract. Everything here is public API and documented in docs/plugins.md."""
# mypy: disable-error-code="empty-body"

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from outfitter.plugins.assistants.assistant import Assistant
    from outfitter.plugins.calls.call_provider import CallProvider
    from outfitter.plugins.channels.adapter import ChannelAdapter, PartnerRoute
    from outfitter.plugins.message_channels.mail_provider import MailProvider
    from outfitter.plugins.message_channels.message_channel import MessageChannel
    from outfitter.plugins.payments.gateway import PaymentProvider
    from outfitter.plugins.sales_crm.sales_crm_provider import SalesCrm
    from outfitter.plugins.speech.speech_provider import SpeechProvider
    from outfitter.plugins.types import (
        Event,
        Manifest,
        OAuthConnection,
        PluginAction,
        PluginApiRouter,
        SettingsSchema,
        TenantContext,
        Webhook,
        WellKnownFile,
    )

PROJECT = "outfitter"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Registration:
    """Called once per process, validated at the door; must not touch the database."""

    @hookspec
    def manifest(self) -> "Manifest":
        """Return who this plugin is. Required; refused when incompatible."""

    @hookspec
    def django_apps(self) -> Sequence[str]:
        """Return Django app paths to install in every operator's schema."""

    @hookspec
    def settings_schema(self) -> "SettingsSchema":
        """Return the pydantic model of the settings form, stored encrypted per operator."""

    @hookspec
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return locale -> English words -> translated ones, of all that screens show of the plugin."""

    @hookspec
    def api_routers(self) -> "Sequence[PluginApiRouter]":
        """Return routers to mount under /api/plugins/<slug>/."""

    @hookspec
    def well_known_files(self) -> "Sequence[WellKnownFile]":
        """Return files below /.well-known/ on an operator's host, by which programs find the plugin."""

    @hookspec
    def webhooks(self) -> "Sequence[Webhook]":
        """Return inbound addresses below /partner/."""

    @hookspec
    def partner_routes(self) -> "Sequence[PartnerRoute]":
        """Return the fixed addresses that a channel calls on an operator's host."""

    @hookspec
    def oauth_connections(self) -> "Sequence[OAuthConnection]":
        """Return how operators connect their account at the partner, at most one way."""

    @hookspec
    def actions(self) -> "Sequence[PluginAction]":
        """Return what staff can have the plugin do on its page."""

    @hookspec
    def channel_adapters(self) -> "Sequence[ChannelAdapter]":
        """Return the channels the plugin speaks for; their slug is the plugin's."""

    @hookspec
    def payment_providers(self) -> "Sequence[PaymentProvider]":
        """Return gateways that can collect money."""

    @hookspec
    def message_channels(self) -> "Sequence[MessageChannel | MailProvider]":
        """Return ways to reach guests: by text message, or by mail through somebody else."""

    @hookspec
    def call_providers(self) -> "Sequence[CallProvider]":
        """Return who carries telephone calls, one at most; its slug is the plugin's."""

    @hookspec
    def assistants(self) -> "Sequence[Assistant]":
        """Return who proposes words to staff: better texts, drafts of replies."""

    @hookspec
    def speech_providers(self) -> "Sequence[SpeechProvider]":
        """Return who reads announcements out; their slug is the plugin's."""

    @hookspec
    def sales_crms(self) -> "Sequence[SalesCrm]":
        """Return CRMs of whoever hosts the platform; their slug is the plugin's, its category "platform"."""


class Runtime:
    """Called for one operator; only plugins that operator has enabled take part."""

    @hookspec
    def on_event(self, ctx: "TenantContext", event: "Event") -> str | None:
        """React to a committed event, in its own job, at least once; returns a note for the log or None."""

    @hookspec
    def on_set_up(self, ctx: "TenantContext") -> None:
        """React to saved settings or a connected account. In a job, at least once."""

    @hookspec
    def check_hold(self, ctx: "TenantContext", timeslot_id: int, pax_cnt: int) -> Sequence[str]:
        """
        Return reasons to refuse a hold, empty to agree.

        A guest is waiting: no network, half a second at most. Runs beside the hold's transaction
        and sees what is committed. Who does not answer agrees.
        """

    @hookspec
    def health(self, ctx: "TenantContext") -> str:
        """Return "ok" or what is wrong, in words for the settings page."""

    @hookspec
    def clear_suppression(self, ctx: "TenantContext", address: str) -> None:
        """Take a mail address off the provider's suppression list. In a job, at least once."""
