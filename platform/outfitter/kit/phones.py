"""Phone numbers: read as people write them, kept as E.164."""

import phonenumbers


def region_of(locale: str) -> str:
    """Return the country national numbers are read in: the one the locale names, else US."""
    parts = locale.replace("_", "-").split("-")
    return parts[-1].upper() if len(parts) > 1 and len(parts[-1]) == 2 else "US"


def e164(text: str, *, region: str) -> str | None:
    """Return a number in E.164, None when it cannot be one; national ones count in `region`."""
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
