"""Which audience guests join, and how."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from outfitter.sdk import TenantContext

SLUG: Final = "mailchimp"
HELP: Final = {
    "audience_id": "Guests who want news are added to it. Others never are.",
    "is_double_opt_in": "Mailchimp asks new subscribers to confirm by email first.",
    "is_tagged": "Subscribers get the names of the experiences they booked as tags.",
}


class MailchimpSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    audience_id: str = Field("", title="Audience", pattern="^([A-Za-z0-9]{1,40})?$")
    is_double_opt_in: bool = Field(False, title="Confirm new subscribers")
    is_tagged: bool = Field(True, title="Tag by experience")


def settings_of(ctx: TenantContext) -> MailchimpSettings:
    """Return an operator's settings; they were checked when they were saved."""
    return MailchimpSettings.model_construct(**ctx.config)
