"""Who runs the platform is said on the command line of the host."""

import re
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from outfitter.accounts import login_mails
from outfitter.accounts.models import User
from outfitter.platform_audit.models import PlatformAct

EMAIL = "dana@platform.example"


def run(*words):
    out = StringIO()
    call_command("platform_admin", *words, stdout=out)
    return out.getvalue()


def test_appointed_and_dismissed(db, apex_client, monkeypatch):
    invite = login_mails.send_admin_invitation
    monkeypatch.setattr(invite, "after_commit", lambda **kwargs: invite(**kwargs))
    assert EMAIL in run("add", "Dana@Platform.example", "--first-name", "Dana", "--locale", "de")
    user = User.objects.get(email=EMAIL)
    assert (user.is_platform_admin, user.has_usable_password()) == (True, False)
    [letter] = mail.outbox
    assert letter.to == [EMAIL]
    assert "/de/platform" in letter.body
    # The link leads to a password, as any other of its kind.
    [token] = re.findall(r"/de/forgotPassword#token=([\w.~:-]+)", letter.body)
    body = {"token": token, "password": "seven quiet lanterns"}
    assert apex_client.post("/api/password/reset", body, content_type="application/json").status_code == 200
    assert "no second factor yet" in run("list")

    run("remove", EMAIL)
    assert EMAIL not in run("list")
    acts = PlatformAct.objects.order_by("pk").values_list("action", "actor_name", "subject")
    assert list(acts) == [
        ("admin.appointed", "Command line", EMAIL),
        ("password.reset", EMAIL, EMAIL),
        ("admin.dismissed", "Command line", EMAIL),
    ]


def test_somebodys_login_is_used_as_it_is(reef, django_capture_on_commit_callbacks):
    before = User.objects.exclude(password="").order_by("pk").first()
    with django_capture_on_commit_callbacks(execute=True):
        run("add", before.email)
    after = User.objects.get(pk=before.pk)
    assert (after.is_platform_admin, after.password) == (True, before.password)


@pytest.mark.parametrize("words", [("add", "nobody"), ("add",), ("remove", "eve@x.example")])
def test_what_makes_no_sense(db, words):
    with pytest.raises(CommandError):
        run(*words)
    assert not User.objects.filter(is_platform_admin=True).exists()
