from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Team members, agents and guides of one operator, and their roles."""

    name = "outfitter_tenants.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name who mails invitations and clears addresses; make the list of people known."""
        from outfitter.plugins import due
        from outfitter_tenants.people import jobs, lists  # lists: importing it registers it
        from outfitter_tenants.people.operations import invitations, suppression

        due.handles(invitations.MAIL, jobs.send_due)
        due.handles(suppression.CLEAR, jobs.clear_due)
        assert lists.PEOPLE  # noqa: S101
