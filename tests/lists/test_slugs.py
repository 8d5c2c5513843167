"""Slugs: plain, short, and nobody else's."""

import pytest

from outfitter.db.slugs import free_slug
from outfitter_tenants.people.models import Role

pytestmark = pytest.mark.usefixtures("reef")


@pytest.mark.parametrize(
    ("name", "joint", "slug"),
    [
        ("Dock  Master!", "_", "dock_master"),
        ("Café Crème", "-", "cafe-creme"),
        ("日本", "_", "own"),
        ("Owner", "_", "owner_2"),
        ("--", "-", "own"),
        ("abcdefghijklmnop", "_", "abcdefghij"),
    ],
)
def test_what_becomes_of_a_name(name: str, joint: str, slug: str) -> None:
    found = free_slug(
        Role.objects.all(), name, longest=10 if "abc" in name else 30, instead="own", joint=joint
    )

    assert found == slug


def test_numbers_go_up() -> None:
    for number in ("", "_2", "_3"):
        slug = free_slug(Role.objects.all(), "Dock", longest=30, instead="own")
        assert slug == f"dock{number}"
        Role.objects.create(slug=slug, name=slug)
