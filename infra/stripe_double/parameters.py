"""Reads Stripe's request bodies: form-encoded, with nested keys such as `a[b][0]=c`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl

from stripe_double.errors import ApiError, missing

_PART = re.compile(r"\[([^\[\]]*)\]")
_INTEGER = re.compile(r"-?\d{1,15}")
MAX_DEPTH = 8


def parse(encoded: str) -> dict[str, Any]:
    """
    Return the nested form of `a[b]=1&c[0]=2&d[]=3`.

    :raises ApiError: a key is malformed, or used both as a value and as a group
    """
    tree: dict[str, Any] = {}
    for key, value in parse_qsl(encoded, keep_blank_values=True):
        _place(tree, key, value)
    return {name: _lists(value) for name, value in tree.items()}


def _place(tree: dict[str, Any], key: str, value: str) -> None:
    head, *rest = re.split(r"(?=\[)", key, maxsplit=1)
    parts = _PART.findall(rest[0]) if rest else []
    if not head or (rest and "".join(f"[{p}]" for p in parts) != rest[0]) or len(parts) > MAX_DEPTH:
        raise ApiError(400, f"Invalid parameter name: {key[:80]}")
    path = [head, *parts]
    spot = tree
    for part in path[:-1]:
        spot = spot.setdefault(part or str(len(spot)), {})
        if not isinstance(spot, dict):
            raise ApiError(400, f"Invalid hash: {key[:80]}", param=head)
    last = path[-1] or str(len(spot))
    if isinstance(spot.get(last), dict):
        raise ApiError(400, f"Invalid string: {key[:80]}", param=head)
    spot[last] = value


def _lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_lists(value[key]) for key in sorted(value, key=int)]
    return {key: _lists(inner) for key, inner in value.items()}


class Params(Mapping[str, Any]):
    """The parameters of one call, read with Stripe's complaints about wrong ones."""

    def __init__(self, values: Mapping[str, Any], prefix: str = "") -> None:
        """Wrap; `prefix` names the group that holds these values, for messages."""
        self.values_given, self.prefix = dict(values), prefix

    def __getitem__(self, name: str) -> Any:
        return self.values_given[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_given)

    def __len__(self) -> int:
        return len(self.values_given)

    def _name(self, name: str) -> str:
        return f"{self.prefix}[{name}]" if self.prefix else name

    def allow(self, names: Iterable[str]) -> None:
        """
        Accept these names only.

        :raises ApiError: there is another one
        """
        for name in self.values_given.keys() - set(names):
            raise ApiError(
                400,
                f"Received unknown parameter: {self._name(name)}",
                code="parameter_unknown",
                param=self._name(name),
            )

    def text(self, name: str) -> str | None:
        """
        Return a string, None when absent or empty.

        :raises ApiError: it is a group
        """
        value = self.values_given.get(name)
        if value is not None and not isinstance(value, str):
            raise ApiError(400, f"Invalid string: {self._name(name)}", param=self._name(name))
        return value or None

    def required(self, name: str) -> str:
        """
        Return a string.

        :raises ApiError: absent, empty or a group
        """
        value = self.text(name)
        if value is None:
            raise missing(self._name(name))
        return value

    def integer(self, name: str) -> int | None:
        """
        Return a whole number, None when absent.

        :raises ApiError: it is something else
        """
        value = self.text(name)
        if value is None:
            return None
        if not _INTEGER.fullmatch(value):
            raise ApiError(
                400,
                f"Invalid integer: {value[:40]}",
                code="parameter_invalid_integer",
                param=self._name(name),
            )
        return int(value)

    def flag(self, name: str) -> bool | None:
        """
        Return true or false, None when absent.

        :raises ApiError: it is something else
        """
        value = self.text(name)
        if value not in {None, "true", "false"}:
            raise ApiError(400, f"Invalid boolean: {str(value)[:40]}", param=self._name(name))
        return None if value is None else value == "true"

    def choice(self, name: str, options: Iterable[str]) -> str | None:
        """
        Return one of `options`, None when absent.

        :raises ApiError: it is none of them
        """
        value, known = self.text(name), list(options)
        if value is not None and value not in known:
            words = ", ".join(known)
            raise ApiError(400, f"Invalid {self._name(name)}: must be one of {words}", param=self._name(name))
        return value

    def group(self, name: str) -> Params | None:
        """
        Return nested parameters, None when absent.

        :raises ApiError: it is a plain value
        """
        value = self.values_given.get(name)
        if value is None or value == "":
            return None
        if not isinstance(value, dict):
            raise ApiError(400, f"Invalid object: {self._name(name)}", param=self._name(name))
        return Params(value, self._name(name))

    def words(self, name: str) -> list[str]:
        """
        Return a list of strings, empty when absent.

        :raises ApiError: it is something else
        """
        value = self.values_given.get(name) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ApiError(400, f"Invalid array: {self._name(name)}", param=self._name(name))
        return value

    def metadata(self, before: Mapping[str, str]) -> dict[str, str]:
        """
        Return `before` changed by the `metadata` parameter: empty values remove keys.

        :raises ApiError: too many keys, or too long ones
        """
        if self.values_given.get("metadata") == "":
            return {}
        given = self.group("metadata")
        merged = dict(before)
        for key in given or ():
            merged[key] = (given or self).text(key) or ""
        merged = {key: value for key, value in merged.items() if value}
        if len(merged) > 50 or any(len(k) > 40 or len(v) > 500 for k, v in merged.items()):
            raise ApiError(400, "Metadata has too many or too long entries.", param="metadata")
        return merged
