"""Of whom a trip knows who they are."""

from typing import Final

from django.db.models import Q

# Somebody we can name or reach; carts of anybody else wait for nobody's answer.
HAS_CONTACT: Final = (
    ~Q(contact_first_name="", contact_last_name="")
    | Q(contact_email__isnull=False)
    | Q(contact_phone__isnull=False)
)
