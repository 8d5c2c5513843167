"""Which language of ours serves whom, and that papers of guests speak every one of theirs."""

import json
import re
from pathlib import Path

import pytest

from outfitter.kit.locales import ROUTE_LOCALES, WIDGET_LANGUAGES, nearest
from outfitter_tenants.backoffice.counter_prints import api as counter_prints
from outfitter_tenants.checkout.printouts.trip_receipt import printout as trip_receipt
from outfitter_tenants.checkout.printouts.voucher import printout as voucher
from outfitter_tenants.portal.wallet import ticket_pass
from outfitter_tenants.waivers import printout as waivers

GUESTS = sorted({*WIDGET_LANGUAGES, *ROUTE_LOCALES})
PAPERS = [counter_prints.WORDS, trip_receipt.WORDS, voucher.WORDS, ticket_pass.WORDS, waivers.WORDS]


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("de-AT", "de"),
        ("pt_BR", "pt"),
        ("zh", "zh"),
        ("zh-Hans-SG", "zh"),
        ("zh-HK", "zh-TW"),
        ("zh_Hant_TW", "zh-TW"),
        ("fil-PH", "tl"),
        ("iw", "he"),
        ("xx", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_nearest_language(tag: str | None, found: str) -> None:
    assert nearest(tag, {"en", "de", "pt", "zh", "zh-TW", "tl", "he"}) == found


def test_who_has_one_chinese_reads_it() -> None:
    assert nearest("zh-TW", {"en", "zh"}) == "zh"
    assert nearest("zh", {"en", "zh-CN", "zh-TW"}) == "zh-CN"


@pytest.mark.parametrize("folder", PAPERS, ids=lambda folder: folder.parent.name)
def test_a_guest_reads_every_paper(folder: Path) -> None:
    spoken = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")}
    assert [one for one in GUESTS if one != "en" and nearest(one, spoken) == "en"] == []
    english = spoken["en"]
    for language, words in spoken.items():
        assert list(words) == list(english), language
        for key, text in words.items():
            assert text.strip(), (language, key)
            assert names_in(text) == names_in(english[key]), (language, key)


def names_in(text: str) -> list[str]:
    """Return what a sentence leaves room for."""
    return sorted(re.findall(r"\{(\w+)\}", text))
