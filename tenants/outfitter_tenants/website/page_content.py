"""What pages say, ready for their templates; what operators wrote is marked safe only where it is cleaned."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.utils.safestring import mark_safe

from outfitter.kit.picture_sizes import parse_tone
from outfitter_tenants.calendar.queries import ExperienceDetails
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.operations.html_sanitizer import clean_html
from outfitter_tenants.catalog.queries import CategoryRow, ImageRow
from outfitter_tenants.catalog.queries.images import key_of
from outfitter_tenants.messaging import reviews
from outfitter_tenants.portal.meeting_places import lines, meeting_place
from outfitter_tenants.website.cancellation_terms import sentences
from outfitter_tenants.website.reader import language_name, languages
from outfitter_tenants.website.site import Site

Context = dict[str, Any]


def frame(site: Site, told: Sequence[str]) -> Context:
    """Return what every page has: who the operator is, how to reach them, its other languages."""
    say, properties = site.reader.say, site.properties
    return {
        "site": site,
        "say": _Words(site),
        "lang": site.reader.code,
        "direction": site.reader.direction,
        "home": site.link("/"),
        "label": properties.label_activity_plural or say("experiences"),
        "logo": properties.logo_url,
        "phone": site.phone,
        "phone_link": "tel:" + re.sub(r"[^\d+]", "", site.phone),
        "call": say("call", phone=site.phone) if site.phone else "",
        "call_to_book": say("call_to_book", phone=site.phone) if site.phone else "",
        "email": properties.reply_to,
        "address": site.business.address,
        "terms": mark_safe(clean_html(properties.terms_html)),  # noqa: S308  # just cleaned
        "privacy_url": properties.privacy_url,
        "canonical": site.canonical(told),
        "alternates": site.alternates(told),
        "languages": [(code, language_name(code), site.link(site.path, code)) for code in languages()],
        "language_name": language_name(site.reader.code),
    }


class _Words:
    """The sentences of a page by key, for templates: `say.book`."""

    def __init__(self, site: Site) -> None:
        self._say = site.reader.say

    def __getitem__(self, key: str) -> str:
        return self._say(key)


def card(site: Site, details: ExperienceDetails, names: GuestTypeNames) -> Context:
    """Return an experience in a list."""
    row, reader = details.row, site.reader
    return {
        "name": row.name,
        "link": site.link(f"/experiences/{row.slug}"),
        "text": row.short_description,
        "picture": picture(details.hero, row.hero_image),
        "duration": reader.duration(row.duration_minutes),
        "price": headline_price(site, details, names),
        "next": reader.say("next_date", date=reader.date(details.next_date))
        if details.next_date
        else reader.say("no_dates"),
    }


def shelves(
    site: Site, found: Sequence[ExperienceDetails], categories: Sequence[CategoryRow]
) -> list[Context]:
    """Return the cards by category where that fills the page, else all under no heading."""
    names = catalog.guest_type_names(languages=(site.reader.code,))
    cards = {one.row.id: card(site, one, names) for one in found}
    by_category = [
        {
            "name": category.name,
            "slug": category.slug,
            "cards": [cards[one.row.id] for one in found if category.id in one.row.category_ids],
        }
        for category in categories
    ]
    filled = [shelf for shelf in by_category if shelf["cards"]]
    known = {category.id for category in categories}
    is_complete = all(known.intersection(one.row.category_ids) for one in found)
    # Headings over one or two cards each would leave a page of gaps.
    if len(filled) < 2 or len(cards) < 3 * len(filled) or not is_complete:
        return [{"name": "", "slug": "all", "cards": list(cards.values())}] if cards else []
    return filled


def page(site: Site, details: ExperienceDetails) -> Context:
    """Return all that is said of one experience."""
    row = details.row
    names = catalog.guest_type_names(languages=(site.reader.code,))
    return {
        **card(site, details, names),
        "id": row.id,
        "facts": _facts(site, details),
        "is_on_request": row.is_requires_review,
        "description": mark_safe(clean_html(row.description_html)),  # noqa: S308  # just cleaned
        "included": lines(row.inclusions),
        "not_included": lines(row.exclusions),
        "what_to_bring": lines(row.what_to_bring),
        "meeting": _meeting(details),
        "gallery": [picture(image, None) for image in details.gallery],
        "video": video(row.video_url),
        "prices": _prices(site, details, names),
        "cancellation": sentences(details.policy, site.reader),
        "reviews": _reviews(site, row.id),
    }


def headline_price(site: Site, details: ExperienceDetails, names: GuestTypeNames) -> str:
    """
    Return the price an experience is known by: of an adult, or of whom it is made for.

    The lowest price would be a child's. Where there is no ticket, and where the lowest is of a
    ticket that counts for several, it is a "from" price.
    """
    reader = site.reader
    adult = next((one for one in details.prices if one.ticket.kind == "adult" and one.amount), None)
    if adult is not None and len(details.prices) > 1:
        # The amount keeps its own direction behind a name of the other one (UAX 9).
        return f"{names.of(adult.ticket.name)} \u2068{reader.money(adult.amount)}\u2069"
    return reader.say("from_price", price=reader.money(details.min_price)) if details.min_price else ""


def video(url: str | None) -> str | None:
    """Return where a video is; what is no address of the web is left out."""
    return url if url and urlsplit(url).scheme in {"http", "https"} else None


def picture(image: ImageRow | None, url: str | None) -> Context | None:
    """Return a picture in all its sizes, or the one address there is."""
    if image is None:
        return {"src": url, "alt": ""} if url else None
    return {
        "src": image.url,
        "tone": parse_tone(key_of(image.url)),
        "alt": image.alt,
        "width": image.width,
        "height": image.height,
        "avif": ", ".join(f"{one.avif} {one.width}w" for one in image.variants),
        "webp": ", ".join(f"{one.webp} {one.width}w" for one in image.variants),
    }


def _facts(site: Site, details: ExperienceDetails) -> list[tuple[str, str]]:
    row, say = details.row, site.reader.say
    spoken = [language_name(code) for code in row.languages]
    pairs = (
        ("duration", site.reader.duration(row.duration_minutes)),
        ("minimum_age", str(row.min_age) if row.min_age else ""),
        ("difficulty", say(f"difficulty_{row.difficulty}") if row.difficulty else ""),
        ("languages", site.reader.listed(spoken)),
    )
    return [(say(key), text) for key, text in pairs if text]


def _meeting(details: ExperienceDetails) -> Context | None:
    found = meeting_place(details.row, details.place)
    return {"lines": found[0], "map": found[1]} if found else None


def _prices(site: Site, details: ExperienceDetails, names: GuestTypeNames) -> list[Context]:
    return [
        {
            "name": names.of(one.ticket.name),
            "ages": _ages(site, one.ticket.min_age, one.ticket.max_age),
            "amount": site.reader.money(one.amount) if one.amount else site.reader.say("free"),
        }
        for one in details.prices
    ]


def _ages(site: Site, low: int | None, high: int | None) -> str:
    say = site.reader.say
    if low and high is not None:
        return say("ages", **{"from": low, "to": high})
    if low:
        return say("ages_from", **{"from": low})
    return say("ages_to", to=high) if high is not None else ""


def _reviews(site: Site, experience_id: int) -> Context | None:
    """Return what guests say, once something of it is published."""
    found, say = reviews.public_rating(experience_id=experience_id), site.reader.say
    if found is None:
        return None
    average = site.reader.number(found.average)
    return {
        "summary": say("reviews_summary", average=average, count=site.reader.number(found.cnt)),
        "rating": found,
        "shown": [
            {
                "stars": say("stars_of", n=one.rating),
                "glyphs": "★" * one.rating + "☆" * (5 - one.rating),
                "text": one.text,
                "date": site.reader.month(one.created_at.date()),
                "name": one.name,
                "reply": one.reply,
            }
            for one in found.shown
        ],
    }
