"""The code by which somebody shows that an address is theirs, to see what they booked."""

from functools import partial

from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style


def render(*, code: str, locale: str, operator: Operator) -> Rendered:
    """Return the mail with a code in the reader's language."""
    language = translations.language(locale)
    style = Style(language, translations.babel_locale(locale, operator.locale), "USD")
    say = partial(style.say, operator=operator.name)
    context = {
        "lang": language,
        "direction": "rtl" if style.is_rtl else "ltr",
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "heading": say("access_heading"),
        "intro": say("access_intro"),
        "code": code,
        "note": say("access_note"),
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("footer"),
    }
    text = render_to_string("messaging/access_code.txt", context)
    return Rendered(
        locale=language,
        subject=translations.translate(language, "access_subject", digits=code, operator=operator.name),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/access_code.html", context),
    )
