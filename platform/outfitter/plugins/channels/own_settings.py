"""What a plugin keeps of its own on a connection and on a mapping, read back into its model."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound=BaseModel)


def read_settings(model: type[Model], stored: Mapping[str, object]) -> Model:
    """
    Return stored settings as their model has them, as far as they fit.

    What the model doesn't name, and what an older version stored in another form, is as if it had
    never been stored. Every field of `model` therefore needs a default.

    :raises ValidationError: a field without a default isn't there
    """
    known = {name: value for name, value in stored.items() if name in model.model_fields}
    try:
        return model.model_validate(known)
    except ValidationError as problem:
        wrong = {error["loc"][0] for error in problem.errors() if error["loc"]}
    return model.model_validate({name: value for name, value in known.items() if name not in wrong})
