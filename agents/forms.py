"""Forms of the pages of models and agents. They parse; the services decide."""

from typing import Any

from django import forms

from agents.config import GROUPS
from agents.models import Agent, Configured, ModelConnection, Skill
from agents.models.connection import LONGEST_MODEL
from agents.offers import Offers, Pairs


class LinesField(forms.Field):
    """A list, one entry a line."""

    widget = forms.Textarea

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False,
            widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
            **options,
        )

    def to_python(self, value: Any) -> list[str]:
        if isinstance(value, list):
            return value
        return [line.strip() for line in str(value or "").splitlines() if line.strip()]

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value


def _price(label: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, required=False, min_value=0, max_digits=10, decimal_places=4
    )


class ConnectionForm(forms.Form):
    name = forms.CharField(label="Name", max_length=100)
    slug = forms.CharField(
        label="Short name",
        max_length=64,
        help_text="How tools name it, as in “short-name:model”. It cannot be changed later.",
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )
    provider = forms.ChoiceField(label="Provider", choices=ModelConnection.Provider.choices)
    base_url = forms.CharField(
        label="Address",
        required=False,
        max_length=500,
        help_text="Empty for the provider's own. Any server that speaks OpenAI's protocol works.",
        widget=forms.URLInput(attrs={"placeholder": "https://…"}),
    )
    key = forms.CharField(
        label="Key",
        required=False,
        max_length=1000,
        strip=True,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text="Kept encrypted and never shown again.",
    )
    default_model = forms.CharField(
        label="Default model",
        required=False,
        max_length=LONGEST_MODEL,
        help_text="As the provider calls it. Not needed for the model of this installation.",
    )
    allowed_models = LinesField(
        label="Other models that may be used",
        help_text="One a line. A tool that asks for any other gets the default model.",
    )
    takes_schemas = forms.BooleanField(
        label="It takes JSON schemas",
        required=False,
        initial=True,
        help_text="Turn this off for a server that refuses “response_format”.",
    )
    token_budget = forms.IntegerField(
        label="Tokens for each person",
        required=False,
        min_value=1,
        help_text="Empty for no cap. With one, who has used it up has to wait.",
    )
    window_minutes = forms.IntegerField(label="Within so many minutes", required=False, min_value=1)
    price_input = _price("Price of a million tokens in")
    price_cached = _price("Price of a million tokens in, cached")
    price_output = _price("Price of a million tokens out")
    currency = forms.CharField(label="Currency", max_length=3, initial="USD")
    enabled = forms.BooleanField(label="Turned on", required=False, initial=True)
    is_default = forms.BooleanField(label="Use it wherever no other is named", required=False)

    GROUPS = {
        "": ("name", "slug", "provider", "base_url", "key"),
        "Models": ("default_model", "allowed_models", "takes_schemas"),
        "Cap": ("token_budget", "window_minutes"),
        "Prices": ("price_input", "price_cached", "price_output", "currency"),
        "Use": ("enabled", "is_default"),
    }

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (title, [self[name] for name in names if name in self.fields])
            for title, names in self.GROUPS.items()
        ]

    def __init__(
        self, *args: Any, connection: ModelConnection | None = None, **kwargs: Any
    ) -> None:
        if connection:
            names = self.base_fields.keys() - {"key", "slug"}
            kwargs["initial"] = {name: getattr(connection, name) for name in names}
        super().__init__(*args, **kwargs)
        if connection:
            del self.fields["slug"]
            if connection.has_key:
                self.fields["key"].help_text = "One is kept. Leave this empty to keep it."

    @property
    def values(self) -> dict[str, Any]:
        """Without an empty key: it keeps the one that there is."""
        data = dict(self.cleaned_data)
        if not data["key"]:
            del data["key"]
        return data


class ConfiguredForm(forms.Form):
    """Of an agent or a skill; `revision` is what the page showed."""

    name = forms.CharField(label="Name", max_length=100)
    slug = forms.CharField(
        label="Short name",
        max_length=64,
        help_text="How tools name it. It cannot be changed later.",
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )
    description = forms.CharField(
        label="Description", required=False, max_length=500, help_text="One line: what it is for."
    )
    instructions = forms.CharField(
        label="Instructions",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 12}),
    )
    enabled = forms.BooleanField(label="Turned on", required=False, initial=True)
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, row: Configured | None = None, **kwargs: Any) -> None:
        if row:
            kwargs["initial"] = self.initial_of(row)
        super().__init__(*args, **kwargs)
        # What is not on the page stays as it is.
        self.kept: dict[str, Any] = dict(getattr(row, "config", None) or {})
        if row:
            del self.fields["slug"]

    def initial_of(self, row: Any) -> dict[str, Any]:
        names = ("name", "description", "instructions", "enabled", "revision")
        return {name: getattr(row, name) for name in names}

    @property
    def values(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "revision"}


class SkillForm(ConfiguredForm):
    category = forms.CharField(label="Category", required=False, max_length=50)
    user_invocable = forms.BooleanField(
        label="People may ask for it by name", required=False, initial=True
    )

    def initial_of(self, row: Skill) -> dict[str, Any]:
        own = {"category": row.category, "user_invocable": row.user_invocable}
        return {**super().initial_of(row), **own}


class AgentForm(ConfiguredForm):
    model = forms.CharField(
        label="Model",
        required=False,
        max_length=200,
        help_text="As in “connection:model”. Empty for the default.",
    )
    tool_groups = forms.MultipleChoiceField(
        label="Tools",
        required=False,
        choices=[("tools", GROUPS["tools"])],
        initial=["tools"],
        widget=forms.CheckboxSelectMultiple,
        help_text="Always within the rights of whoever asks.",
    )
    custom_tools = forms.MultipleChoiceField(
        label="Only these tools",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Where it may not use every tool.",
    )
    skills = forms.MultipleChoiceField(
        label="Skills",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="It knows what each is for, and reads the one it needs.",
    )

    def __init__(self, *args: Any, offers: Offers = Offers(), **kwargs: Any) -> None:  # noqa: B008
        super().__init__(*args, **kwargs)
        self.offers = offers
        self._offer("custom_tools", offers.tools)
        self._offer("skills", offers.skills)
        self.fields["model"].widget.attrs["list"] = "agent-models"

    def _offer(self, name: str, known: Pairs) -> None:
        """And what was chosen before, though it is not here any more."""
        kept = self.initial.get(name, [])
        gone = [each for each in kept if each not in dict(known)]
        choices = [*known, *((each, f"{each} (not here any more)") for each in gone)]
        self.fields[name].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields[name]

    def initial_of(self, row: Agent) -> dict[str, Any]:
        settings = row.settings
        return {
            **super().initial_of(row),
            "model": row.model,
            "tool_groups": list(settings.toolGroups),
            "custom_tools": list(settings.customTools),
            "skills": list(settings.skills),
        }

    @property
    def values(self) -> dict[str, Any]:
        data = super().values
        config = {
            **self.kept,
            "toolGroups": [*data.pop("tool_groups"), *self._other_groups()],
            "customTools": self._in_order("custom_tools", data.pop("custom_tools", [])),
            "skills": self._in_order("skills", data.pop("skills", [])),
        }
        return {**data, "config": config}

    def _other_groups(self) -> list[str]:
        """That the page does not show."""
        return [each for each in self.kept.get("toolGroups", []) if each != "tools"]

    def _in_order(self, name: str, chosen: list[str]) -> list[str]:
        """Those that were there before in their order, then the new ones."""
        before = [each for each in self.initial.get(name, []) if each in chosen]
        return [*before, *(each for each in chosen if each not in before)]
