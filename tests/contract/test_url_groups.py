"""Addresses in groups: every route is found where it stood in the plain list, with the same values."""

import re
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, URLPattern, URLResolver, path, re_path
from django.urls.resolvers import RegexPattern

from outfitter.api.routers import tenant_api
from outfitter.api.url_groups import grouped

pytestmark = pytest.mark.rules


def _root(patterns: list[URLPattern | URLResolver]) -> URLResolver:
    return URLResolver(RegexPattern(r"^/"), patterns)  # type: ignore[arg-type]


def _addresses(patterns: list[URLPattern]) -> Iterator[str]:
    """Yield an address of each route, and two that are none."""
    for one in patterns:
        route = str(one.pattern)
        yield "/" + re.sub(r"<(?:int:)?\w+>", "7", re.sub(r"<uuid:\w+>", "0" * 32, route))
        yield f"/{route}/more"
        yield f"/{route[:-1]}"


def _found(root: URLResolver, address: str) -> object:
    try:
        match = root.resolve(address)
    except Resolver404:
        return None
    return match.func, match.args, match.kwargs, match.route, match.url_name


def test_every_route_is_found_as_before() -> None:
    plain, _, _ = tenant_api().urls
    before, now = _root(plain), _root(grouped(plain))
    addresses = list(_addresses(plain))
    assert len(addresses) > 1000
    assert sum(_found(before, one) is not None for one in addresses) >= len(plain)
    for address in addresses:
        assert _found(now, address) == _found(before, address)


def test_few_patterns_are_asked() -> None:
    plain, _, _ = tenant_api().urls
    assert len(grouped(plain)) < 30
    assert len(plain) > 500


def _view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_what_may_match_the_same_keeps_its_place() -> None:
    patterns: list[URLPattern | URLResolver] = [
        path("a/first", _view, name="first"),
        path("<str:any>/second", _view, name="second"),
        path("a/second", _view, name="never"),
        path("a/<str:any>", _view, name="any"),
        re_path("^b/", _view, name="b"),
        path("b/third", _view, name="never"),
        path("a", _view, name="alone"),
    ]
    root = _root(grouped(patterns))
    names = ["a/first", "a/second", "a/other", "b/third", "a"]
    assert [root.resolve(f"/{one}").url_name for one in names] == ["first", "second", "any", "b", "alone"]
