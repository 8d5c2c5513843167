"""An operator to test a plugin at, and what happens there."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, time
from typing import Any

from django.db import connection, transaction
from django.test import Client

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, contexts, delivery_log, fair_queue, outbox
from outfitter.plugins.models import OutboxDelivery
from outfitter.plugins.types import TenantContext
from outfitter.testing.database import PlannedOperator
from outfitter.testing.types import Offer


class Tenant:
    """One operator of the test database. Nothing in it outlives the test."""

    def __init__(self, planned: PlannedOperator) -> None:
        self.planned = planned
        self.slug, self.schema = planned.slug, planned.schema_name
        self.currency, self.time_zone = planned.currency, planned.time_zone

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Work in this operator's schema."""
        with in_schema(self.schema):
            yield

    def enable(self, plugin: str, **settings: Any) -> TenantContext:
        """
        Switch a plugin on with these settings, as staff would, and return its context.

        :raises NotFound: it is not installed
        :raises Invalid: the settings do not fit its schema
        """
        configs.enable(schema_name=self.schema, slug=plugin, values=settings or None)
        return self.context(plugin)

    def disable(self, plugin: str) -> None:
        """Switch a plugin off."""
        configs.disable(schema_name=self.schema, slug=plugin)

    def context(self, plugin: str) -> TenantContext:
        """Return what a plugin gets as `ctx`."""
        return contexts.context_for(schema_name=self.schema, slug=plugin)

    def publish(self, event: str, **payload: Any) -> None:
        """Let something happen at this operator, for whoever hears of it."""
        with in_schema(self.schema), transaction.atomic():
            outbox.publish(event, at=utc_now(), **payload)

    def work(self) -> None:
        """Do what waits for plugins, as the workers would: events and webhooks that are due."""
        fair_queue.serve_queues.run()

    def calls(self, plugin: str) -> list[delivery_log.CallRow]:
        """Return what went between this operator and a plugin, the latest first."""
        return delivery_log.last_calls(schema_name=self.schema, slug=plugin)

    def waiting_cnt(self, plugin: str) -> int:
        """Return how many events still wait for a plugin, those to be tried again among them."""
        rows = OutboxDelivery.objects.filter(schema_name=self.schema, status="waiting")
        return rows.filter(subscriber=f"plugin:{plugin}").count()

    def client(self) -> Client:
        """Return a browser, or a partner's server, at this operator's host."""
        return Client(HTTP_HOST=f"{self.slug}.localhost", HTTP_X_REQUESTED_WITH="XMLHttpRequest")

    def offer(
        self,
        *,
        name: str = "Harbor tour",
        capacity: int | None = 10,
        prices: Mapping[str, int] | None = None,
        days: int = 1,
        start_times: tuple[time, ...] = (time(9),),
        first_day: int = 2,
        at: datetime | None = None,
    ) -> Offer:
        """
        Put an experience on sale: departures on `days` days, the first in `first_day` days.

        `prices` are minor units by kind of guest ("adult", "child"); no capacity is unlimited.
        """
        from outfitter.testing.sales import make_offer

        with in_schema(self.schema):
            return make_offer(
                name=name,
                capacity=capacity,
                prices=prices or {"adult": 4900, "child": 2900},
                days=[first_day + number for number in range(days)],
                start_times=start_times,
                at=at or utc_now(),
            )

    def book(self, offer: Offer, *, guests: Mapping[str, int] | None = None, wants_news: bool = False) -> int:
        """Have Ana book the first departure on the operator's own site; returns the trip."""
        from outfitter.testing.sales import sell

        with in_schema(self.schema):
            return sell(offer, guests or {"adult": 2}, wants_news=wants_news, at=utc_now())

    def customer_of(self, trip_id: int) -> int | None:
        """Return the customer that a trip belongs to."""
        from outfitter.testing.sales import customer_of

        with in_schema(self.schema):
            return customer_of(trip_id)

    def seats_left(self, timeslot_id: int) -> int | None:
        """Return how many seats a departure has left; None: as many as you like."""
        from outfitter.testing.sales import seats_left

        with in_schema(self.schema):
            return seats_left(timeslot_id, at=utc_now())


def enter(planned: PlannedOperator) -> None:
    """Point this thread's connection at an operator, as a request to its host does."""
    from outfitter.accounts.models import Account

    connection.set_tenant(Account.objects.get(schema_name=planned.schema_name))  # type: ignore[attr-defined]  # django-tenants
