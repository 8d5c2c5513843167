"""Settings that a plugin declares, as staff send them. Pure."""

from collections.abc import Mapping

from pydantic import BaseModel, ValidationError

from outfitter.kit.errors import Invalid


def checked_settings(
    model: type[BaseModel] | None, values: Mapping[str, object], *, part: str
) -> dict[str, object]:
    """
    Return values as their model stores them.

    :raises Invalid: `part.field` for every value that doesn't fit; `part` where the channel has none
    """
    if model is None:
        if values:
            raise Invalid({part: ["This channel has none."]})
        return {}
    try:
        return model.model_validate(values).model_dump(mode="json")
    except ValidationError as problem:
        raise Invalid(
            {".".join([part, *map(str, error["loc"])]): [error["msg"]] for error in problem.errors()}
        ) from problem
