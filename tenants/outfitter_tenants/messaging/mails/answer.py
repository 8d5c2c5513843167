"""The operator's answer to what a customer asked about their trip."""

from dataclasses import dataclass
from functools import partial

from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style


@dataclass(frozen=True, slots=True)
class AnswerData:
    """What somebody answers, to which question (empty: none), and where the trip's page is."""

    body: str
    question: str
    confirmation_code: str
    portal_url: str
    locale: str


def render(*, data: AnswerData, operator: Operator) -> Rendered:
    """Return the mail; what people typed is escaped in the HTML."""
    language = translations.language(data.locale)
    style = Style(language, translations.babel_locale(data.locale, operator.locale), "USD")
    say = partial(style.say, operator=operator.name)
    context = {
        "lang": language,
        "direction": "rtl" if style.is_rtl else "ltr",
        "say": {"button": translations.catalogue(language)["button"]},
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "heading": data.confirmation_code,
        "intro": "",
        "lines": _lines(data.body),
        "asked": _lines(data.question),
        "quoted": [{"line": f"> {line}"} for line in _lines(data.question)],
        "portal_url": data.portal_url,
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("footer"),
    }
    text = render_to_string("messaging/answer.txt", context)
    return Rendered(
        locale=language,
        subject=f"{operator.name}: {data.confirmation_code}",
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/answer.html", context),
    )


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]
