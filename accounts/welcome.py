"""What the home page offers: first steps, and shortcuts to what somebody works with. Apps above
this one add theirs."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from accounts.principal import Principal


@dataclass(frozen=True)
class Step:
    """`done` when the data says so."""

    title: str
    text: str
    url: str
    action: str
    icon: str
    done: bool = False


@dataclass(frozen=True)
class Shortcut:
    label: str
    url: str
    icon: str
    used_at: datetime | None = None


Offer = tuple[list[Step], list[Shortcut]]
Offering = Callable[[Principal], Offer]


class Welcome:
    def __init__(self) -> None:
        self._offerings: list[Offering] = []

    def register(self, offering: Offering) -> None:
        self._offerings.append(offering)

    def offers(self, principal: Principal) -> Offer:
        """All first steps and all shortcuts, in the order of the apps."""
        steps: list[Step] = []
        shortcuts: list[Shortcut] = []
        for offering in self._offerings:
            more_steps, more_shortcuts = offering(principal)
            steps += more_steps
            shortcuts += more_shortcuts
        return steps, shortcuts


welcome = Welcome()
