"""Invented guests: names by language, with addresses and numbers that belong to nobody."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

# Numbers that the regulators keep free for films and books.
_PHONES: Final = {"US": "+1{area}55501{two}", "CA": "+1{area}55501{two}", "GB": "+447700900{three}"}
_AREAS: Final = {
    "US": ("207", "212", "617", "415", "303", "206", "512", "919", "773"),
    "CA": ("416", "514", "604", "902"),
}


@dataclass(frozen=True, slots=True)
class People:
    """Names of one country; `locale` is the language they book in."""

    country: str
    locale: str
    weight: int
    first: str
    last: str


PEOPLES: Final = (
    People(
        "US",
        "en",
        48,
        "Hannah Marcus Priya Caleb Denise Owen Latoya Grant Naomi Eli Teresa Wyatt Simone Joel "
        "Kayla Russell Amara Dylan Paige Victor Brooke Terrence Leah Nolan Camille Derek",
        "Whitcomb Okafor Delgado Lindqvist Barrett Nakamura Pruitt Haddad Sorensen Calloway Reyes "
        "Thayer Beckett Mbeki Holloway Vance Castellano Ridley Ferris Abernathy Kowalski Munroe",
    ),
    People(
        "CA",
        "en",
        9,
        "Margot Liam Sienna Graham Noor Tessa Desmond Ingrid",
        "MacLeod Tremaine Sandhu Fairweather Boucher Kerr Dhillon Ashworth",
    ),
    People(
        "CA",
        "fr",
        6,
        "Maude Étienne Gabrielle Philippe Océane Mathis",
        "Gagné Thibodeau Laflamme Bergeron Desrosiers Pelletier",
    ),
    People(
        "GB",
        "en",
        8,
        "Imogen Alistair Freya Callum Harriet Rhys Poppy Tobias",
        "Pemberton Ashdown Fairclough Okonkwo Trevelyan Hargreaves Lockwood Bannerjee",
    ),
    People(
        "DE",
        "de",
        9,
        "Katharina Jonas Annika Matthias Leonie Florian Greta Sebastian Jörg",
        "Brandstetter Vogelsang Kühn Reinhardt Oestreich Lindemann Weiß Hartung Böttcher",
    ),
    People(
        "FR",
        "fr",
        5,
        "Clémence Théo Apolline Bastien Élodie Romain",
        "Vasseur Delacroix Marchetti Rousselle Perrin Garnier",
    ),
    People(
        "ES",
        "es",
        4,
        "Lucía Álvaro Inés Rodrigo Marisol Gonzalo",
        "Ibáñez Quintana Olmedo Vidal Santamaría Cifuentes",
    ),
    People("MX", "es", 3, "Ximena Emiliano Renata Joaquín Paloma Iker", "Villaseñor Montoya Zepeda Arriaga"),
    People("NL", "nl", 3, "Femke Daan Lotte Bram", "van der Meer Hoekstra Dijkstra Visscher"),
    People("SE", "sv", 2, "Ebba Axel Linnéa Gustav", "Sjöberg Hallgren Wikström Åkesson"),
    People("IT", "it", 3, "Chiara Lorenzo Ginevra Matteo", "Bellandi Fontanesi Ricciardi Moretti"),
    People("JP", "ja", 3, "Haruka Kenta Yui Sota", "Hayashida Morimoto Aoyama Kurosawa"),
    People("KR", "ko", 2, "Seo-yeon Min-jun Ji-woo Hyun-woo", "Hwang Seong Namgung Baek"),
    People("BR", "pt", 3, "Beatriz Thiago Larissa Caetano", "Figueiredo Salgado Nogueira Bastos"),
    People("IL", "he", 1, "Noa Itai Shira", "Ben-Ami Harel Peretz"),
    People("IN", "en", 3, "Ananya Rohan Ishita Vikram", "Deshpande Iyer Chatterjee Bhatt"),
    People("AU", "en", 3, "Matilda Lachlan Indigo Jarrah", "Whitlam Ferntree Carrick Nguyen"),
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who books."""

    first_name: str
    last_name: str
    email: str
    phone: str | None
    country: str
    locale: str


def people(rng: random.Random, count: int) -> list[Person]:
    """Return that many people, no two of the same name."""
    found: dict[tuple[str, str], Person] = {}
    weights = [each.weight for each in PEOPLES]
    while len(found) < count:
        each = rng.choices(PEOPLES, weights)[0]
        first, last = rng.choice(each.first.split()), _last(rng, each)
        if (first, last) not in found:
            found[first, last] = _person(rng, each, first, last, len(found))
    return list(found.values())


def companions(rng: random.Random, person: Person) -> Iterator[str]:
    """Give first names for somebody's companions, each once; then blanks: nobody asked them."""
    same = next(p for p in PEOPLES if (p.country, p.locale) == (person.country, person.locale))
    names = [name for name in same.first.split() if name != person.first_name]
    rng.shuffle(names)
    yield from names
    while True:
        yield ""


def _last(rng: random.Random, each: People) -> str:
    name = rng.choice(each.last.replace("van der Meer", "van_der_Meer").split())
    return name.replace("_", " ")


def _person(rng: random.Random, each: People, first: str, last: str, number: int) -> Person:
    plain = f"{first}.{last}".lower().replace(" ", "")
    ascii_name = plain.translate(_PLAIN).encode("ascii", "ignore").decode()
    host = rng.choice(("example.com", "example.org", "example.net"))
    return Person(
        first, last, f"{ascii_name}@{host}", _phone(rng, each.country, number), each.country, each.locale
    )


def _phone(rng: random.Random, country: str, number: int) -> str | None:
    pattern = _PHONES.get(country)
    if pattern is None or rng.random() < 0.12:
        return None
    area = rng.choice(_AREAS.get(country, ("",)))
    return pattern.format(area=area, two=f"{number % 100:02}", three=f"{number % 1000:03}")


_PLAIN: Final = str.maketrans("äöüßéèêëáàâåíìîïóòôõúùûñçøæ", "aouseeeeaaaaiiiioooouuuncoa")
