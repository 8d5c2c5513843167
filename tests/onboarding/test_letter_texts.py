"""Letters and samples say the same in every language."""

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.onboarding import mails
from outfitter_tenants.backoffice.first_steps import sample_experience, stalled_letters
from outfitter_tenants.backoffice.setup_tasks import SLUGS

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_every_language_has_every_word(locale):
    assert set(mails.texts(locale)) == set(mails.texts("en"))
    assert {f"line_{slug}" for slug in stalled_letters.WRITTEN_ABOUT} <= set(mails.texts(locale))
    assert set(SLUGS) > stalled_letters.WRITTEN_ABOUT
    assert set(sample_experience.words(locale)) == set(sample_experience.SAMPLES)
