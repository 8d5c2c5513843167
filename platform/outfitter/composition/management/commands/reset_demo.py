"""`outfitter reset-demo`: the public demonstration as it began."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.platform_audit.operations import record
from outfitter_demo import reset
from outfitter_demo.drawings import Studio


class Command(BaseCommand):
    """Puts a fresh demonstration in the place of the present one."""

    help = "Reset the demo operator to how it began. No other operator is touched."

    def handle(self, *args: Any, **options: Any) -> None:
        """
        Reset it and say so.

        :raises CommandError: there is no demonstration
        """
        try:
            with Studio(Path(settings.MEDIA_ROOT)) as studio:
                account = reset.reset(at=utc_now(), studio=studio)
        except DomainError as problem:
            raise CommandError(problem.message) from None
        with atomic():
            record(None, "demo.reset", subject=account.name, account_id=account.pk)
        self.stdout.write(f"{account.name} is as it began.")
