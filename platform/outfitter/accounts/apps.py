from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Operators, their host names and the people who sign in; tables of the public schema."""

    name = "outfitter.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the plugin host who owns a schema; name who does operators' daily work."""
        from outfitter.accounts import platform_letters, queries, upkeep
        from outfitter.plugins import contexts, due, refused, tracing

        contexts.install(queries.facts_of_schema)
        tracing.install(platform_letters.tell_of_stray_account)
        refused.install(platform_letters.tell_of_refused)
        due.handles(upkeep.KIND, upkeep.run)
