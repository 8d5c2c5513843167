"""What an operator sets up: a key, a list, and how the newsletter signs what it tells us."""

from typing import Final

from outfitter.sdk import TenantContext
from pydantic import BaseModel, ConfigDict, Field

SECRET: Final = ("api_key", "signing_secret")
HELP: Final = {
    "api_key": "From the newsletter: Account, Extras, API keys.",
    "server": "What the key ends in, such as us21.",
    "list_id": "Audience, Settings: the audience's id.",
    "signing_secret": "What you chose when you made the webhook there.",
    "is_double_opt_in": "New subscribers are asked once more by e-mail.",
}


class Settings(BaseModel):
    """The settings form."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    api_key: str = Field("", max_length=100)
    server: str = Field("us1", pattern="^[a-z]{2}[0-9]{1,3}$")
    list_id: str = Field("", max_length=40, pattern="^[a-z0-9]*$")
    signing_secret: str = Field("", max_length=100)
    is_double_opt_in: bool = True


def settings_of(ctx: TenantContext) -> Settings:
    """Return an operator's settings; they were checked when they were saved."""
    return Settings.model_construct(**ctx.config)
