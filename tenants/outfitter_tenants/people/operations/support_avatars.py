"""Who runs the platform, as somebody of this operator for as long as an owner lets them in."""

from typing import Final

from outfitter_tenants.people.models import Role, UserAvatar

SUPPORT: Final = "support"


def support_avatar(*, user_id: int, name: str) -> int:
    """
    Return the id of the avatar that support acts with here, made where there is none yet.

    It is no member of the team: no list shows it, no notification reaches it, and it opens nothing by
    itself. What support does carries its name.
    """
    row, _ = UserAvatar.objects.get_or_create(
        # No login's avatar: whoever runs the platform may be invited to the team like anybody else.
        email=f"support-{user_id}@support.invalid",
        defaults={
            "name": name,
            "kind": "staff",
            "status": SUPPORT,
            "role": Role.objects.get(slug="owner"),
            "is_email_suppressed": True,
            "is_hide_setup_tasks": True,
            "is_hide_call_alerts": True,
        },
    )
    return row.pk
