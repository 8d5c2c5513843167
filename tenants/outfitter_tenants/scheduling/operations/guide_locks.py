"""The rows by which assignments of a guide wait for one another."""

from collections.abc import Collection

from outfitter_tenants.scheduling.models import GuideProfile


def lock(*, guide_ids: Collection[int]) -> dict[int, GuideProfile]:
    """
    Lock what is known of these guides, by id; who has nothing yet gets an empty profile.

    Whoever assigns or blacks out one of them elsewhere waits: two at once cannot both see them
    free. Timeslots and resource groups come before (outfitter.db.locks).
    """
    wanted = sorted(set(guide_ids))
    known = set(
        GuideProfile.objects.filter(user_avatar_id__in=wanted).values_list("user_avatar_id", flat=True)
    )
    GuideProfile.objects.bulk_create(
        [GuideProfile(user_avatar_id=key) for key in wanted if key not in known], ignore_conflicts=True
    )
    rows = GuideProfile.objects.select_for_update(no_key=True, of=("self",))
    return {
        row.user_avatar_id: row for row in rows.filter(user_avatar_id__in=wanted).order_by("user_avatar_id")
    }
