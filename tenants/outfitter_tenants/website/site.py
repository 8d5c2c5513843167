"""Whose pages these are, who reads them, and where each of them is found."""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from django.http import HttpRequest

from outfitter.accounts import business_profile
from outfitter.accounts.business_profile import BusinessRow
from outfitter.accounts.request_origin import origin_of
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kit.account_states import sells
from outfitter.kit.locales import match_language
from outfitter_tenants.calendar.theme import look_of, theme_of
from outfitter_tenants.embeds.theme_cache import stored_look
from outfitter_tenants.messaging.translations import language
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.queries import PropertiesRow
from outfitter_tenants.website.reader import Reader, languages, negotiated

# What a declaration of a look consists of; nothing that could end it, or the style it stands in.
_DECLARED: Final = re.compile(r"--[a-z-]+:[\w #().,'%-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Site:
    """
    An operator's public pages as one reader gets them.

    `own` is the operator's language; `prefix` stands before addresses where the reader named a
    language ("/de"), and is "" where the browser decided. `path` is the page's address without it.
    `style` declares the operator's look; `theme` is "light", "dark" or "" as the system.
    `today` is the operator's local day.
    """

    name: str
    origin: str
    path: str
    prefix: str
    own: str
    reader: Reader
    properties: PropertiesRow
    business: BusinessRow
    style: str
    theme: str
    is_selling: bool
    today: date

    def link(self, path: str, code: str | None = None) -> str:
        """Return the address of a page, in the reader's way of saying the language or in another one."""
        prefix = self.prefix if code is None else f"/{code}"
        return (prefix + ("" if path == "/" else path)) or "/"

    def absolute(self, path: str) -> str:
        """Return a whole address; one that is whole already stays."""
        return path if "://" in path else self.origin + path

    def canonical(self, told: Iterable[str]) -> str:
        """Return the one address of this page among its languages; `told` are those it is written in."""
        code = self.reader.code
        is_own = code == self.own or code not in self._ours(told)
        return self.absolute(self.path if is_own else self.link(self.path, code))

    def alternates(self, told: Iterable[str]) -> list[tuple[str, str]]:
        """Return the languages a page is written in with its addresses; none where it is one alone."""
        others = sorted(self._ours(told) - {self.own})
        if not others:
            return []
        own = self.absolute(self.path)
        named = [(code, self.absolute(self.link(self.path, code))) for code in others]
        return [(self.own, own), *named, ("x-default", own)]

    @property
    def phone(self) -> str:
        """Return the number guests call, "" for none."""
        return self.properties.ecom_phone_number or self.business.phone

    @property
    def style_source(self) -> str:
        """Return the source of exactly this style, as a policy names it (CSP 3, 2.3.1)."""
        return f"'sha256-{base64.b64encode(hashlib.sha256(self.style.encode()).digest()).decode()}'"

    def _ours(self, told: Iterable[str]) -> set[str]:
        found = (match_language(tag, frozenset(languages())) for tag in told)
        return {self.own, *(one for one in found if one)}


def site_of(request: HttpRequest, *, path: str, code: str | None, at: datetime) -> Site:
    """Return the operator's site; `code` is the language its address names, None for the browser's."""
    code = language(code) if code else None
    properties = people.get_properties()
    tenant = request.tenant  # type: ignore[attr-defined]
    stored = stored_look()
    look = look_of({}, properties.brand_color, stored)
    declared = (f"{name}:{value}" for name, value in look.items())
    own = language(properties.locale)
    spoken = code or negotiated(request, own=own)
    return Site(
        name=tenant.name,
        origin=origin_of(request).origin,
        path=path,
        prefix=f"/{code}" if code else "",
        own=own,
        reader=Reader.of(spoken, operator_locale=properties.locale, currency=properties.currency),
        properties=properties,
        business=business_profile.get_business(schema_name=current_schema()),
        style=f":root{{{';'.join(one for one in declared if _DECLARED.fullmatch(one))}}}",
        theme=theme_of({}, stored),
        is_selling=sells(tenant.status) and tenant.sales_stopped_at is None,
        today=zones.local_day(at, properties.time_zone),
    )


def at_path(site: Site, path: str) -> Site:
    """Return the same site on another of its pages."""
    return replace(site, path=path)
