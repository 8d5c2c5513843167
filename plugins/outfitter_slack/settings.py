"""Where an operator wants its messages."""

from typing import Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

SECRET: Final = ("webhook_url",)
HELP: Final = {
    "webhook_url": "From Slack: Apps, Incoming Webhooks, Add to Slack. Keep it to yourself.",
    "channel": "The channel you chose there, such as #bookings. For your own reference.",
    "is_on_trip_converted": "Post when a trip is booked.",
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


class SlackSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    webhook_url: str = Field("", title="Webhook address")
    channel: str = ""
    is_on_trip_converted: bool = Field(True, title="New bookings")

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
