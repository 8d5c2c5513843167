"""The mailbox as pages and as JSON. Mails are strangers' content: shown in a sandbox only."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import Context, Engine
from django.utils.crypto import get_random_string
from django.utils.dateparse import parse_datetime
from django.utils.http import content_disposition_header
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from outfitter.devtools import mailbox as box

SANDBOX: Final = "allow-popups allow-popups-to-escape-sandbox"
_NEW_TAB: Final = '<base target="_blank">'


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """Show the list, with the newest mail open beside it where there is room."""
    return _page(wanted=_wanted(request), opened=None)


@require_safe
def messages(request: HttpRequest) -> HttpResponse:
    """Return the mails as JSON, newest first; `?to=` keeps those to a matching address."""
    return JsonResponse([_public(item) for item in _filtered(_wanted(request))], safe=False)


@csrf_exempt
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Keep a mail that a stand-in for a mail provider was given; no page of a browser may."""
    if "Sec-Fetch-Site" in request.headers or request.content_type != "message/rfc822":
        return HttpResponse(status=403)
    mail_id = box.keep_raw(request.body)
    box.prune()
    return HttpResponse(mail_id, content_type="text/plain")


@require_safe
def mail(request: HttpRequest, mail_id: str) -> HttpResponse:
    """Show one mail, with the list beside it where there is room."""
    return _page(wanted=_wanted(request), opened=box.get_mail(mail_id))


@require_safe
def html(request: HttpRequest, mail_id: str) -> HttpResponse:
    """Return a mail's HTML body, locked up: no scripts, no forms, links open a new tab."""
    body = box.get_mail(mail_id)["html"]
    response = HttpResponse(_with_base(body))
    response["Content-Security-Policy"] = (
        f"sandbox {SANDBOX}; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; "
        "font-src *; frame-ancestors 'self'"
    )
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


@require_safe
def source(request: HttpRequest, mail_id: str) -> HttpResponse:
    """Return a mail as it would have been sent."""
    response = HttpResponse(box.get_source(mail_id), content_type="text/plain; charset=utf-8")
    return _as_file(response, f"{mail_id}.eml", is_attachment=False)


@require_safe
def attachment(request: HttpRequest, mail_id: str, index: int, name: str) -> HttpResponse:
    """Return one attachment as a download."""
    real_name, kind, content = box.get_attachment(mail_id, index)
    return _as_file(HttpResponse(content, content_type=kind), real_name, is_attachment=True)


def _as_file(response: HttpResponse, name: str, *, is_attachment: bool) -> HttpResponse:
    response["Content-Disposition"] = (
        content_disposition_header(as_attachment=is_attachment, filename=name) or "attachment"
    )
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _wanted(request: HttpRequest) -> str:
    return request.GET.get("to", "").strip().lower()


def _filtered(wanted: str) -> list[dict[str, Any]]:
    return [item for item in box.list_mails() if _is_to(item, wanted)]


def _is_to(item: dict[str, Any], wanted: str) -> bool:
    everyone = [*item["to"], *item["cc"], *item["bcc"]]
    return not wanted or any(wanted in address.lower() for address in everyone)


def _public(item: dict[str, Any]) -> dict[str, Any]:
    files = [
        {**each, "url": f"/_dev/mail/messages/{item['id']}/attachments/{n}/{_safe(each['name'])}"}
        for n, each in enumerate(item["attachments"])
    ]
    return {**item, "attachments": files}


def _safe(name: str) -> str:
    return quote(name.replace("/", "_").replace("\\", "_"), safe="")


def _with_base(body: str) -> str:
    lowered = body.lower()
    place = lowered.find("<head>")
    if place < 0:
        return _NEW_TAB + body
    return body[: place + 6] + _NEW_TAB + body[place + 6 :]


def _page(*, wanted: str, opened: dict[str, Any] | None) -> HttpResponse:
    mails = [_shown(item) for item in _filtered(wanted)]
    nonce = get_random_string(22)
    context = {
        "mails": mails,
        "opened": _shown(opened) if opened else None,
        "beside": None if opened or not mails else mails[0],
        "wanted": wanted,
        "query": f"?to={quote(wanted)}" if wanted else "",
        "newest": mails[0]["id"] if mails else "",
        "nonce": nonce,
        "sandbox": SANDBOX,
    }
    response = HttpResponse(_template().render(Context(context)))
    response["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; "
        "connect-src 'self'; frame-src 'self'; img-src 'self' data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    response["Cache-Control"] = "no-store"
    return response


def _shown(item: dict[str, Any]) -> dict[str, Any]:
    at = parse_datetime(item["sent_at"])
    snippet = " ".join(item["text"].split())[:140]
    return {**_public(item), "at": at, "snippet": snippet, "day": f"{at:%a %d %b}" if at else ""}


@lru_cache(maxsize=1)
def _template() -> Any:
    # The package is no Django app, so its template has an engine of its own; it escapes by default.
    folder = Path(__file__).parent / "templates"
    return Engine(dirs=[str(folder)], autoescape=True).get_template("mailbox.html")
