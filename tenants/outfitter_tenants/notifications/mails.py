"""The mail of a notification."""

from django.core.mail import EmailMultiAlternatives

from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.kit.locales import route_locale
from outfitter_tenants.notifications import translations
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people.recipients import Recipient


def notification_mail(
    row: Notification, *, to: Recipient, operator: str, base_url: str, locale: str, time_zone: str
) -> EmailMultiAlternatives:
    """Return the mail of one notification, in the person's language."""
    said = translations.translate(row.kind, row.params, locale=locale, time_zone=time_zone)
    language = route_locale(locale)
    prefix = "" if language == "en" else f"/{language}"
    blocks = [MailBlock(said.title), *([MailBlock(said.body)] if said.body else [])]
    if row.url:
        opened = f"{base_url}{prefix}/notifications/read?id={row.pk}&to={row.url}"
        blocks.append(MailBlock(translations.phrase("mail_open", locale=language), "button", opened))
    choose = translations.phrase("mail_why", locale=language, operator=operator)
    blocks.append(MailBlock(choose, "small", f"{base_url}{prefix}/profile/notifications"))
    return build_mail(to=to.email, locale=language, subject=f"{said.title} · {operator}", blocks=blocks)
