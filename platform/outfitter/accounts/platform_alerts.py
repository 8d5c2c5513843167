"""Letters to the platform's own people, each in their language."""

from outfitter.accounts import login_mails
from outfitter.accounts.mail_layout import MailBlock
from outfitter.accounts.models import User
from outfitter.db.tenant_tasks import platform_task


def tell_of_stray_account(slug: str, account: str) -> None:
    """Have the platform's people told that a partner sends events for an account nobody has."""
    send_stray_account.after_commit(slug=slug, account=account)


@platform_task("accounts.send_stray_account", queue="mail", **login_mails.RETRY)
def send_stray_account(*, slug: str, account: str, **_future: object) -> None:
    """Tell every platform admin of an account that no operator here has."""
    for user in User.objects.filter(is_platform_admin=True, is_active=True).order_by("pk"):
        words = login_mails.texts(user.locale)
        blocks = [
            MailBlock(words["stray_line"].format(account=account, plugin=slug)),
            MailBlock(words["stray_way"], "small"),
        ]
        login_mails.send(user, "stray_subject", blocks)


def tell_of_refused(slug: str) -> None:
    """Have the platform's people told that deliveries to its own address are not genuine."""
    send_refused.after_commit(slug=slug)


@platform_task("accounts.send_refused", queue="mail", **login_mails.RETRY)
def send_refused(*, slug: str, **_future: object) -> None:
    """Tell every platform admin that a partner's deliveries are refused."""
    for user in User.objects.filter(is_platform_admin=True, is_active=True).order_by("pk"):
        words = login_mails.texts(user.locale)
        blocks = [
            MailBlock(words["refused_line"].format(plugin=slug)),
            MailBlock(words["refused_way"], "small"),
        ]
        login_mails.send(user, "refused_subject", blocks)
