"""The only module that talks to HubSpot, through its own library."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hubspot import HubSpot
from urllib3 import Retry
from urllib3.exceptions import HTTPError

from outfitter.sdk import Retryable
from outfitter_hubspot.errors import AlreadyThere, NotThere, refusal

SECONDS: Final = 10.0
# Our own key of a company or deal: by it a row is created once, however often it is sent.
KEY: Final = "outfitter_id"
MOST_HITS: Final = 10


def api_base() -> str:
    """Return where HubSpot is: its own address, or a stand-in's."""
    from django.conf import settings

    return str(settings.HUBSPOT["api_base"])


def account(token: str) -> Mapping[str, Any]:
    """
    Return whose token it is.

    :raises CrmTokenRefused: it is not accepted
    :raises Permanent: HubSpot refuses
    :raises Retryable: HubSpot did not answer, or asks to wait
    """
    # The library has no class for this one; its transport is the same.
    transport = _client(token).crm.deals.basic_api.api_client
    found = _ask(
        lambda: transport.call_api(
            "/account-info/v3/details",
            "GET",
            header_params={"Accept": "application/json"},
            auth_settings=["oauth2"],
            response_types_map={200: "object"},
            _return_http_data_only=True,
            _request_timeout=SECONDS,
        )
    )
    return found if isinstance(found, dict) else {}


def stages(token: str, pipeline: str) -> Sequence[Mapping[str, Any]]:
    """
    Return the stages of a pipeline of deals in their order.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: there is no such pipeline, or HubSpot refuses
    :raises Retryable: HubSpot did not answer, or asks to wait
    """
    api = _client(token).crm.pipelines.pipelines_api
    found = _ask(lambda: api.get_by_id("deals", pipeline, _request_timeout=SECONDS))
    ordered = sorted(found.stages, key=lambda one: one.display_order)
    return [{"id": one.id, "label": one.label, "metadata": one.metadata or {}} for one in ordered]


def ensure_property(token: str, kind: str, group: str, name: str, label: str, value_type: str) -> None:
    """
    Make a property of companies or deals; one that is there stays.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: HubSpot refuses
    :raises Retryable: HubSpot did not answer, or asks to wait
    """
    api = _client(token).crm.properties.core_api
    body = {
        "groupName": group,
        "name": name,
        "label": label,
        "type": value_type,
        "fieldType": "number" if value_type == "number" else "text",
        "hasUniqueValue": name == KEY,
    }
    try:
        _ask(lambda: api.create(kind, body, _request_timeout=SECONDS))
    except AlreadyThere:
        return


def upsert(token: str, kind: str, rows: Mapping[str, Mapping[str, str]]) -> Sequence[Any]:
    """
    Create or change companies or deals by our key; returns HubSpot's rows.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: HubSpot refuses; nothing was saved
    :raises Retryable: HubSpot did not answer, or asks to wait
    """
    api = getattr(_client(token).crm, kind).batch_api
    inputs = [
        {"idProperty": KEY, "id": key, "properties": {**properties, KEY: key}}
        for key, properties in rows.items()
    ]
    found = _ask(lambda: api.upsert({"inputs": inputs}, _request_timeout=SECONDS))
    results: Sequence[Any] = found.results
    return results


def associate(token: str, deal_id: str, company_id: str) -> None:
    """
    Say that a deal is with a company; saying it twice changes nothing.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: HubSpot refuses
    :raises Retryable: HubSpot did not answer, or asks to wait
    """
    api = _client(token).crm.associations.v4.basic_api
    _ask(lambda: api.create_default("deals", deal_id, "companies", company_id, _request_timeout=SECONDS))


def archive_deal(token: str, deal_id: str) -> None:
    """
    Take a deal out; one that is not there is no error.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: HubSpot refuses
    :raises Retryable: HubSpot did not answer, or asks to wait
    """
    api = _client(token).crm.deals.basic_api
    try:
        _ask(lambda: api.archive(deal_id, _request_timeout=SECONDS))
    except NotThere:
        return


def search(token: str, kind: str, text: str, properties: Sequence[str], seconds: float) -> Sequence[Any]:
    """
    Return companies or deals in which a text stands.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: HubSpot refuses
    :raises Retryable: HubSpot did not answer in time, or asks to wait
    """
    api = getattr(_client(token).crm, kind).search_api
    body = {"query": text, "limit": MOST_HITS, "properties": list(properties)}
    found = _ask(lambda: api.do_search(body, _request_timeout=seconds))
    results: Sequence[Any] = found.results
    return results


def search_site(token: str, text: str, domain: str, language: str, seconds: float) -> Sequence[Any]:
    """
    Return articles of the knowledge base on a domain.

    :raises CrmTokenRefused: the token is not accepted
    :raises Permanent: HubSpot refuses
    :raises Retryable: HubSpot did not answer in time, or asks to wait
    """
    api = _client(token).cms.site_search.public_api
    found = _ask(
        lambda: api.search(
            q=text,
            limit=MOST_HITS,
            type=["KNOWLEDGE_ARTICLE"],
            domain=[domain],
            language=language,
            _request_timeout=seconds,
        )
    )
    results: Sequence[Any] = found.results
    return results


def _client(token: str) -> Any:
    # Nothing is sent again unseen: the host knows when, and what has been sent is known by our key.
    return HubSpot(access_token=token, host=api_base(), retry=Retry(0, redirect=0))


def _ask(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except HTTPError as problem:
        raise Retryable(f"HubSpot did not answer: {type(problem).__name__}") from problem
    except Exception as problem:
        # Each part of the library has exceptions of its own; all carry the answer like this.
        status = getattr(problem, "status", None)
        if status is None:
            raise
        headers = getattr(problem, "headers", None) or {}
        raise refusal(int(status), getattr(problem, "body", b""), headers.get("Retry-After")) from problem
