"""
Applies migrations without drawing the whole model graph anew at every step.

Django renders a model, and all that are related to it, again after each operation; in a graph where
everything belongs to a trip that is most of what a first start takes. A new field, index or
constraint leaves every other model as it is: here it is put into the class that is there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ModelState, ProjectState, StateApps


class MigrationState(ProjectState):
    """A project's state on the way forwards; what is renamed, altered or removed, Django renders."""

    def add_model(self, model_state: ModelState) -> None:
        """Render a model that is new; those it refers to are there already."""
        with self._not_rendering() as apps:
            super().add_model(model_state)
        if apps is not None:
            apps.render_multiple([model_state])

    def add_field(
        self,
        app_label: str,
        model_name: str,
        name: str,
        field: "models.Field[Any, Any]",
        preserve_default: bool,
    ) -> None:
        """Put a field into its model's class; Django renders where more than a column comes of it."""
        model = self._rendered(app_label, model_name)
        if model is None or field.many_to_many or field.generated or model.__subclasses__():
            super().add_field(app_label, model_name, name, field, preserve_default)
            return
        with self._not_rendering():
            super().add_field(app_label, model_name, name, field, preserve_default)
        model.add_to_class(name, self.models[app_label, model_name].fields[name].clone())
        self.apps.clear_cache()
        self.is_delayed = True

    def _append_option(self, app_label: str, model_name: str, option_name: str, obj: Any) -> None:
        with self._not_rendering():
            super()._append_option(app_label, model_name, option_name, obj)  # type: ignore[misc]
        self._take_over(app_label, model_name, option_name)

    def _remove_option(self, app_label: str, model_name: str, option_name: str, obj_name: str) -> None:
        with self._not_rendering():
            super()._remove_option(app_label, model_name, option_name, obj_name)  # type: ignore[misc]
        self._take_over(app_label, model_name, option_name)

    def _take_over(self, app_label: str, model_name: str, option_name: str) -> None:
        model = self._rendered(app_label, model_name)
        if model is not None:
            setattr(model._meta, option_name, list(self.models[app_label, model_name].options[option_name]))
            # Python code in a migration gets models that are rendered anew.
            self.is_delayed = True

    def _rendered(self, app_label: str, model_name: str) -> type[models.Model] | None:
        # This state's own classes, rendered from migrations: none of them is a model of the product.
        return self.apps.all_models[app_label][model_name] if "apps" in self.__dict__ else None

    @contextmanager
    def _not_rendering(self) -> Iterator[StateApps | None]:
        # Django renders only where it has rendered before.
        apps = self.__dict__.pop("apps", None)
        try:
            yield apps
        finally:
            if apps is not None:
                self.__dict__["apps"] = apps


class ForwardExecutor(MigrationExecutor):
    """Django's executor with that state; it does not go backwards."""

    def _create_project_state(self, with_applied_migrations: bool = False) -> ProjectState:
        plain = super()._create_project_state(with_applied_migrations)  # type: ignore[misc]
        return MigrationState(plain.models, plain.real_apps)
