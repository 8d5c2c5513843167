"""What staff have GetYourGuide do on the connection's page: deals, selling again, registering."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from outfitter.sdk import Permanent
from outfitter.sdk.channels import ChannelTool, ToolCall, ToolColumn, ToolRow, UnknownProduct, push_dates
from outfitter_getyourguide import operations, product_ids
from outfitter_getyourguide.operations import DealType, NewDeal, NewSupplier
from outfitter_getyourguide.products import alpha3
from outfitter_getyourguide.settings import mapping_of, settings_of, supplier_of

Line = Annotated[str, StringConstraints(max_length=255, strip_whitespace=True)]
Body = TypeVar("Body", bound=BaseModel)


class DealForm(BaseModel):
    """A deal, as staff type it."""

    model_config = ConfigDict(extra="forbid")

    deal_name: Annotated[
        str, StringConstraints(min_length=1, max_length=255, strip_whitespace=True), Field(title="Name")
    ]
    deal_type: DealType = Field("standard", title="Type")
    discount_percentage: float = Field(title="Discount (%)", gt=0, lt=100)
    date_from: date = Field(title="First day")
    date_to: date = Field(title="Last day")
    notice_period_days: int | None = Field(
        None,
        ge=0,
        le=365,
        title="Days ahead",
        description="Early bird: at least 7. Last minute: at most 3. Standard: leave empty.",
    )
    max_vacancies: int | None = Field(None, ge=1, le=5000, title="Seats at most")


class ActivateForm(BaseModel):
    """Which option of GetYourGuide's a product is sold under."""

    model_config = ConfigDict(extra="forbid")

    gyg_option_id: int = Field(title="GetYourGuide's option id", ge=1, le=2**63 - 1)


class SupplierForm(BaseModel):
    """Who an operator is, as staff type it."""

    model_config = ConfigDict(extra="forbid")

    legal_company_name: Annotated[Line, Field(min_length=1, max_length=90, title="Legal company name")]
    legal_status: Literal["company", "individual"] = Field("company", title="Legal status")
    first_name: Annotated[Line, Field(min_length=1, max_length=45, title="First name")]
    last_name: Annotated[Line, Field(min_length=1, max_length=45, title="Last name")]
    email: Annotated[Line, Field(title="Email")]
    mobile_number: Annotated[Line, Field(max_length=20, title="Cell phone")] = ""
    website_url: Annotated[Line, Field(title="Website")]
    country: Annotated[Line, Field(title="Country code", description="Two or three letters, such as US.")]
    currency: Annotated[Line, Field(title="Currency", description="Three letters, such as USD.")]
    city: Annotated[Line, Field(title="Town (UN/LOCODE)", description="Such as US NYC.")] = ""
    postal_code: Annotated[Line, Field(max_length=10, title="Postal code")] = ""
    state_or_region: Annotated[Line, Field(max_length=45, title="State or region")] = ""


def _product_id(call: ToolCall) -> str:
    return product_ids.join(call.product_id, call.option_id)


def list_deals(call: ToolCall) -> Sequence[ToolRow]:
    """Return the deals of a product that were made here."""
    return [_deal_row(row) for row in operations.list_deals(call.connection, _product_id(call))]


def _deal_row(row: Mapping[str, object]) -> ToolRow:
    days = row.get("dateRange")
    dates: Mapping[str, object] = days if isinstance(days, dict) else {}
    share = row.get("discountPercentage")
    kind = str(row.get("dealType") or "")
    return ToolRow(
        str(row.get("dealId") or ""),
        {
            "name": str(row.get("dealName") or ""),
            "type": kind,
            "discount": f"{share:g}%" if isinstance(share, int | float) else "",
            "from": str(dates.get("start") or ""),
            "to": str(dates.get("end") or ""),
        },
    )


def create_deal(call: ToolCall, form: BaseModel) -> str:
    """Make a deal of a product."""
    if not isinstance(form, DealForm):
        raise TypeError(type(form))
    values = form.model_dump(mode="json")
    dates = {"start": values.pop("date_from"), "end": values.pop("date_to")}
    deal = _checked(NewDeal, {**values, "date_range": dates, "external_product_id": _product_id(call)})
    operations.create_deal(call.connection, deal)
    return ""


def delete_deal(call: ToolCall, row_id: str) -> None:
    """End a deal."""
    if not (row_id.isascii() and row_id.isdecimal() and len(row_id) < 20):
        raise Permanent("This deal is not at GetYourGuide.")
    operations.delete_deal(call.connection, int(row_id))


def activate(call: ToolCall, form: BaseModel) -> str:
    """Have a product sold again that GetYourGuide took off sale, and tell it all dates."""
    if not isinstance(form, ActivateForm):
        raise TypeError(type(form))
    way = product_ids.find(call.connection, _product_id(call))
    said = operations.activate(call.connection, form.gyg_option_id, way.product_id)
    push_dates(call.connection, product_id=way.product.product_id)
    return said


def option_of(call: ToolCall) -> Mapping[str, object]:
    """Return GetYourGuide's option of a product, where its mapping has one."""
    try:
        product = product_ids.find(call.connection, _product_id(call)).product
    except UnknownProduct:
        return {}
    return {"gyg_option_id": mapping_of(product).gyg_option_id}


def register(call: ToolCall, form: BaseModel) -> str:
    """Ask GetYourGuide to take the operator in; the result comes by mail."""
    if not isinstance(form, SupplierForm):
        raise TypeError(type(form))
    typed = {name: str(text) for name, text in form.model_dump().items() if text != ""}
    supplier = {
        **typed,
        "country": alpha3(form.country),
        "currency": form.currency.upper(),
        "external_supplier_id": supplier_of(call.connection),
    }
    if form.city:
        supplier["city"] = form.city.upper()
    return operations.register(call.connection, _checked(NewSupplier, supplier))


def operator_of(call: ToolCall) -> Mapping[str, object]:
    """Return what is known of the operator."""
    settings = settings_of(call.connection)
    return {
        "legal_company_name": settings.supplier_name or call.ctx.name,
        "website_url": call.ctx.base_url,
        "country": settings.country,
        "currency": call.ctx.currency,
    }


def _checked(model: type[Body], values: Mapping[str, object]) -> Body:
    try:
        return model.model_validate(values)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        raise Permanent(str(first["msg"]).removeprefix("Value error, ")) from problem


TOOLS: Final = (
    ChannelTool(
        name="deals",
        title="Deals",
        text="Discounts at GetYourGuide. Only deals made here are listed.",
        action="Create deal",
        form=DealForm,
        run=create_deal,
        columns=(
            ToolColumn("name", "Name"),
            ToolColumn("type", "Type", "word"),
            ToolColumn("discount", "Discount"),
            ToolColumn("from", "First day", "date"),
            ToolColumn("to", "Last day", "date"),
        ),
        rows=list_deals,
        remove=delete_deal,
        is_of_product=True,
    ),
    ChannelTool(
        name="activate",
        title="Sell again",
        text="GetYourGuide stops selling a product after failed bookings. Once it's fixed, turn it on again.",
        action="Reactivate",
        form=ActivateForm,
        run=activate,
        initial=option_of,
        is_of_product=True,
    ),
    ChannelTool(
        name="register",
        title="Register as a supplier",
        text="Only if you don't have an account at GetYourGuide yet. The result arrives by email.",
        action="Register",
        form=SupplierForm,
        run=register,
        initial=operator_of,
    ),
)
