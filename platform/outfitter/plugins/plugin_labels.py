"""What plugins show on screens, in the reader's language: English words are the keys of translations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from outfitter.plugins import registry

Node = TypeVar("Node")
# Of JSON Schema what people read.
_READ: Final = frozenset({"title", "description"})
_FIELDS: Final = frozenset({"properties", "$defs"})


@dataclass(frozen=True, slots=True)
class Labels:
    """Translates what one plugin shows: the first language that has a word, English, the word itself."""

    words: tuple[Mapping[str, str], ...] = ()

    def text(self, words: str) -> str:
        """Return words in the reader's language."""
        return next((found[words] for found in self.words if words in found), words)

    def schema(self, part: Node) -> Node:
        """
        Return a JSON Schema with its titles and descriptions translated.

        The values of a choice stay; what they are called is beside them, as `x-names`.
        """
        if isinstance(part, list):
            return [self.schema(one) for one in part]  # type: ignore[return-value]
        if not isinstance(part, dict):
            return part
        found = {name: self._member(name, value) for name, value in part.items()}
        choices = part.get("enum")
        if isinstance(choices, list):
            found["x-names"] = {str(one): self.text(str(one)) for one in choices}
        return found  # type: ignore[return-value]

    def _member(self, name: str, value: object) -> object:
        if name in _READ and isinstance(value, str):
            return self.text(value)
        if name in _FIELDS and isinstance(value, dict):
            # A field may be called "title" itself: that is no word.
            return {key: self.schema(one) for key, one in value.items()}
        return self.schema(value)


NO_LABELS: Final = Labels()


def labels_of(slug: str, *, languages: Sequence[str]) -> Labels:
    """
    Return what translates a plugin's words.

    :param languages: of the reader, the dearest first, as in Accept-Language
    """
    call = registry.by_plugin("translations", only=[slug]).get(slug)
    answers: Sequence[Mapping[str, Mapping[str, str]]] = call() if call is not None else ()
    known = answers[0] if answers else {}
    words: list[Mapping[str, str]] = []
    for language in languages:
        if language.split("-")[0].lower() == "en":
            # What is not translated is English: whoever reads that needs no other language.
            break
        if (found := _nearest(known, language)) is not None:
            words.append(found)
    return Labels((*words, known.get("en", {})))


def _nearest(known: Mapping[str, Mapping[str, str]], language: str) -> Mapping[str, str] | None:
    return known.get(language) or known.get(language.split("-")[0].lower())
