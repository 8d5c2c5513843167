"""Text as people look for it: without case and accents, the same in Python and in PostgreSQL."""

import re
import unicodedata
from typing import Any, Final

from django.db.models import Func, TextField

# Letters stand before their marks after decomposition; U+0300 to U+036F are the marks.
_MARKS: Final = re.compile("[\u0300-\u036f]")
_SQL: Final = (
    "regexp_replace(normalize(lower((%(expressions)s) COLLATE pg_unicode_fast), NFKD), "
    "'[\u0300-\u036f]', '', 'g')"
)


def fold(text: str) -> str:
    """Return the text in lower case without accents: "Ærø Müller" becomes "ærø muller"."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", text.lower()))


class Folded(Func):
    """
    `fold` in SQL, of several texts with spaces between; immutable, so that an index can hold it.

    None of them may be null.

    Names sort by it as people expect (Ärzte after Arzt, before Bauer), which the database's own
    order of code points does not give.
    """

    template = _SQL
    arg_joiner = " || ' ' || "
    output_field: Any = TextField()
