"""
The apps that this deployment has at partners whose accounts operators connect (OAuth).

Without a client id the button to connect is not shown. Another address than the partner's own is a
stand-in's: development alone.
"""

from collections.abc import Mapping
from typing import Final

from outfitter.settings import env

SLACK_BASE: Final = "https://slack.com"
MAILCHIMP_BASE: Final = "https://login.mailchimp.com"
CALLRAIL_BASE: Final = "https://api.callrail.com"
DIALPAD_BASE: Final = "https://dialpad.com"
HUBSPOT_BASE: Final = "https://api.hubapi.com"
# Setting -> the environment variable of its address, and what it must be in production.
_BASES: Final = {
    "SLACK": ("SLACK_API_BASE", SLACK_BASE),
    "MAILCHIMP": ("MAILCHIMP_LOGIN_BASE", MAILCHIMP_BASE),
    "CALLRAIL": ("CALLRAIL_API_BASE", CALLRAIL_BASE),
    "DIALPAD": ("DIALPAD_API_BASE", DIALPAD_BASE),
    "HUBSPOT": ("HUBSPOT_API_BASE", HUBSPOT_BASE),
}


def slack() -> dict[str, str]:
    """Return `settings.SLACK`; ids and secrets are empty where there is no app."""
    return {
        "api_base": env.text("SLACK_API_BASE", SLACK_BASE),
        "client_id": env.text("SLACK_CLIENT_ID", ""),
        "client_secret": env.text("SLACK_CLIENT_SECRET", ""),
        "signing_secret": env.text("SLACK_SIGNING_SECRET", ""),
    }


def mailchimp() -> dict[str, str]:
    """Return `settings.MAILCHIMP`; id and secret are empty where there is no app."""
    return {
        "api_base": env.text("MAILCHIMP_LOGIN_BASE", MAILCHIMP_BASE),
        "client_id": env.text("MAILCHIMP_CLIENT_ID", ""),
        "client_secret": env.text("MAILCHIMP_CLIENT_SECRET", ""),
    }


def callrail() -> dict[str, str]:
    """Return `settings.CALLRAIL`: operators bring accounts of their own, a stand-in has one for all."""
    found = {"api_base": env.text("CALLRAIL_API_BASE", CALLRAIL_BASE)}
    if found["api_base"] == CALLRAIL_BASE:
        return found
    names = ("account_id", "api_key", "signing_key")
    return found | {name: env.text(f"CALLRAIL_{name.upper()}", "") for name in names}


def dialpad() -> dict[str, str]:
    """Return `settings.DIALPAD`: operators bring accounts of their own, a stand-in has one for all."""
    found = {"api_base": env.text("DIALPAD_API_BASE", DIALPAD_BASE)}
    if found["api_base"] == DIALPAD_BASE:
        return found
    return found | {name: env.text(f"DIALPAD_{name.upper()}", "") for name in ("api_key", "secret")}


def hubspot() -> dict[str, str]:
    """Return `settings.HUBSPOT`: where it is; whoever hosts connects an account at the platform's desk."""
    return {"api_base": env.text("HUBSPOT_API_BASE", HUBSPOT_BASE)}


def require_genuine(apps: Mapping[str, Mapping[str, str]]) -> None:
    """
    Check that no app is at a stand-in.

    :raises BadSetting: an address is not the partner's own
    """
    for name, app in apps.items():
        variable, genuine = _BASES[name]
        if app["api_base"] != genuine:
            raise env.BadSetting(f"{variable} must be {genuine} in production")


def require_none(stand_ins: Mapping[str, str]) -> None:
    """
    Check that no stand-in is named, by the variable of its address.

    :raises BadSetting: there is one
    """
    for variable, address in stand_ins.items():
        if address:
            raise env.BadSetting(f"{variable} is for development; operators bring their own accounts")
