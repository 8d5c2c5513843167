"""In which languages a request wants what the operator wrote."""

from django.http import HttpRequest

from outfitter.api.principal import caller_of
from outfitter_tenants.catalog.localization import accepted, normal


def languages_of(request: HttpRequest, locale: str | None = None) -> tuple[str, ...]:
    """
    Return the reader's languages, the dearest first: `locale` above what the browser sends.

    Staff who name none read what they wrote.
    """
    header = reader_languages(request)
    if locale:
        return (normal(locale), *header)
    return () if caller_of(request).is_staff else header


def reader_languages(request: HttpRequest) -> tuple[str, ...]:
    """
    Return the languages in which a request reads what the product itself has words for.

    Unlike what the operator wrote, that comes to staff in their screen's language as well.
    """
    return accepted(request.headers.get("Accept-Language", ""))
