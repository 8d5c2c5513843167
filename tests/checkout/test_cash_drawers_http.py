"""The calls of the counter's cash, from a new drawer to a count that is opened again."""

from typing import Any

import pytest

from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role

JSON = {"content_type": "application/json"}


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


def _post(client: Any, path: str, body: Any = None, status: int = 200) -> Any:
    answer = client.post(path, body if body is not None else {}, **JSON)
    assert answer.status_code == status, answer.content
    return answer.json()


def _drawer(owner: Any, name: str = "Front desk") -> Any:
    found = _post(owner, "/api/cashDrawer/create", {"name": name})["drawers"]
    return next(one for one in found if one["name"] == name)


def test_a_shift_from_float_to_recount(owner: Any) -> None:
    drawer = _drawer(owner)
    path = f"/api/cashDrawer/{drawer['id']}"
    shift = _post(owner, f"{path}/open", {"float_amount": 10_000})["shift"]
    assert (shift["is_mine"], shift["closed_at"]) == (True, None)
    here = f"/api/cashShift/{shift['id']}"
    assert _post(owner, f"{path}/open", {}, 409)["code"] == "drawer_in_use"
    assert _post(owner, f"{path}/archive", {"version": drawer["version"]}, 409)["code"] == "drawer_in_use"
    _post(owner, f"{here}/leave")
    _post(owner, f"{here}/join")
    move = {"version": shift["version"], "kind": "drop", "amount": 2_500, "currency": "USD", "reason": "Safe"}
    shift = _post(owner, f"{here}/move", move)["shift"]
    assert _post(owner, f"{here}/move", move, 409)["code"] == "stale_version"
    count = {"currency": "USD", "amount": 7_400, "denominations": {"2500": 2, "100": 24}}
    end = {"version": shift["version"], "counts": [count]}
    assert "counts.0.reason" in _post(owner, f"{here}/close", end, 422)["detail"]["fields"]
    assert _post(owner, f"{here}/close", {**end, "counts": [{**count, "amount": 1}]}, 422)
    end["counts"] = [{**count, "reason": "Too much change"}]
    [summed] = _post(owner, f"{here}/close", end)["shift"]["sums"]
    assert (summed["expected"], summed["counted"], summed["difference"]) == (7_500, 7_400, -100)
    listed = owner.get("/api/cashShifts/get").json()["shifts"]
    assert [one["id"] for one in listed] == [shift["id"]]
    again = {"version": listed[0]["version"], "reason": "A roll was missed"}
    assert _post(owner, f"{here}/reopen", again)["shift"]["reopen_reason"] == "A roll was missed"
    assert [one["kind"] for one in owner.get(f"{here}/get").json()["movements"]] == [
        "float",
        "drop",
        "difference",
        "difference",
    ]


def test_drawers_are_named_and_put_away(owner: Any) -> None:
    drawer = _drawer(owner)
    assert _post(owner, "/api/cashDrawer/create", {"name": "Front desk"}, 422)["code"] == "validation_failed"
    path = f"/api/cashDrawer/{drawer['id']}"
    _post(owner, f"{path}/save", {"name": "Pier", "version": drawer["version"]})
    stale = {"version": drawer["version"]}
    assert _post(owner, f"{path}/archive", stale, 409)["code"] == "stale_version"
    assert _post(owner, f"{path}/archive", {"version": drawer["version"] + 1})["drawers"] == []
    assert owner.get("/api/cashDrawers/get").json()["drawers"] == []


def test_who_takes_money_does_not_open_a_count_again(owner: Any, client_for: Any) -> None:
    drawer = _drawer(owner)
    clerk = browser_of(client_for, make_colleague("Cleo", "x", role=make_role("till", "payment.take")))
    shift = _post(clerk, f"/api/cashDrawer/{drawer['id']}/open", {})["shift"]
    here = f"/api/cashShift/{shift['id']}"
    _post(clerk, f"{here}/close", {"version": shift["version"], "counts": []})
    assert _post(clerk, f"{here}/reopen", {"version": 2, "reason": "x"}, 403)["code"] == "forbidden"
    assert _post(clerk, "/api/cashDrawer/create", {"name": "Mine"}, 403)["code"] == "forbidden"
