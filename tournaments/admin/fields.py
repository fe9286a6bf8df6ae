"""Fields in which several values are written one after another, or a JSON object."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget


class PrettyJSON(json.JSONEncoder):
    """Indented, so that options can be read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "indent": 2})


class JSONObjectField(forms.JSONField):
    """A JSON object; empty is the empty object."""

    def __init__(self, **kwargs: Any) -> None:
        area = UnfoldAdminTextareaWidget(attrs={"rows": 4, "spellcheck": "false"})
        super().__init__(**{"required": False, "initial": dict, "encoder": PrettyJSON, "widget": area, **kwargs})

    def clean(self, value: Any) -> dict[str, Any]:
        found = super().clean(value)
        if found is None:
            return {}
        if not isinstance(found, dict):
            raise forms.ValidationError(f"{type(found).__name__} is not a JSON object")
        return found


class ListField(forms.Field):
    """Words, one a line or with commas between; cleaned to a list of them, which is what the model holds."""

    separator = "\n"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "widget": self.area(), **kwargs})

    def area(self) -> Any:
        """The widget it is written in."""
        return UnfoldAdminTextareaWidget(attrs={"rows": 4, "spellcheck": "false"})

    def prepare_value(self, value: Any) -> Any:
        return self.separator.join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[Any] | None:
        if value is None or isinstance(value, list):
            return value or self.nothing()
        words = [word.strip() for word in str(value).replace(",", "\n").splitlines()]
        return [self.item(word) for word in words if word] or self.nothing()

    def nothing(self) -> list[Any] | None:
        """The value of an empty field."""
        return []

    def item(self, word: str) -> Any:
        """The value of a word. Raises ValidationError."""
        return word

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise forms.ValidationError(self.error_messages["required"], code="required")

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return self.to_python(initial) != self.to_python(data)
        except forms.ValidationError:
            return True


class NumbersField(ListField):
    """Integers with commas between; an empty field is None."""

    separator = ", "

    def area(self) -> Any:
        return UnfoldAdminTextInputWidget()

    def nothing(self) -> None:
        return None

    def item(self, word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise forms.ValidationError(f"{word!r} is not a whole number") from None
