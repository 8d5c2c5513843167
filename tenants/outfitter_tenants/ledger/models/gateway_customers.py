"""Whom a gateway keeps cards for."""

from django.db import models

from outfitter.db.column_types import slug_choices


class GatewayCustomer(models.Model):
    """Under which name a gateway knows a customer or a partner of ours."""

    gateway = models.CharField(max_length=20)
    owner_kind = models.CharField(max_length=8, choices=slug_choices("customer", "reseller"))
    owner_id = models.BigIntegerField()
    gateway_customer_id = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["gateway", "owner_kind", "owner_id"], name="one_gateway_customer_each"
            )
        ]

    def __str__(self) -> str:
        return f"{self.owner_kind} {self.owner_id} {self.gateway_customer_id}"
