"""The deposit and the cancellation policy of one experience (domain.md 3.2, 4.8, 4.11)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id, In, Out, Version
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice.general.operations import check_amounts
from outfitter_tenants.backoffice.general.schemas import DepositIn, DepositOut
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations.conditions import save_conditions
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as pricing

router = Router()


class ConditionsIn(In):
    """A deposit and a policy of its own; null: the operator's."""

    version: Version | None = None
    deposit: DepositIn | None = None
    cancellation_policy_id: Id | None = None


class PolicyChoiceOut(Out):
    """A cancellation policy that can be chosen."""

    id: int
    name: str
    is_default: bool


class ConditionsOut(Out):
    """What an experience asks for itself (null: the operator's), and what there is to choose."""

    deposit: DepositOut | None
    cancellation_policy_id: int | None
    version: int
    operator_deposit: DepositOut
    policies: list[PolicyChoiceOut]


def _conditions(experience_id: int) -> Mapping[str, Any]:
    row = catalog.get_experience(experience_id=experience_id)
    return {
        "deposit": row.deposit or None,
        "cancellation_policy_id": row.cancellation_policy_id,
        "version": row.version,
        "operator_deposit": people.get_properties().deposit or {},
        "policies": pricing.list_policies(),
    }


@router.get(
    "/api/experience/{experience}/conditions/get",
    auth=allow("experience.view"),
    response={200: ConditionsOut, **ERRORS},
    operation_id="experience_conditions_get",
)
def conditions_get(request: HttpRequest, experience: Id) -> Mapping[str, Any]:
    """Return the deposit and the cancellation policy of an experience."""
    return _conditions(experience)


@router.post(
    "/api/experience/{experience}/conditions/save",
    auth=allow("setup.experiences"),
    response={200: ConditionsOut, **ERRORS},
    operation_id="experience_conditions_save",
)
def conditions_save(request: HttpRequest, experience: Id, body: ConditionsIn) -> Mapping[str, Any]:
    """Give an experience a deposit and a cancellation policy of its own, or the operator's."""
    catalog.get_experience(experience_id=experience)
    deposit = body.deposit.model_dump() if body.deposit else {}
    check_amounts({"deposit": deposit})
    policy = body.cancellation_policy_id
    if policy is not None and policy not in {row.pk for row in pricing.list_policies()}:
        raise Invalid({"cancellation_policy_id": ["Policy not found."]})
    save_conditions(
        experience_id=experience,
        deposit=deposit,
        cancellation_policy_id=policy,
        version=body.version,
        at=utc_now(),
    )
    return _conditions(experience)
