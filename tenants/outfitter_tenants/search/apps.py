from django.apps import AppConfig


class SearchConfig(AppConfig):
    """One search over everything an operator has."""

    name = "outfitter_tenants.search"
    label = "search"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the index be looked at every day."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.search import index_check

        daily_jobs.register_daily("search.watch", index_check.watch)
