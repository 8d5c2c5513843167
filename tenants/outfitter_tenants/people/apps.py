from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Team members, agents and guides of one operator, and their roles."""

    name = "outfitter_tenants.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name who mails invitations and clears addresses; make the list of people known."""
        from outfitter.plugins import scheduled_jobs
        from outfitter_tenants.people import lists, tasks  # lists: importing it registers it
        from outfitter_tenants.people.operations import invitations, mail_suppression

        scheduled_jobs.handles(invitations.MAIL, tasks.send_due)
        scheduled_jobs.handles(mail_suppression.CLEAR, tasks.clear_due)
        assert lists.PEOPLE  # noqa: S101
