"""Modules are nouns of the field: no gerund, no participle, no riddle; one word, one thing."""

import subprocess
from collections import defaultdict

import pytest

from tests.support.glossary import ROOT, module_words, read_glossary, word_table

pytestmark = pytest.mark.rules

SRC_ROOTS = ("platform/", "tenants/", "signup/", "plugins/", "infra/")
# Plugins of other people, in their own form.
OTHERS = "tests/third_party/"
# Packages that hold apps: what stands below them is a house of its own.
STREETS = ("outfitter", "outfitter_tenants")

# Nouns of the field that happen to end like a participle or a gerund.
NOUNS_IN_ING = {
    "billing": "what operators pay the platform",
    "booking": "one ticket of a trip",
    "mapping": "what is called what elsewhere",
    "messaging": "the app of messages",
    "onboarding": "the first steps of an operator",
    "overbooking": "selling more seats than there are, on purpose",
    "pricing": "the app of prices",
    "provisioning": "making an operator's schema and rows",
    "rebooking": "the mail about another date",
    "rendering": "words and values made into a message, as of a picture",
    "scheduling": "the app of time and seats",
    "testing": "what tests are written with, as everywhere in Python",
}
NOUNS_IN_ED = {
    "embed": "the snippet on a site",
    "feed": "an address that calendars subscribe to",
    "seed": "rows to begin with",
    "speed": "how fast",
}
NOUNS = {*NOUNS_IN_ING, *NOUNS_IN_ED}


def dotted(path: str) -> str:
    """Return the dotted name of a file; a package is named like its folder."""
    for root in SRC_ROOTS:
        path = path.removeprefix(root)
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def base(module: str) -> str:
    """Return the name that is judged: the last part, without what marks a test or a private one."""
    return module.rsplit(".", 1)[-1].removeprefix("test_").lstrip("_")


def verbs(modules: list[str]) -> list[str]:
    """Return modules whose last word is a gerund or a participle."""
    return [
        module
        for module in modules
        if (last := base(module).rsplit("_", 1)[-1]).endswith(("ing", "ed")) and last not in NOUNS
    ]


def riddles(modules: list[str], retired: list[str]) -> list[str]:
    """Return modules that are a retired word, or hold one among their words."""
    return [module for module in modules if any(f"_{old}_" in f"_{base(module)}_" for old in retired)]


def house(module: str) -> str:
    """Return the app or package that a module belongs to; inside it one name is one subject."""
    parts = module.split(".")
    return ".".join(parts[: 2 if parts[0] in STREETS else 1])


def shared(modules: list[str]) -> dict[str, set[str]]:
    """Return name -> the houses it stands in, of names that stand in several."""
    found = defaultdict(set)
    for module in modules:
        if module != house(module):
            found[module.rsplit(".", 1)[-1]].add(house(module))
    return {name: houses for name, houses in found.items() if len(houses) > 1}


def unexplained(modules: list[str], known: set[str]) -> dict[str, set[str]]:
    """Return names in several houses that are neither a term nor a word told to be shared."""
    return {name: houses for name, houses in shared(modules).items() if name not in known}


def modules_here() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files", "--", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [
        dotted(path)
        for path in listing.stdout.splitlines()
        if "/migrations/" not in path and not path.startswith(OTHERS) and (ROOT / path).is_file()
    ]


def of_the_product(modules: list[str]) -> list[str]:
    """Leave out tests (they are named after what they test) and commands (after what is typed)."""
    return [module for module in modules if not module.startswith("tests.") and ".management" not in module]


def words_told_to_be_shared() -> set[str]:
    text = read_glossary()
    return {*word_table(text, "Layer words"), *word_table(text, "Words that packages share")}


def test_no_module_is_a_gerund_or_a_participle():
    assert verbs(modules_here()) == []


def test_no_module_bears_a_retired_word():
    retired = word_table(read_glossary(), "Retired words")

    assert len(retired) > 60
    assert riddles(modules_here(), retired) == []


def test_a_name_in_several_packages_has_one_meaning_and_the_glossary_tells_it():
    known = words_told_to_be_shared() | module_words(read_glossary())

    assert unexplained(of_the_product(modules_here()), known) == {}


def test_no_word_is_told_to_be_shared_that_is_not():
    """A word that only one package uses needs no line; the next to take it has to explain it."""
    told = set(word_table(read_glossary(), "Words that packages share"))

    assert told - set(shared(of_the_product(modules_here()))) == set()


def test_no_retired_word_is_a_word_of_the_house():
    retired = set(word_table(read_glossary(), "Retired words"))

    assert retired & (words_told_to_be_shared() | module_words(read_glossary()) | NOUNS) == set()


def test_what_replaces_a_retired_word_is_allowed_itself():
    text = read_glossary()
    rows = [line.strip("| ").split(" | ") for line in text.split("| retired |")[1].splitlines()]
    replacements = [f"x.{word}" for row in rows[2:] if len(row) == 2 for word in row[1].split(", ")]

    assert len(replacements) > 60
    assert verbs(replacements) == []
    assert riddles(replacements, word_table(text, "Retired words")) == []


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("platform/outfitter/kit/cash.py", "outfitter.kit.cash"),
        ("tenants/outfitter_tenants/trips/__init__.py", "outfitter_tenants.trips"),
        ("tests/house/test_names.py", "tests.house.test_names"),
        ("infra/stripe_double/world.py", "stripe_double.world"),
    ],
)
def test_a_file_has_a_dotted_name(path, module):
    assert dotted(path) == module


@pytest.mark.parametrize("name", ["a.paying", "a.test_forgetting", "a.rates_applied", "a.listed"])
def test_verbs_are_found(name):
    assert verbs([name]) == [name]


@pytest.mark.parametrize(
    "name", ["a.booking", "a.party_mapping", "a.saved_cards", "a.test_speed", "a.bookings"]
)
def test_nouns_are_let_pass(name):
    assert verbs([name]) == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a.told", True),
        ("a._told", True),
        ("a.test_told", True),
        ("a.told_twice", True),
        ("a.giving_back", True),
        ("a.told.rules", False),
        ("a.retold", False),
        ("a.back", False),
    ],
)
def test_retired_words_are_found_whole(name, found):
    assert bool(riddles([name], ["told", "giving_back"])) is found


def test_names_in_several_houses_need_a_meaning():
    modules = [
        "outfitter_tenants.trips.stock",
        "outfitter_tenants.trips.queries.stock",
        "outfitter_tenants.catalog.stock",
        "outfitter_tenants.catalog.queries.seats",
        "outfitter_tenants.catalog.operations.seats",
        "outfitter_viator",
        "outfitter_viator.api",
        "outfitter_octo.api",
    ]

    assert unexplained(modules, {"api"}) == {
        "stock": {"outfitter_tenants.trips", "outfitter_tenants.catalog"}
    }
