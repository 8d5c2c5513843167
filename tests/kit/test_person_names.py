"""How names are put together, and how letters address people."""

import pytest

from outfitter.kit.person_names import address_name, full_name

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        ("Ana", "Ruiz", "Ana Ruiz"),
        ("Ana", "", "Ana"),
        ("", "Ruiz", "Ruiz"),
        ("", "", ""),
        ("太郎", "山田", "山田 太郎"),
        ("太郎", "", "太郎"),
        ("はなこ", "さとう", "さとう はなこ"),
        ("ジョン", "スミス", "スミス ジョン"),
        ("小明", "王", "王小明"),
        ("伟", "王", "王伟"),
        ("修", "歐陽", "歐陽 修"),
        ("민수", "김", "김민수"),
        ("John", "山田", "John 山田"),
        ("Taro", "Yamada", "Taro Yamada"),
        ("محمد", "الأحمد", "محمد الأحمد"),
        ("Anna", "Kovács", "Anna Kovács"),
    ],
)
def test_the_script_of_a_name_orders_it(first: str, last: str, told: str) -> None:
    assert full_name(first, last) == told


@pytest.mark.parametrize(
    ("first", "last", "language", "told"),
    [
        ("Ana", "Ruiz", "de", "Ana"),
        ("", "Ruiz", "de", ""),
        ("Ana", "Ruiz", "ja", "Ruiz"),
        ("Ana", "", "ja", "Ana"),
        ("太郎", "山田", "ja-JP", "山田"),
        ("太郎", "山田", "en", "山田 太郎"),
        ("Ana", "Ruiz", "ko", "Ana Ruiz"),
        ("민수", "김", "ko", "김민수"),
        ("小明", "王", "zh_TW", "王小明"),
    ],
)
def test_a_letter_addresses_people_as_its_language_does(
    first: str, last: str, language: str, told: str
) -> None:
    assert address_name(first, last, language=language) == told
