"""From one operator to another, and who takes a tip: what joins people with more than people."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import account_chooser, hosts, sessions
from outfitter.accounts import operations as accounts
from outfitter.api.access_errors import AtCounter
from outfitter.api.principal import allow, caller_of, signed_in
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_tenants.backoffice.invitations import schemas as s
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import visibility

router = Router(tags=["team"])
WHOLE = 1_000_000


@router.get(
    "/api/accounts/get", auth=signed_in, response={200: s.ChoicesOut, **ERRORS}, operation_id="accounts_get"
)
def accounts_get(request: HttpRequest) -> dict[str, Any]:
    """Return the operators this person works with, by name, with how they look."""
    caller = caller_of(request)
    user_id = caller.user_id or 0
    found = account_chooser.list_choices(user_id=user_id)
    last = sessions.last_schema(user_id=user_id, except_id=caller.session_id or 0)
    brands = people.brands_of(schema_names=[row.schema_name for row in found])
    rows = []
    for row in found:
        brand = brands.get(row.schema_name)
        rows.append(
            {
                "id": row.id,
                "slug": row.slug,
                "name": row.name,
                "url": row.url,
                "kind": row.kind,
                "logo_url": brand.logo_url if brand else None,
                "brand_color": brand.brand_color if brand else "#0f766e",
                "is_current": row.id == request.tenant.pk,  # type: ignore[attr-defined]
                "is_last": row.schema_name == last,
            }
        )
    return {"accounts": rows}


@router.post(
    "/api/accounts/{account}/enter",
    auth=signed_in,
    response={200: s.EnterOut, **ERRORS},
    operation_id="account_enter",
)
def account_enter(request: HttpRequest, account: int) -> dict[str, str]:
    """Give a ticket to another operator of this person: an address that signs in there once."""
    caller = caller_of(request)
    if caller.is_at_counter:
        raise AtCounter("You signed in with a PIN. Sign in with your password to do this.")
    user_id = caller.user_id or 0
    limit(f"enter:{user_id}", times=60, seconds=3600)
    choice = next((row for row in account_chooser.list_choices(user_id=user_id) if row.id == account), None)
    if choice is None:
        raise NotFound("You do not work with this operator.")
    user = account_chooser.get_user(user_id=user_id)
    here = sessions.get(session_id=caller.session_id or 0)
    code = accounts.issue_one_time_code(
        user=user,
        schema_name=choice.schema_name,
        at=utc_now(),
        is_second_factor=caller.is_second_factor,
        confirmed_at=here.confirmed_at,
        session_until=here.expires_at,
    )
    return {"redirect_url": hosts.tenant_url(choice.slug, f"/signin?code={code}")}


@router.get(
    "/api/userAvatars/tippable/get",
    auth=allow("payment.take"),
    response={200: list[s.TippableOut], **ERRORS},
    operation_id="user_avatars_tippable",
)
def user_avatars_tippable(
    request: HttpRequest, timeslot_id: Id | None = None, trip_id: Id | None = None
) -> list[dict[str, Any]]:
    """Return who takes tips: everybody, or the guides of a departure or of a trip's departures."""
    mode = people.get_tip_mode()
    if mode == "disabled":
        return []
    ids = None
    if timeslot_id is not None:
        ids = _guides([scheduling.get_timeslot(timeslot_id=timeslot_id).id])
    elif trip_id is not None:
        found_id = visibility.find_trip_id(key=str(trip_id), by_id=True, caller=caller_of(request))
        ids = _guides(visibility.timeslots_of_trip(trip_id=found_id))
    found = people.list_tippable(ids=ids)
    shares = _shares(len(found)) if mode == "shared_pool" or len(found) == 1 else [None] * len(found)
    return [
        {"id": row.pk, "name": row.name, "image": row.image_url, "color": row.color, "suggested_share": share}
        for row, share in zip(found, shares, strict=True)
    ]


def _guides(timeslot_ids: list[int]) -> list[int]:
    crews = scheduling.crew_of_timeslots(timeslot_ids=timeslot_ids)
    return sorted({guide.id for crew in crews.values() for guide in crew.guides})


def _shares(people_cnt: int) -> list[int | None]:
    """Return equal shares of the whole; what does not divide goes to the first."""
    if not people_cnt:
        return []
    share, rest = divmod(WHOLE, people_cnt)
    return [share + (1 if place < rest else 0) for place in range(people_cnt)]
