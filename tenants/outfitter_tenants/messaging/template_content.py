"""What a template says in one language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TemplateWords:
    """
    The words of a template in the language of `locale`.

    `document` are the blocks of the email (template_documents/document_schema.py), {} where there is none;
    lines name merge fields as `{{name|fallback}}`.
    """

    locale: str
    subject: str = ""
    preheader: str = ""
    document: Mapping[str, Any] = field(default_factory=dict)
    sms_text: str = ""
