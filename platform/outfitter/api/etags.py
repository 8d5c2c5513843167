"""Answers that are asked for again and again and seldom change: an ETag saves sending them."""

import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

_FLAG = "outfitter_wants_etag"


def keep_by_etag(request: HttpRequest, *, tag: str = "") -> None:
    """
    Let this answer carry an ETag: who has it already is not sent it again (RFC 9110 13.1).

    `tag` says what the answer is the same as; without one its bytes do.
    """
    setattr(request, _FLAG, tag or True)


def has_answer(request: HttpRequest, *, tag: str) -> bool:
    """
    Return whether who asks has the answer of this tag already; whatever is answered then is not sent.

    For answers whose tag is known before they are made. The tag is kept as by `keep_by_etag`.
    """
    keep_by_etag(request, tag=tag)
    return _is_known(request, _weak(tag))


def _weak(tag: str) -> str:
    # Weak: a proxy that compresses the answer may keep it.
    return f'W/"{tag}"'


def _is_known(request: HttpRequest, etag: str) -> bool:
    return etag in parse_etags(request.headers.get("If-None-Match", ""))


class EtagMiddleware:
    """Gives flagged answers an ETag, and 304 to who has it already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        tag = getattr(request, _FLAG, False)
        if not tag or response.status_code != 200:
            return response
        digest = str(tag)
        if tag is True:
            digest = hashlib.blake2b(response.content, digest_size=12).hexdigest()
        etag = _weak(digest)
        if _is_known(request, etag):
            fresh = HttpResponse(status=304)
            fresh.cookies = response.cookies
            response = fresh
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Cookie"])
        return response
