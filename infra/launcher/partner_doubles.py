"""
The stand-ins for partners that operators have accounts at: one row each.

A stand-in is used when nobody names another address of the partner, and never in production.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from launcher import preflight

PRODUCTION: Final = ".prod"


@dataclass(frozen=True, slots=True)
class Double:
    """One stand-in: its module, the variable of its address, and what it and the product share."""

    name: str
    module: str
    base: str
    # Variable -> option of the stand-in; their values are made up and open to everybody here.
    shared: Mapping[str, str]
    # Variables that would mean a real app at the partner.
    real: str
    wants_product: bool = False
    # What follows the host in the address.
    path: str = ""


DOUBLES: Final = (
    Double(
        "slack",
        "slack_double",
        "SLACK_API_BASE",
        {
            "SLACK_CLIENT_ID": "--client-id",
            "SLACK_CLIENT_SECRET": "--client-secret",
            "SLACK_SIGNING_SECRET": "--signing-secret",
        },
        "SLACK_CLIENT_ID",
        wants_product=True,
    ),
    Double(
        "mailchimp",
        "mailchimp_double",
        "MAILCHIMP_LOGIN_BASE",
        {"MAILCHIMP_CLIENT_ID": "--client-id", "MAILCHIMP_CLIENT_SECRET": "--client-secret"},
        "MAILCHIMP_CLIENT_ID",
    ),
    # Whoever hosts pastes its keys at the platform's desk.
    Double(
        "hubspot",
        "hubspot_double",
        "HUBSPOT_API_BASE",
        {"HUBSPOT_TOKEN": "--token", "HUBSPOT_CLIENT_SECRET": "--client-secret"},
        "HUBSPOT_TOKEN",
        wants_product=True,
    ),
    # Operators bring accounts of their own there: nothing of a deployment's is real.
    Double(
        "callrail",
        "callrail_double",
        "CALLRAIL_API_BASE",
        {
            "CALLRAIL_ACCOUNT_ID": "--account-id",
            "CALLRAIL_API_KEY": "--api-key",
            "CALLRAIL_SIGNING_KEY": "--signing-key",
        },
        "CALLRAIL_ACCOUNT_ID",
    ),
    Double(
        "dialpad",
        "dialpad_double",
        "DIALPAD_API_BASE",
        {"DIALPAD_API_KEY": "--api-key", "DIALPAD_SECRET": "--secret"},
        "DIALPAD_API_KEY",
    ),
    Double("assistant", "assistant_double", "ASSISTANT_API_BASE", {}, "", path="/v1"),
    Double("speech", "speech_double", "SPEECH_API_BASE", {}, ""),
)


def is_wanted(double: Double, env: Mapping[str, str]) -> bool:
    """Tell whether a stand-in is needed: no app of one's own, no other address, not production."""
    is_production = env.get("DJANGO_SETTINGS_MODULE", "").endswith(PRODUCTION)
    return not env.get(double.base) and not env.get(double.real) and not is_production


def free_ports(env: Mapping[str, str]) -> dict[str, int]:
    """Return a port for each stand-in that is needed, by its name."""
    return {one.name: preflight.free_port() for one in DOUBLES if is_wanted(one, env)}


def environment(ports: Mapping[str, int], secret: str) -> dict[str, str]:
    """Return what the product has to know of the stand-ins that run; `secret` is this machine's own."""
    found: dict[str, str] = {}
    for one in DOUBLES:
        if one.name in ports:
            found[one.base] = f"http://{preflight.HOST}:{ports[one.name]}{one.path}"
            found |= {
                variable: f"{one.name}-{option[2:]}-{secret}" for variable, option in one.shared.items()
            }
    return found


def arguments(env: Mapping[str, str]) -> dict[str, tuple[int, list[str]]]:
    """Return the port and the arguments of each stand-in that an environment names, by its name."""
    found: dict[str, tuple[int, list[str]]] = {}
    for one in DOUBLES:
        base = env.get(one.base, "")
        if not base.startswith(f"http://{preflight.HOST}:"):
            continue
        port = int(base.removesuffix(one.path).rpartition(":")[2])
        options = [text for variable, option in one.shared.items() for text in (option, env[variable])]
        product = ["--product", f"http://localhost:{env['OUTFITTER_PORT']}"] if one.wants_product else []
        found[one.name] = (port, ["-m", one.module, "--port", str(port), *options, *product])
    return found
