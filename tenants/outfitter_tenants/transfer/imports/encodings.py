"""How a text file is encoded: by its mark, by whether it can be UTF-8, by what it looks like."""

import codecs
from pathlib import Path
from typing import Final

from charset_normalizer import from_bytes

from outfitter_tenants.transfer.imports.import_errors import FileRefused

# What people's programs write; others can't be told apart from these by their bytes.
OFFERED: Final = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "cp1250",
    "cp1251",
    "cp1252",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "iso8859-15",
    "mac-roman",
    "shift_jis",
    "euc_kr",
    "gb18030",
    "big5",
)
_GUESSED: Final = [name.replace("-", "_") for name in OFFERED if not name.startswith("utf")]
_PIECE: Final = 256 * 1024
_SAMPLE: Final = 64 * 1024
# So many letters that are right in UTF-8 don't happen in another encoding by chance.
_CERTAIN: Final = 8


def find_encoding(path: Path) -> str:
    """
    Return the encoding of a text file.

    :raises FileRefused: it is no text, or UTF-8 with a letter that is broken, named by its line
    """
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8"
    if b"\0" in head:
        return _wide(head)
    letters, line = _broken_utf8(path)
    if line is None:
        return "utf-8"
    if letters >= _CERTAIN:
        raise FileRefused("broken_letter", "A letter isn't UTF-8. Please save the file again.", line=line)
    return _legacy(path)


def _wide(head: bytes) -> str:
    pairs = max(1, len(head) // 2)
    low, high = head[1::2].count(0) / pairs, head[0::2].count(0) / pairs
    if low > 0.4 and high < 0.1:
        return "utf-16-le"
    if high > 0.4 and low < 0.1:
        return "utf-16-be"
    raise FileRefused("not_a_table", "This isn't a table of text.")


def _broken_utf8(path: Path) -> tuple[int, int | None]:
    """Return how many letters beyond ASCII were right, and the line of the first that isn't."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    letters, line = 0, 1
    with path.open("rb") as file:
        while True:
            piece = file.read(_PIECE)
            try:
                text = decoder.decode(piece, final=not piece)
            except UnicodeDecodeError as problem:
                right = problem.object[: problem.start]
                letters += sum(byte >= 0xC0 for byte in right)
                return letters, line + right.count(b"\n")
            if not text.isascii():
                letters += sum(one > "\x7f" for one in text)
            line += text.count("\n")
            if not piece:
                return letters, None


def _legacy(path: Path) -> str:
    """Guess by the lines that have letters beyond ASCII: the others say nothing."""
    sample = bytearray()
    with path.open("rb") as file:
        for line in file:
            if not line.isascii():
                sample += line
            if len(sample) > _SAMPLE:
                break
    found = from_bytes(bytes(sample), cp_isolation=_GUESSED, enable_fallback=False).best()
    name = (found.encoding if found else "cp1252").replace("_", "-")
    alike = {"shift-jis": "shift_jis", "euc-kr": "euc_kr", "iso8859-15": "iso8859-15"}
    name = alike.get(name, name)
    return name if name in OFFERED and not _is_western(bytes(sample), name) else "cp1252"


def _is_western(sample: bytes, encoding: str) -> bool:
    """Return whether the commonest encoding reads the same text: of two that fit it is likelier."""
    try:
        return sample.decode("cp1252") == sample.decode(encoding)
    except UnicodeDecodeError:
        return False
