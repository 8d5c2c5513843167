"""The mail of a notification."""

from django.core.mail import EmailMultiAlternatives

from outfitter.accounts.mail_layout import Block, letter
from outfitter.kit.locales import route_locale
from outfitter_tenants.notifications import translations
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.recipients import Recipient


def notification_mail(
    row: Notification, *, to: Recipient, operator: str, base_url: str, locale: str, time_zone: str
) -> EmailMultiAlternatives:
    """Return the mail of one notification, in the person's language."""
    said = translations.say(row.kind, row.params, locale=locale, time_zone=time_zone)
    language = route_locale(locale)
    prefix = "" if language == "en" else f"/{language}"
    blocks = [Block(said.title), *([Block(said.body)] if said.body else [])]
    if row.url:
        opened = f"{base_url}{prefix}/notifications/read?id={row.pk}&to={row.url}"
        blocks.append(Block(translations.phrase("mail_open", locale=language), "button", opened))
    choose = translations.phrase("mail_why", locale=language, operator=operator)
    blocks.append(Block(choose, "small", f"{base_url}{prefix}/profile/notifications"))
    return letter(to=to.email, locale=language, subject=f"{said.title} · {operator}", blocks=blocks)
