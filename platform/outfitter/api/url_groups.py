"""Addresses in groups by their first parts: a request is compared with those of its group alone."""

from collections.abc import Iterable
from itertools import groupby

from django.urls import URLPattern, URLResolver
from django.urls.resolvers import RoutePattern

Pattern = URLPattern | URLResolver
# Hundreds of routes begin with the same word; two words leave a handful in each group.
LEVELS = 2


def grouped(patterns: Iterable[Pattern], *, levels: int = LEVELS) -> list[Pattern]:
    """
    Return the same addresses as a tree by their first parts; what matches is the same, and sooner found.

    Only neighbors whose first part is plain text are taken together, so that no address comes
    before one that stood before it and may match the same.
    """
    found: list[Pattern] = []
    for is_plain, run in groupby(patterns, key=lambda one: _head(one) is not None):
        if not is_plain or levels == 0:
            found += run
            continue
        groups: dict[str, list[Pattern]] = {}
        for one in run:
            groups.setdefault(_head(one) or "", []).append(one)
        for head, members in groups.items():
            found += members if len(members) == 1 else [_group(head, members, levels - 1)]
    return found


def _head(pattern: Pattern) -> str | None:
    """Return the first part of an address with its slash, None where it is no plain text or all there is."""
    if not isinstance(pattern, URLPattern) or type(pattern.pattern) is not RoutePattern:
        return None
    head, slash, rest = str(pattern.pattern).partition("/")
    return f"{head}/" if slash and rest and "<" not in head else None


def _group(head: str, members: list[Pattern], levels: int) -> URLResolver:
    inner = [_without(head, one) for one in members if isinstance(one, URLPattern)]
    return URLResolver(RoutePattern(head, is_endpoint=False), grouped(inner, levels=levels))


def _without(head: str, one: URLPattern) -> URLPattern:
    rest = str(one.pattern)[len(head) :]
    pattern = RoutePattern(rest, name=one.name, is_endpoint=True)
    return URLPattern(pattern, one.callback, one.default_args, one.name)
