"""Forms of the pages for groups. They parse; the services decide."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone

from accounts.forms import DescribedRadio, offer
from together.models import Answers, Join
from together.models.embed import Theme
from together.models.group import LARGEST_GROUP
from together.shares import LONGEST_NAME, MOST_SUBMISSIONS

JOIN_WORDS = {
    Join.TEAM: "Whoever may take part in sessions here.",
    Join.PEOPLE: "Others do not even see it.",
    Join.LINK: "Nobody of the workspace but you; make the link on the next page.",
}
ANSWER_WORDS = {
    Answers.NAMED: "Everybody in the session sees who answered what.",
    Answers.ANONYMOUS: "Everybody sees the answers, nobody whose they are.",
    Answers.HIDDEN: "Everybody sees only what the answers say together.",
}


class StartForm(forms.Form):
    title = forms.CharField(label="Title", max_length=200, required=False)
    join = forms.ChoiceField(label="Who may join", widget=DescribedRadio, initial=Join.TEAM)
    people = forms.TypedMultipleChoiceField(
        label="People",
        coerce=UUID,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="For “Only these people”.",
    )
    answers = forms.ChoiceField(
        label="Individual answers", widget=DescribedRadio, initial=Answers.NAMED
    )
    min_group = forms.IntegerField(
        label="Smallest group",
        min_value=1,
        max_value=LARGEST_GROUP,
        initial=1,
        help_text="Until so many have answered, nobody sees any answer but their own.",
    )

    def __init__(self, people: Iterable[tuple[UUID, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["join"], {each.value: (each.label, JOIN_WORDS[each]) for each in Join})
        offer(
            self.fields["answers"],
            {each.value: (each.label, ANSWER_WORDS[each]) for each in Answers},
        )
        self.fields["people"].choices = [(str(id), label) for id, label in people]  # type: ignore[attr-defined]  # noqa: A001


class ShareForm(forms.Form):
    LIVES = {"1": "1 day", "7": "7 days", "30": "30 days", "never": "No expiry"}

    expires = forms.ChoiceField(label="Expires after", choices=list(LIVES.items()), initial="7")
    submission_limit = forms.IntegerField(
        label="Most answers by it",
        min_value=1,
        max_value=MOST_SUBMISSIONS,
        initial=MOST_SUBMISSIONS,
    )

    @property
    def expires_at(self) -> datetime | None:
        days = self.cleaned_data["expires"]
        return None if days == "never" else timezone.now() + timedelta(days=int(days))


class GuestForm(forms.Form):
    name = forms.CharField(
        label="Your name",
        max_length=LONGEST_NAME,
        help_text="The others see it beside “guest”.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class EmbedForm(forms.Form):
    name = forms.CharField(label="Name", max_length=100, help_text="For you and other admins.")
    origins = forms.CharField(
        label="Pages that may show it",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One origin a line, for example https://www.example.com. No other page can.",
    )
    theme = forms.ChoiceField(label="Theme", choices=Theme.choices, initial=Theme.SYSTEM)
    fields_shown = forms.MultipleChoiceField(
        label="What visitors fill in", widget=forms.CheckboxSelectMultiple
    )
    per_minute = forms.IntegerField(
        label="Most submissions a minute from one address",
        min_value=1,
        max_value=10_000,
        initial=10,
    )
    per_day = forms.IntegerField(
        label="Most submissions a day in all", min_value=1, max_value=1_000_000, initial=500
    )

    def __init__(self, fields: Iterable[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fields_shown"].choices = list(fields)  # type: ignore[attr-defined]

    def clean_origins(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["origins"].splitlines() if line.strip()]
