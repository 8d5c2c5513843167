"""An operator's account at Twilio, and who its texts come from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import phonenumbers
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from outfitter.sdk import TextTemplate
from outfitter_twilio.addresses import channel_of, number_of

SECRET: Final = ("auth_token",)
HELP: Final = {
    "account_sid": "From the Twilio console: Account SID (AC...).",
    "auth_token": "The auth token of the same account. It also proves that news comes from Twilio.",
    "sender": "Your Twilio number, such as +13055550100. Leave it empty with a messaging service.",
    "country_senders": "Other numbers by country, such as +447700900123=GB, one on each line.",
    "messaging_service_sid": "A messaging service (MG...) chooses the number for each country.",
    "whatsapp_sender": "Your WhatsApp sender at Twilio. Leave it empty to send no WhatsApp messages.",
    "whatsapp_templates": (
        "Approved texts for your templates, such as reminder_day=HX..., one on each line. "
        "Add the language if there is one text for each: reminder_day/es=HX..."
    ),
}
_ACCOUNT: Final = re.compile(r"AC[0-9a-f]{32}")
_CONTENT: Final = re.compile(r"HX[0-9a-f]{32}")
_TEMPLATE: Final = re.compile(r"([a-z][a-z0-9_]*|[1-9][0-9]*)(?:/([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?))?")
_NUMBER: Final = re.compile(r"\+[1-9][0-9]{6,14}")
_SERVICE: Final = re.compile(r"MG[0-9a-f]{32}")
# A number, or a name where countries allow one: guests cannot answer a name.
_SENDER: Final = re.compile(r"\+[1-9][0-9]{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}")


class TwilioSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    account_sid: str = Field("", title="Account SID")
    auth_token: str = Field("", title="Auth token")
    sender: str = Field("", title="Phone number")
    country_senders: str = Field("", max_length=2000, title="Numbers by country")
    messaging_service_sid: str = Field("", title="Messaging service SID")
    whatsapp_sender: str = Field("", title="WhatsApp number")
    whatsapp_templates: str = Field("", max_length=10_000, title="Approved WhatsApp texts")

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

    @field_validator("country_senders")
    @classmethod
    def _are_senders(cls, value: str) -> str:
        return "\n".join(f"{sender}={country}" for country, sender in _senders(value).items())

    @field_validator("whatsapp_sender")
    @classmethod
    def _is_whatsapp_number(cls, value: str) -> str:
        compact = re.sub(r"[\s().-]", "", number_of(value))
        if compact and not _NUMBER.fullmatch(compact):
            raise ValueError("Enter a number with + and country code, such as +13055550100.")
        return compact

    @field_validator("whatsapp_templates")
    @classmethod
    def _are_templates(cls, value: str) -> str:
        return "\n".join(f"{name}={content}" for name, content in _templates(value).items())

    @model_validator(mode="after")
    def _belong_together(self) -> "TwilioSettings":
        if bool(self.account_sid) != bool(self.auth_token):
            raise ValueError("Enter both the account SID and the auth token, or neither.")
        if self.account_sid and not (self.sender or self.messaging_service_sid):
            raise ValueError("Enter a phone number or a messaging service.")
        return self


def _senders(text: str) -> dict[str, str]:
    """Return the sender of each country (ISO 3166) in "+447700900123=GB", separated by lines or commas."""
    found: dict[str, str] = {}
    for line in filter(None, (part.strip() for part in re.split(r"[\n,;]", text))):
        number, _, country = (part.strip() for part in line.partition("="))
        compact = re.sub(r"[\s().-]", "", number) if number.startswith("+") else number
        country = country.upper()
        if not _SENDER.fullmatch(compact) or country not in phonenumbers.SUPPORTED_REGIONS:
            raise ValueError("Enter a number and a country on each line, such as +447700900123=GB.")
        if country in found:
            raise ValueError(f"There are two numbers for {country}.")
        found[country] = compact
    return found


def _templates(text: str) -> dict[str, str]:
    """Return the approved text for each template in "reminder_day/es=HX...", by template and language."""
    found: dict[str, str] = {}
    for line in filter(None, (part.strip() for part in re.split(r"[\n,;]", text))):
        name, _, content = (part.strip() for part in line.partition("="))
        if not _TEMPLATE.fullmatch(name) or not _CONTENT.fullmatch(content):
            raise ValueError("Enter a template and a content SID on each line, such as reminder_day=HX...")
        if name in found:
            raise ValueError(f"There are two texts for {name}.")
        found[name] = content
    return found


@dataclass(frozen=True, slots=True)
class Account:
    """The account that texts go through; the token is not shown where an account is logged."""

    sid: str
    token: str
    sender: str
    service: str
    country_senders: Mapping[str, str] = field(default_factory=dict)
    whatsapp: str = ""
    approved: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return the account without its secret."""
        return f"Account({self.sid!r})"

    @property
    def is_ready(self) -> bool:
        """Whether texts can go through it."""
        return bool(self.sid and self.token and (self.sender or self.service))

    def sender_to(self, phone: str) -> str:
        """Return who a text to a number (E.164) comes from: its country's number, else the first one."""
        try:
            country = phonenumbers.region_code_for_number(phonenumbers.parse(phone))
        except phonenumbers.NumberParseException:
            return self.sender
        return self.country_senders.get(country or "", self.sender)

    def owns(self, address: str) -> bool:
        """Return whether an address, as Twilio writes it, is one that this account's texts come from."""
        number = number_of(address)
        if channel_of(address) == "whatsapp":
            return bool(number) and number == self.whatsapp
        return bool(number) and number in {self.sender, *self.country_senders.values()}

    def approved_id(self, template: TextTemplate) -> str:
        """Return the content SID for a template: that of its language, else the one for all of them."""
        names = [name for name in (template.slug, str(template.id)) if name]
        languages = (f"/{template.locale}", f"/{template.locale.split('-')[0]}", "")
        wanted = [f"{name}{language}" for language in languages for name in names]
        return next((self.approved[one] for one in wanted if one in self.approved), "")


def account_of(config: Mapping[str, Any]) -> Account:
    """Return the account in an operator's settings; in development the stand-in's where there is none."""
    from django.conf import settings

    own = TwilioSettings.model_construct(
        **{name: config.get(name, "") for name in TwilioSettings.model_fields}
    )
    whatsapp, approved = own.whatsapp_sender, _templates(own.whatsapp_templates)
    if own.account_sid:
        return Account(
            own.account_sid,
            own.auth_token,
            own.sender,
            own.messaging_service_sid,
            _senders(own.country_senders),
            whatsapp,
            approved,
        )
    stand_in = getattr(settings, "TWILIO", {})
    sid, token = stand_in.get("account_sid", ""), stand_in.get("auth_token", "")
    return Account(sid, token, stand_in.get("sender", ""), "", {}, whatsapp, approved)
