"""Where an operator's model is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

SECRET: Final = ("api_key",)
HELP: Final = {
    "address": "Where the server's chat completions are, such as https://api.openai.com/v1.",
    "api_key": "From the server's console. Leave it empty if it asks for none.",
    "model": "The model's name at the server.",
}


class ChatSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    address: str = Field("", max_length=300, title="Server address")
    api_key: str = Field("", max_length=500, title="API key", pattern=r"^[\x21-\x7e]*$")
    model: str = Field("", max_length=120, title="Model", pattern=r"^[\x21-\x7e]*$")

    @field_validator("address")
    @classmethod
    def _is_address(cls, value: str) -> str:
        try:
            parts = urlsplit(value)
            is_plain = bool(parts.hostname) and not (parts.username or parts.query or parts.fragment)
        except ValueError:
            is_plain = False
        if value and not (is_plain and value.startswith(("https://", "http://127.0.0.1:"))):
            raise ValueError("Enter an address that begins with https://.")
        return value.rstrip("/")

    @model_validator(mode="after")
    def _belong_together(self) -> "ChatSettings":
        if bool(self.address) != bool(self.model):
            raise ValueError("Enter both the server address and the model, or neither.")
        return self


@dataclass(frozen=True, slots=True)
class Server:
    """A model somewhere; its key is not shown where a server is logged."""

    address: str
    key: str = field(repr=False)
    model: str

    @property
    def is_ready(self) -> bool:
        """Whether it can be asked."""
        return bool(self.address and self.model)


def server_of(config: Mapping[str, Any]) -> Server:
    """Return the server in an operator's settings; in development the stand-in where there is none."""
    from django.conf import settings

    if config.get("address"):
        return Server(config["address"], config.get("api_key", ""), config.get("model", ""))
    stand_in = str(getattr(settings, "ASSISTANT_API_BASE", ""))
    return Server(stand_in, "stand-in-key", "stand-in") if stand_in else Server("", "", "")
