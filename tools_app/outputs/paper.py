"""What stands around a result on paper."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Pictures = Callable[[str], bytes | None]


def no_picture(_address: str) -> bytes | None:
    return None


@dataclass(frozen=True)
class Paper:
    """`facts` stand below the title, `foot` on every page. `pictures` gives the bytes behind the
    address of an image that may be shown, or nothing."""

    title: str
    facts: Sequence[tuple[str, str]] = ()
    foot: str = ""
    pictures: Pictures = field(default=no_picture)
