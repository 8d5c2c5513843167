"""What is set up for a connection: on our side, and what Harbour gave us."""

from pydantic import BaseModel, ConfigDict, Field


class ConnectionSettings(BaseModel):
    """Shown and changed on the connection's page."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    push_url: str = Field("", max_length=500, title="Where Harbour takes changes")


class Credentials(BaseModel):
    """Stored encrypted, never shown again."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    push_key: str = Field("", max_length=200, title="Key for changes")
