"""What a day at the dock costs the server: the manifest, an unchanged one, check-in, signing in."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final

from bench._bench_database import stage
from bench._calls import Browser, cost_of
from bench._dock import Dock, fill_dock
from bench._report import Row, at_most, main, sized
from bench._site import make_owner

TIMES: Final = sized(60, quick=20)


def run() -> list[Row]:
    """Fill a day with forty departures and four hundred guests, and work with it."""
    with stage():
        _without_argon2()
        make_owner()
        dock = fill_dock()
        browser = Browser()
        browser.sign_in()
        return [*_read(browser, dock), *_check_in(browser, dock), *_sign_in()]


def _without_argon2() -> None:
    """Hash passwords in no time: how long argon2 takes is what it was chosen for."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _read(browser: Browser, dock: Dock) -> Iterator[Row]:
    paths = {
        "the manifest of a day": f"/api/manifest/getManifestOnDay/{dock.day}",
        "a departure's manifest": f"/api/timeslot/{dock.timeslot_id}/manifest",
    }
    for name, path in paths.items():
        yield from _rows(name, lambda path=path: browser.get(path), statements=6, processor=40)
        tag = browser.get(path).headers["ETag"]
        unchanged = lambda path=path, tag=tag: browser.get(path, HTTP_IF_NONE_MATCH=tag)  # noqa: E731
        yield from _rows(f"{name}, unchanged", unchanged, statements=6, took=3)


def _check_in(browser: Browser, dock: Dock) -> Iterator[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.trips.models import Booking, BookingStatus

    statuses = dict(BookingStatus.objects.values_list("slug", "pk"))
    numbers, order = count(), dock.order_ids[0]
    guest = Booking.objects.filter(trip_order_id=order).order_by("pk")[0].pk

    def to_and_fro(path: str, **body: Any) -> None:
        slug = ("checked_in", "not_checked_in")[next(numbers) % 2]
        browser.post(path.format(status=statuses[slug]), {**body, "booking_status_id": statuses[slug]})

    def everybody() -> None:
        number = next(numbers)
        slug = ("checked_in", "not_checked_in")[number % 2]
        actions = [
            {
                "client_action_id": f"{number}-{order_id}",
                "occurred_at": utc_now().isoformat(),
                "kind": "status",
                "booking_status_id": statuses[slug],
                "trip_order_id": order_id,
            }
            for order_id in dock.order_ids
        ]
        browser.post("/api/manifest/actions", {"actions": actions})

    party = f"/api/tripOrder/{order}/setBookingStatuses/save"
    yield from _rows("a guest is checked in", lambda: to_and_fro(party, booking_ids=[guest]), statements=6)
    yield from _rows("a party is checked in", lambda: to_and_fro(party), statements=6)
    yield from _rows(f"a departure of {len(dock.order_ids)} parties is", everybody, statements=6)


def _sign_in() -> Iterator[Row]:
    browser = Browser()

    def again() -> None:
        browser.cookies.pop("session", None)
        browser.sign_in()

    yield from _rows("a sign-in without argon2", again, took=30)


def _rows(
    name: str,
    work: Callable[[], Any],
    *,
    statements: int | None = None,
    took: float | None = None,
    processor: float | None = None,
) -> Iterator[Row]:
    cost = cost_of(work, times=TIMES)
    most = None if statements is None else at_most(statements)
    yield Row(f"{name}: statements", cost.statement_cnt, "", most)
    yield Row(f"{name}: from call to answer, middle", cost.took, "ms")
    yield Row(
        f"{name}: from call to answer, fastest", cost.fastest, "ms", None if took is None else at_most(took)
    )
    both = cost.program + cost.database
    yield Row(f"{name}: processor time", both, "ms", None if processor is None else at_most(processor))
    yield Row("  of that the database", cost.database, "ms")


if __name__ == "__main__":
    main(run)
