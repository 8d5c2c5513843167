"""An operator's account at Amazon, who its mail comes from, and whose news of it count."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

SECRET: Final = ("secret_access_key",)
HELP: Final = {
    "region": "Where your SES account is, such as us-east-1.",
    "access_key_id": "From an IAM user that can send with SES (AKIA...).",
    "secret_access_key": "The secret access key that belongs to it.",
    "from_address": "An address that SES has verified, or any address at a verified domain.",
    "configuration_set": "Leave empty if you don't use one.",
    "topic_arn": "The SNS topic that bounces and complaints go to. Notices of other topics are refused.",
    "per_second": "Your account's maximum send rate, from the SES console.",
}
_REGION: Final = re.compile(r"[a-z]{2}(-[a-z]+)+-\d")
_KEY: Final = re.compile(r"[A-Z0-9]{16,128}")
_ADDRESS: Final = re.compile(r"[^@\s<>\"]+@[^@\s<>\"]+\.[^@\s<>\"]+")
_SET: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
TOPIC: Final = re.compile(r"arn:aws[a-z-]*:sns:(?P<region>[a-z0-9-]+):\d{12}:[A-Za-z0-9_-]{1,256}(\.fifo)?")
# What the development stand-in publishes to.
_STAND_IN_TOPIC: Final = "arn:aws:sns:us-east-1:000000000000:outfitter"


class SesSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    region: str = Field("", title="Region")
    access_key_id: str = Field("", title="Access key ID")
    secret_access_key: str = Field("", title="Secret access key")
    from_address: str = Field("", title="Sender address")
    configuration_set: str = Field("", title="Configuration set")
    topic_arn: str = Field("", title="SNS topic ARN")
    per_second: int = Field(10, ge=1, le=1000, title="Emails per second")

    @field_validator("region")
    @classmethod
    def _is_region(cls, value: str) -> str:
        if value and not _REGION.fullmatch(value):
            raise ValueError("A region looks like us-east-1.")
        return value

    @field_validator("access_key_id")
    @classmethod
    def _is_key(cls, value: str) -> str:
        if value and not _KEY.fullmatch(value):
            raise ValueError("An access key ID is 16 or more capital letters and digits.")
        return value

    @field_validator("from_address")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if value and not _ADDRESS.fullmatch(value):
            raise ValueError("Enter an email address without a name.")
        return value

    @field_validator("configuration_set")
    @classmethod
    def _is_set(cls, value: str) -> str:
        if value and not _SET.fullmatch(value):
            raise ValueError("A configuration set's name has letters, digits, - and _ only.")
        return value

    @field_validator("topic_arn")
    @classmethod
    def _is_topic(cls, value: str) -> str:
        if value and not TOPIC.fullmatch(value):
            raise ValueError("A topic ARN looks like arn:aws:sns:us-east-1:123456789012:name.")
        return value

    @model_validator(mode="after")
    def _belong_together(self) -> "SesSettings":
        if bool(self.access_key_id) != bool(self.secret_access_key):
            raise ValueError("Enter both the access key ID and the secret access key, or neither.")
        if self.access_key_id and not (self.region and self.from_address):
            raise ValueError("Enter the region and the sender address.")
        return self


@dataclass(frozen=True, slots=True)
class Account:
    """The account that mail goes through; the secret is not shown where an account is logged."""

    region: str
    key_id: str
    secret: str
    sender: str
    configuration_set: str
    topic_arn: str
    per_second: int

    def __repr__(self) -> str:
        """Return the account without its secret."""
        return f"Account({self.key_id!r}, {self.region!r})"

    @property
    def is_ready(self) -> bool:
        """Whether mail can go through it."""
        return bool(self.region and self.key_id and self.secret and self.sender)


def account_of(config: Mapping[str, Any]) -> Account:
    """Return the account in an operator's settings; in development the stand-in's where there is none."""
    from django.conf import settings

    own = SesSettings.model_construct(
        **{name: config.get(name, one.default) for name, one in SesSettings.model_fields.items()}
    )
    if own.access_key_id:
        return Account(
            own.region,
            own.access_key_id,
            own.secret_access_key,
            own.from_address,
            own.configuration_set,
            own.topic_arn,
            own.per_second,
        )
    stand_in = getattr(settings, "SES", {})
    key_id = stand_in.get("access_key_id", "")
    return Account(
        "us-east-1" if key_id else "",
        key_id,
        stand_in.get("secret_access_key", ""),
        stand_in.get("sender", ""),
        "",
        _STAND_IN_TOPIC if key_id else "",
        own.per_second,
    )


def api_base() -> str:
    """Return the address that stands for Amazon's in development, "" for Amazon's own."""
    from django.conf import settings

    return str(getattr(settings, "SES", {}).get("api_base", ""))
