from django.apps import AppConfig


class AiAgentsConfig(AppConfig):
    """What machines may do for an operator's guests and staff, and what they did."""

    name = "outfitter_tenants.ai_agents"
    label = "ai_agents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Forget what agents did long ago, once a day."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.ai_agents import agent_log

        daily_jobs.register_daily("ai_agents.forget_old", agent_log.forget_old)
