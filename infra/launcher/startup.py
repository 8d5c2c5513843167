"""``./outfitter up`` and ``serve``: from whatever is there to a running product, and back."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

from launcher import application, partner_doubles, preflight
from launcher.commands import publish, say, supervised
from launcher.errors import LauncherError, Stopped
from launcher.paths import PYTHON, ROOT, Var, var_dir
from launcher.startup_jobs import Startup
from launcher.supervisor import Stop


def up(*, is_verbose: bool, env: Mapping[str, str] = os.environ) -> int:
    """Run the product until Ctrl-C; returns the exit code.

    :param env: what the person has set.
    :raises LauncherError: with one clear line when something keeps it from starting.
    """
    began = time.monotonic()
    var = var_dir()
    port = preflight.chosen_port(env)
    stop = Stop()
    stop.listen()
    with supervised(var, stop, is_verbose=is_verbose) as (supervisor, steps):
        try:
            preflight.require_free_port(port)
            require_room(var)
            whole = Startup(var, supervisor, steps, port=port, env=env).run()
        except Stopped:
            say("Stopped.")
            return 130
        publish(var, application_only(whole), url=f"http://localhost:{port}")
        tell = announce_production if application.is_production(whole) else announce
        tell(var, whole, time.monotonic() - began)
        supervisor.run()
        say("Stopping ...")
    say("Everything has stopped. No data is lost: ./outfitter up continues where this ended.")
    return 0


def serve(*, is_verbose: bool) -> int:
    """Run the product for real operators: production settings, no demonstration, no stand-ins.

    :raises LauncherError: with one clear line when something keeps it from starting.
    """
    env = {"DJANGO_SETTINGS_MODULE": application.PRODUCTION, **os.environ}
    if not application.is_production(env):
        raise LauncherError("./outfitter serve is for production settings; use ./outfitter up.")
    return up(is_verbose=is_verbose, env=env)


def require_room(var: Var) -> None:
    """Check that there is room for data, and for what is installed and built.

    :raises LauncherError: when there is not.
    """
    is_first = not PYTHON.exists()
    preflight.require_room(var.base, preflight.LEAST_FREE_MB)
    preflight.require_room(ROOT, preflight.LEAST_FREE_TO_INSTALL_MB if is_first else preflight.LEAST_FREE_MB)


def application_only(env: Mapping[str, str]) -> dict[str, str]:
    """Return the part of an environment that another command needs to reach this product."""
    prefixes = (
        "OUTFITTER_",
        "STRIPE_",
        "TWILIO_",
        "SES_",
        "SLACK_",
        "MAILCHIMP_",
        "HUBSPOT_",
        "CALLRAIL_",
        "DIALPAD_",
        "DJANGO_",
        "DATABASE_",
        "REDIS_",
    )
    return {key: value for key, value in env.items() if key.startswith(prefixes)}


def announce(var: Var, env: Mapping[str, str], seconds: float) -> None:
    """Print where everything is and how to sign in."""
    port = env["OUTFITTER_PORT"]
    say()
    say(f"Outfitter is running (ready in {seconds:.1f} s).")
    say()
    say(f"  {'sign up':<12} http://localhost:{port}/signup")
    for line in application.logins(var):
        say(line)
    say(f"  {'mailbox':<12} http://localhost:{port}/_dev/mail")
    if "STRIPE_API_BASE" in env:
        say(f"  {'payments':<12} Stripe stand-in; set STRIPE_SECRET_KEY to talk to Stripe")
    if "TWILIO_API_BASE" in env:
        say(f"  {'texts':<12} {env['TWILIO_API_BASE']}")
    if "SES_API_BASE" in env:
        say(f"  {'Amazon SES':<12} {env['SES_API_BASE']} (stand-in)")
    for name, (at, _) in partner_doubles.arguments(env).items():
        say(f"  {name:<12} http://{preflight.HOST}:{at}")
    say(f"  {'logs':<12} {_short(var.log)}")
    say()
    say("Ctrl-C stops everything.")


def announce_production(var: Var, env: Mapping[str, str], seconds: float) -> None:
    """Print where a proxy finds the product."""
    say()
    say(f"Outfitter is running (ready in {seconds:.1f} s).")
    say()
    domain = env.get("OUTFITTER_BASE_DOMAIN") or "OUTFITTER_BASE_DOMAIN"
    address = f"http://{preflight.HOST}:{env['OUTFITTER_PORT']}"
    say(f"  {'proxy':<12} {domain} and *.{domain}, with TLS, to {address}")
    say(f"  {'logs':<12} {_short(var.log)}")
    say()
    say("Ctrl-C stops everything.")


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
