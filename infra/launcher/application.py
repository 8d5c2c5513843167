"""The application's processes and the environment all of them share."""

from __future__ import annotations

import base64
import json
import os
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from launcher import partner_doubles, preflight
from launcher.lock import write_private
from launcher.paths import BIN, INFRA, PYTHON, ROOT, Var
from launcher.servers import Servers, client_programs
from launcher.service import APPLICATION, Service

QUEUES = "default,plugins,mail,provisioning"
DEVELOPMENT = "outfitter.settings.dev"
PRODUCTION = "outfitter.settings.prod"
_SERVER_ERROR = re.compile(r'" 5\d\d |\b(ERROR|CRITICAL|Traceback)\b')


def load_secrets(var: Var) -> dict[str, str]:
    """Return this installation's secrets, made once and kept in a file only its owner reads."""
    path = var.base / "secrets.json"
    kept: dict[str, str] = {}
    if path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
    made = {
        "OUTFITTER_SECRET_KEY": secrets.token_urlsafe(50),
        "OUTFITTER_FIELD_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
        "TWILIO_AUTH_TOKEN": secrets.token_hex(16),
        "SES_SECRET_ACCESS_KEY": secrets.token_hex(20),
    }
    whole = made | kept
    if whole != kept:
        write_private(path, dict(whole))
    return whole


def environment(
    var: Var,
    found: Servers,
    port: int,
    env: Mapping[str, str],
    *,
    double_port: int | None,
    texts_port: int | None = None,
    ses_port: int | None = None,
    partner_ports: Mapping[str, int] | None = None,
) -> dict[str, str]:
    """Return the environment of every process of the application.

    :param found: where the database and the broker are.
    :param port: of the web server.
    :param env: what the person has set; it wins over what is generated.
    :param double_port: of the Stripe stand-in; None talks to Stripe itself.
    :param texts_port: of the Twilio stand-in; None talks to Twilio itself.
    :param ses_port: of the stand-in for Amazon SES; None talks to Amazon itself.
    :param partner_ports: of the stand-ins for partners that accounts are connected to, by their name.
    """
    whole = load_secrets(var) | {
        "DJANGO_SETTINGS_MODULE": DEVELOPMENT,
        "PYTHONUNBUFFERED": "1",
        **env,
        **found.environment(),
        "OUTFITTER_PORT": str(port),
        "OUTFITTER_VAR": str(var.base),
    }
    if double_port is not None:
        whole |= {
            "STRIPE_SECRET_KEY": "sk_test_double",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_double",
            "STRIPE_WEBHOOK_SECRET": load_secrets(var)["STRIPE_WEBHOOK_SECRET"],
            "STRIPE_API_BASE": f"http://{preflight.HOST}:{double_port}",
            "STRIPE_SCRIPT_URL": f"http://{preflight.HOST}:{double_port}/stripe.js",
        }
    if texts_port is not None:
        whole |= {
            "TWILIO_API_BASE": f"http://{preflight.HOST}:{texts_port}",
            "TWILIO_ACCOUNT_SID": f"AC{'0' * 32}",
            "TWILIO_AUTH_TOKEN": load_secrets(var)["TWILIO_AUTH_TOKEN"],
            "TWILIO_SENDER": "+15550100000",
        }
    if ses_port is not None:
        whole |= _ses_environment(var, ses_port)
    whole |= partner_doubles.environment(partner_ports or {}, load_secrets(var)["TWILIO_AUTH_TOKEN"])
    folders = [str(BIN), whole.get("PATH", os.defpath), str(client_programs() or "")]
    whole["PATH"] = os.pathsep.join(folder for folder in folders if folder)
    return whole


def _ses_environment(var: Var, port: int) -> dict[str, str]:
    """Return where the stand-in for Amazon SES is, and its account."""
    return {
        "SES_API_BASE": f"http://{preflight.HOST}:{port}",
        "SES_ACCESS_KEY_ID": "AKIA000000000DOUBLE0",
        "SES_SECRET_ACCESS_KEY": load_secrets(var)["SES_SECRET_ACCESS_KEY"],
        "SES_SENDER": "bookings@outfitter.example",
    }


def is_production(env: Mapping[str, str]) -> bool:
    """Tell whether the product runs for real operators."""
    return env.get("DJANGO_SETTINGS_MODULE", DEVELOPMENT).endswith(".prod")


def wants_double(env: Mapping[str, str]) -> bool:
    """Tell whether the Stripe stand-in is needed: no key of Stripe's, and not production."""
    return not env.get("STRIPE_SECRET_KEY") and not is_production(env)


def wants_texts_double(env: Mapping[str, str]) -> bool:
    """Tell whether the Twilio stand-in is needed: nobody names another Twilio, and not production."""
    return not env.get("TWILIO_API_BASE") and not is_production(env)


def wants_ses_double(env: Mapping[str, str]) -> bool:
    """Tell whether the stand-in for Amazon SES is needed: nobody names another, and not production."""
    return not env.get("SES_API_BASE") and not is_production(env)


