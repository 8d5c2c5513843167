"""Who runs the platform: appointed and dismissed from the command line of the host."""

from datetime import datetime

from outfitter.accounts import hosts, login_mails, sessions
from outfitter.accounts.models import User
from outfitter.accounts.operations import normalize_email
from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, NotFound


def appoint(*, email: str, first_name: str = "", last_name: str = "", locale: str = "en") -> User:
    """
    Let somebody run the platform; who has no login gets one, without a password.

    A mail tells them and holds the link to a password. Safe to repeat: it sends another link.

    :raises Invalid: the login is switched off
    """
    with atomic():
        user, _ = User.objects.get_or_create(
            email=normalize_email(email),
            defaults={"first_name": first_name, "last_name": last_name, "locale": locale, "password": "!"},
        )
        if not user.is_active:
            raise Invalid({"email": ["This login is switched off."]})
        User.objects.filter(pk=user.pk).update(is_platform_admin=True)
        user.is_platform_admin = True
        login_mails.send_admin_invitation.after_commit(
            user_id=user.pk, url=hosts.apex_url("/forgotPassword"), desk=hosts.apex_url("/platform")
        )
    return user


def dismiss(*, email: str, at: datetime) -> User:
    """
    Take the platform away from somebody; their browsers lose it with the next request.

    :raises NotFound: nobody with this address runs the platform
    """
    with atomic():
        user = User.objects.filter(email=normalize_email(email), is_platform_admin=True).first()
        if user is None:
            raise NotFound("No one with this address runs the platform.")
        User.objects.filter(pk=user.pk).update(is_platform_admin=False)
        sessions.end_sessions(user_id=user.pk, at=at, reason="dismissed")
    return user


def list_admins() -> list[User]:
    """Return who runs the platform, by address."""
    return list(User.objects.filter(is_platform_admin=True).order_by("email"))
