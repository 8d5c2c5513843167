"""Where messages may go."""

from typing import Any

import pytest
from pydantic import ValidationError

from outfitter_slack.plugin import plugin
from outfitter_slack.settings import SlackSettings

pytestmark = pytest.mark.rules
GOOD = "https://hooks.slack.com/services/T0/B0/abc"


@pytest.mark.parametrize(
    "url",
    [
        "",
        GOOD,
        f" {GOOD} ",
        "https://hooks.slack-gov.com/services/T0/B0/abc",
        "https://hooks.slack.com:443/services/T0/B0/abc",
    ],
)
def test_addresses_that_are_accepted(url: str) -> None:
    assert SlackSettings(webhook_url=url).webhook_url == url.strip()


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.slack.com/services/T0/B0/abc",
        "https://hooks.slack.com.evil.example/services/x",
        "https://evil.example/hooks.slack.com/services/x",
        "https://user:pass@hooks.slack.com/services/x",
        "https://hooks.slack.com@evil.example/services/x",
        "https://hooks.slack.com:8443/services/x",
        "https://hooks.slack.com:x/services/x",
        "https://hooks.slack.com/other",
        "https://hooks.slack.com/services/x#fragment",
        "https://169.254.169.254/services/x",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "nonsense",
        "https://[::1",
    ],
)
@pytest.mark.parametrize("is_development", [True, False])
def test_addresses_that_are_refused(settings: Any, url: str, is_development: bool) -> None:
    settings.IS_DEVELOPMENT = is_development
    with pytest.raises(ValidationError, match=r"hooks\.slack\.com"):
        SlackSettings(webhook_url=url)


def test_this_machine_is_for_development_only(settings: Any) -> None:
    settings.IS_DEVELOPMENT = True
    SlackSettings(webhook_url="http://127.0.0.1:9000/hook")
    settings.IS_DEVELOPMENT = False
    with pytest.raises(ValidationError):
        SlackSettings(webhook_url="http://127.0.0.1:9000/hook")


def test_other_fields() -> None:
    with pytest.raises(ValidationError):
        SlackSettings(channel="#" * 81)
    with pytest.raises(ValidationError):
        SlackSettings.model_validate({"token": "x"})


def test_the_declaration() -> None:
    manifest = plugin.manifest()
    assert (manifest.slug, manifest.category) == ("slack", "messaging")
    assert not manifest.enabled_by_default
    declared = plugin.settings_schema()
    assert set(declared.help) == set(SlackSettings.model_fields)
    assert set(declared.secret) == {"webhook_url"}