def services(var: Var, env: Mapping[str, str]) -> list[Service]:
    """Return the processes of the application, in the order in which they start."""
    made = [_web(env), _worker(env), _beat(var, env)]
    base = env.get("STRIPE_API_BASE", "")
    if base.startswith(f"http://{preflight.HOST}:"):
        made.insert(0, _stripe_double(var, env, int(base.rpartition(":")[2])))
    texts = env.get("TWILIO_API_BASE", "")
    if texts.startswith(f"http://{preflight.HOST}:"):
        made.insert(0, _twilio_double(env, int(texts.rpartition(":")[2])))
    ses = env.get("SES_API_BASE", "")
    if ses.startswith(f"http://{preflight.HOST}:"):
        made.insert(0, _ses_double(env, int(ses.rpartition(":")[2])))
    for name, (at, arguments) in partner_doubles.arguments(env).items():
        made.insert(0, _partner_double(name, at, arguments, env))
    return made


def _web(env: Mapping[str, str]) -> Service:
    port = env["OUTFITTER_PORT"]
    return Service(
        name="web",
        argv=[str(PYTHON), "-m", "outfitter.shield", "--host", preflight.HOST, "--port", port],
        env=env,
        cwd=ROOT,
        stage=APPLICATION,
        is_ready=partial(answers, f"http://{preflight.HOST}:{port}/healthz", f"localhost:{port}"),
        ready_seconds=60.0,
        stop_seconds=5.0,
        is_asked_again=True,
        is_worth_showing=is_server_error,
    )


def _celery(name: str, env: Mapping[str, str], *arguments: str) -> Service:
    return Service(
        name=name,
        argv=[
            *(str(PYTHON), "-m", "celery", "-A", "outfitter.celery:app", *arguments),
            *("--loglevel", env.get("OUTFITTER_LOG_LEVEL") or "WARNING"),
        ],
        env=env,
        cwd=ROOT,
        stage=APPLICATION,
    )


def _worker(env: Mapping[str, str]) -> Service:
    return _celery(
        "worker",
        env,
        "worker",
        "-Q",
        QUEUES,
        "-c",
        "4",
        "--without-gossip",
        "--without-mingle",
        "--max-tasks-per-child",
        "1000",
    )


def _beat(var: Var, env: Mapping[str, str]) -> Service:
    schedule = var.run / "beat-schedule"
    return _celery("beat", env, "beat", "--pidfile=", "-s", str(schedule))


def _twilio_double(env: Mapping[str, str], port: int) -> Service:
    return Service(
        name="twilio",
        argv=[
            *(str(PYTHON), "-m", "twilio_double", "--port", str(port)),
            *("--account", env["TWILIO_ACCOUNT_SID"], "--token", env["TWILIO_AUTH_TOKEN"]),
        ],
        env={**env, "PYTHONPATH": str(INFRA)},
        cwd=ROOT,
        stage=APPLICATION,
        is_ready=partial(answers, f"http://{preflight.HOST}:{port}/healthz", f"{preflight.HOST}:{port}"),
    )


def _ses_double(env: Mapping[str, str], port: int) -> Service:
    arguments = ["-m", "ses_double", "--port", str(port)]
    arguments += ["--key", env["SES_ACCESS_KEY_ID"], "--product", env["OUTFITTER_PORT"]]
    return _partner_double("ses", port, arguments, env)


def _partner_double(name: str, port: int, arguments: list[str], env: Mapping[str, str]) -> Service:
    return Service(
        name=name,
        argv=[str(PYTHON), *arguments],
        env={**env, "PYTHONPATH": str(INFRA)},
        cwd=ROOT,
        stage=APPLICATION,
        is_ready=partial(answers, f"http://{preflight.HOST}:{port}/healthz", f"{preflight.HOST}:{port}"),
    )


def _stripe_double(var: Var, env: Mapping[str, str], port: int) -> Service:
    return Service(
        name="stripe",
        argv=[
            *(str(PYTHON), "-m", "stripe_double", "--port", str(port)),
            *("--webhook-url", f"http://localhost:{env['OUTFITTER_PORT']}/partner/stripe/webhook"),
            *("--webhook-secret", env["STRIPE_WEBHOOK_SECRET"]),
            *("--state", str(var.base / "stripe.json")),
        ],
        env={**env, "PYTHONPATH": str(INFRA)},
        cwd=ROOT,
        stage=APPLICATION,
        is_ready=partial(answers, f"http://{preflight.HOST}:{port}/healthz", f"{preflight.HOST}:{port}"),
    )


def answers(url: str, host: str) -> bool:
    """Tell whether a server answers a health question with 200."""
    request = urllib.request.Request(url, headers={"Host": host})
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=2) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError, ValueError):
        return False


def is_server_error(line: str) -> bool:
    """Tell whether a line of the web server's log is worth a look: it failed, or says ERROR."""
    return bool(_SERVER_ERROR.search(line))


def is_known(var: Var) -> bool:
    """Tell whether the demonstration was filled in before; the first time takes a while."""
    return var.seed.exists()


def logins(var: Var) -> list[str]:
    """Return what to print about the demonstration: one line per login."""
    try:
        seeded = json.loads(var.seed.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    lines = []
    for name, login in seeded.items():
        if isinstance(login, dict) and "url" in login:
            lines.append(f"  {name:<12} {login['url']}")
            if login.get("email"):
                lines.append(f"  {'':<12} {login['email']}  {login.get('password', '')}".rstrip())
    return lines


def manage(*arguments: str) -> list[str]:
    """Return the command line of a management command."""
    return [str(PYTHON), str(Path(ROOT, "platform", "manage.py")), *arguments]
