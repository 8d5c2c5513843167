"""Where an operator wants its messages."""

from typing import Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

from outfitter.sdk import TenantContext

SECRET: Final = ("webhook_url",)
HELP: Final = {
    "webhook_url": "From Slack: Apps, Incoming Webhooks, Add to Slack. Keep it to yourself.",
    "channel": "The channel you chose there, such as #bookings. For your own reference.",
    "channel_id": "Once Slack is connected: the channel that gets the messages. Invite the app to a "
    "private one first.",
    "is_on_trip_converted": "Post when a trip is booked.",
    "is_on_cancellation": "Post when part of a booking is canceled.",
    "is_on_rebooking": "Post when a booking moves to another departure.",
    "is_on_question": "Post what customers write.",
    "is_on_review": "Post what guests say about their trip.",
    "is_on_dispute": "Post when a bank disputes a payment.",
}
HOSTS: Final = frozenset({"hooks.slack.com", "hooks.slack-gov.com"})
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})


def is_allowed(url: str) -> bool:
    """
    Tell whether messages may go to this address: Slack's own hosts, nothing else.

    Development may also post to this machine.
    """
    from django.conf import settings

    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    if parts.username or parts.password or parts.fragment:
        return False
    if parts.scheme == "https" and parts.hostname in HOSTS:
        return port in {None, 443} and parts.path.startswith("/services/")
    is_development = bool(getattr(settings, "IS_DEVELOPMENT", False))
    return is_development and parts.scheme == "http" and parts.hostname in LOOPBACK


def settings_of(ctx: TenantContext) -> "SlackSettings":
    """Return an operator's settings; they were checked when they were saved."""
    return SlackSettings.model_construct(**ctx.config)


class SlackSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    channel_id: str = Field("", title="Post to", pattern="^([CGD][A-Z0-9]{2,30})?$")
    webhook_url: str = Field("", title="Webhook address")
    channel: str = ""
    is_on_trip_converted: bool = Field(True, title="New bookings")
    is_on_cancellation: bool = Field(False, title="Cancellations")
    is_on_rebooking: bool = Field(False, title="Rebookings")
    is_on_question: bool = Field(False, title="Questions")
    is_on_review: bool = Field(False, title="Reviews")
    is_on_dispute: bool = Field(False, title="Disputes")

    @field_validator("webhook_url")
    @classmethod
    def _is_slack(cls, value: str) -> str:
        if value and not is_allowed(value):
            raise ValueError("The address starts with https://hooks.slack.com/services/.")
        return value

    @field_validator("channel")
    @classmethod
    def _is_short(cls, value: str) -> str:
        if len(value) > 80:
            raise ValueError("A channel's name has at most 80 characters.")
        return value
