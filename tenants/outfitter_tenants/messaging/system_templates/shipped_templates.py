"""The templates that ship with the product."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.system_templates import (
    automatic_templates,
    letter_templates,
    money_templates,
)
from outfitter_tenants.messaging.system_templates.shipped_blocks import line_of, node_of
from outfitter_tenants.messaging.system_templates.system_template import SystemTemplate
from outfitter_tenants.messaging.template_content import TemplateWords

SYSTEM_TEMPLATES: Final[Mapping[str, SystemTemplate]] = {
    one.slug: one
    for one in (*letter_templates.TEMPLATES, *money_templates.TEMPLATES, *automatic_templates.TEMPLATES)
}


def shipped_words(slug: str, locale: str, *, variant: str = "") -> TemplateWords:
    """
    Return what a system template says in the language nearest to a tag.

    :raises KeyError: there is no such system template
    """
    return _words(slug, translations.language(locale), variant)


@cache
def _words(slug: str, code: str, variant: str) -> TemplateWords:
    template = SYSTEM_TEMPLATES[slug]
    subject = template.subjects.get(variant) or template.subjects[""]
    preheader = template.preheader
    if preheader in translations.catalogue(code):
        preheader = line_of(preheader, code, template.fields)
    content = [node_of(block, code) for block in template.blocks]
    return TemplateWords(
        locale=code,
        subject=line_of(subject, code, template.fields) if subject else "",
        preheader=preheader,
        document={"type": "doc", "content": content},
        sms_text=line_of(template.sms_key, code, {**template.fields, **template.sms_fields})
        if template.sms_key
        else "",
    )
