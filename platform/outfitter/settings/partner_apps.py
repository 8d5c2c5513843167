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
# Setting -> the environment variable of its address, and what it must be in production.
_BASES: Final = {
    "SLACK": ("SLACK_API_BASE", SLACK_BASE),
    "MAILCHIMP": ("MAILCHIMP_LOGIN_BASE", MAILCHIMP_BASE),
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
