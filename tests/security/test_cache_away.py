"""The shared cache is away: nothing fails, limits are counted by each process."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from tests.support.second_factor import login, post

from outfitter.api.rate_limits import RateLimited, forget_own_counts, limit
from outfitter.db import cache_backend
from outfitter.plugins import configs


@pytest.fixture
def away(settings: Any) -> Iterator[None]:
    """Put the cache where nobody listens."""
    settings.CACHES = {
        "default": {
            "BACKEND": "outfitter.db.cache_backend.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/1",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    forget_own_counts()
    yield
    forget_own_counts()


@pytest.mark.usefixtures("away")
class TestWithoutCache:
    def test_it_is_an_empty_cache(self) -> None:
        cache.set("a", 1)
        cache.set_many({"b": 2})

        assert cache.get("a", "none") == "none"
        assert cache.get_many(["a", "b"]) == {}
        assert cache.add("a", 1) is True
        assert cache.delete("a") is False

    def test_counting_is_refused(self) -> None:
        with pytest.raises(cache_backend.CacheUnavailable):
            cache.incr("a")

    def test_it_is_left_alone_for_a_while(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []
        client = cache._cache  # type: ignore[attr-defined]

        def get(key: str, default: object) -> object:
            asked.append(key)
            raise OSError("nobody listens")

        monkeypatch.setattr(client, "get", get)
        for _ in range(3):
            cache.get("a")

        assert len(asked) == 1

    def test_limits_still_hold(self) -> None:
        for _ in range(3):
            limit("k", times=3, seconds=3600)
        with pytest.raises(RateLimited):
            limit("k", times=3, seconds=3600)
        limit("another", times=3, seconds=3600)

    def test_limits_do_not_fill_the_memory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("outfitter.api.rate_limits._MOST_KEYS", 2)
        for name in "abcabc":
            limit(name, times=1, seconds=3600)

    @pytest.mark.usefixtures("reef")
    def test_people_sign_in_and_ask_for_passwords(self, client_for: Callable[[str], Client]) -> None:
        browser = client_for("reef")

        assert login(browser).status_code == 200
        assert browser.get("/api/notifications/count").status_code == 200
        assert post(browser, "/api/login/passkey/options").status_code == 200
        forgot = post(client_for("reef"), "/api/password/forgot", {"email": "x@reef.example"})
        assert forgot.status_code == 200

    def test_plugins_are_read_from_the_database(self, reef: Any) -> None:
        configs.enable(schema_name=reef.schema_name, slug="slack")

        assert "slack" in configs.enabled_slugs(schema_name=reef.schema_name)
