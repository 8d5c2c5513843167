"""Translations that a plugin ships beside its code. Light: plugins import it before Django is ready."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources


@lru_cache
def read_labels(package: str) -> Mapping[str, Mapping[str, str]]:
    """
    Return the translations in a package's folder `labels`: locale -> English words -> translated ones.

    A file `de.json` is one object. `en.json` names what has no English of its own, such as the
    values of a choice. A package without the folder has none.
    """
    folder = resources.files(package) / "labels"
    if not folder.is_dir():
        return {}
    files = [one for one in folder.iterdir() if one.name.endswith(".json")]
    return {one.name.removesuffix(".json"): json.loads(one.read_text("utf-8")) for one in files}
