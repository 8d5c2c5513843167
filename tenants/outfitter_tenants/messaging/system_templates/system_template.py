"""What a template that ships with the product is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from outfitter_tenants.messaging.system_templates.shipped_blocks import Block


@dataclass(frozen=True, slots=True)
class SystemTemplate:
    """
    A template of ours: sentences by key (`messaging/words/`), so that it speaks every language.

    `subjects` are keys by variant, "" the usual one. `is_replaceable` tells whether an operator's own
    template of this category takes its place.
    """

    slug: str
    name: str
    category: str
    subjects: Mapping[str, str]
    preheader: str
    blocks: tuple[Block, ...]
    channel: Literal["email", "sms", "both"] = "email"
    # The key of its text, and what its values are.
    sms_key: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    sms_fields: Mapping[str, str] = field(default_factory=dict)
    is_replaceable: bool = True
