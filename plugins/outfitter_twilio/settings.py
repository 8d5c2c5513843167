"""An operator's account at Twilio, and who its texts come from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

SECRET: Final = ("auth_token",)
HELP: Final = {
    "account_sid": "From the Twilio console: Account SID (AC...).",
    "auth_token": "The auth token of the same account. It also proves that news comes from Twilio.",
    "sender": "Your Twilio number, such as +13055550100. Leave it empty with a messaging service.",
    "messaging_service_sid": "A messaging service (MG...) chooses the number for each country.",
}
_ACCOUNT: Final = re.compile(r"AC[0-9a-f]{32}")
_SERVICE: Final = re.compile(r"MG[0-9a-f]{32}")
# A number, or a name where countries allow one: guests cannot answer a name.
_SENDER: Final = re.compile(r"\+[1-9][0-9]{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}")


class TwilioSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    account_sid: str = Field("", title="Account SID")
    auth_token: str = Field("", title="Auth token")
    sender: str = Field("", title="Phone number")
    messaging_service_sid: str = Field("", title="Messaging service SID")

    @field_validator("account_sid")
    @classmethod
    def _is_account(cls, value: str) -> str:
        if value and not _ACCOUNT.fullmatch(value):
            raise ValueError("An account SID is AC and 32 digits or letters from a to f.")
        return value

    @field_validator("messaging_service_sid")
    @classmethod
    def _is_service(cls, value: str) -> str:
        if value and not _SERVICE.fullmatch(value):
            raise ValueError("A messaging service SID is MG and 32 digits or letters from a to f.")
        return value

    @field_validator("sender")
    @classmethod
    def _is_sender(cls, value: str) -> str:
        compact = re.sub(r"[\s().-]", "", value) if value.startswith("+") else value
        if compact and not _SENDER.fullmatch(compact):
            raise ValueError("Enter a number with + and country code, such as +13055550100.")
        return compact

    @model_validator(mode="after")
    def _belong_together(self) -> "TwilioSettings":
        if bool(self.account_sid) != bool(self.auth_token):
            raise ValueError("Enter both the account SID and the auth token, or neither.")
        if self.account_sid and not (self.sender or self.messaging_service_sid):
            raise ValueError("Enter a phone number or a messaging service.")
        return self


@dataclass(frozen=True, slots=True)
class Account:
    """The account that texts go through; the token is not shown where an account is logged."""

    sid: str
    token: str
    sender: str
    service: str

    def __repr__(self) -> str:
        """Return the account without its secret."""
        return f"Account({self.sid!r})"

    @property
    def is_ready(self) -> bool:
        """Whether texts can go through it."""
        return bool(self.sid and self.token and (self.sender or self.service))


def account_of(config: Mapping[str, Any]) -> Account:
    """Return the account in an operator's settings; in development the stand-in's where there is none."""
    from django.conf import settings

    own = TwilioSettings.model_construct(
        **{name: config.get(name, "") for name in TwilioSettings.model_fields}
    )
    if own.account_sid:
        return Account(own.account_sid, own.auth_token, own.sender, own.messaging_service_sid)
    stand_in = getattr(settings, "TWILIO", {})
    return Account(
        stand_in.get("account_sid", ""), stand_in.get("auth_token", ""), stand_in.get("sender", ""), ""
    )
