"""What is known about ground covers: a base for each risk, and what makes it better or worse."""

from collections.abc import Mapping
from typing import Literal, get_args

Material = Literal[
    "shredded-bark",
    "wood-chips",
    "dyed-mulch",
    "pine-straw",
    "rubber-mulch",
    "gravel",
    "artificial-turf",
]
Slope = Literal["flat", "moderate", "steep"]
Climate = Literal["temperate", "hot-dry", "wet", "freezing"]
Traffic = Literal["light", "moderate", "heavy"]
Risk = Literal["fire", "off-gassing", "breakdown", "drainage", "slip"]

RISKS: tuple[Risk, ...] = get_args(Risk)
LOWEST, HIGHEST = 1, 5

# In the order of RISKS.
BASE: dict[Material, tuple[int, int, int, int, int]] = {
    "shredded-bark": (4, 2, 3, 3, 3),
    "wood-chips": (3, 1, 4, 2, 3),
    "dyed-mulch": (4, 3, 4, 3, 3),
    "pine-straw": (5, 1, 5, 2, 4),
    "rubber-mulch": (5, 5, 2, 1, 2),
    "gravel": (1, 1, 1, 1, 3),
    "artificial-turf": (3, 4, 2, 3, 2),
}

Change = Mapping[Risk, int]
SLOPES: dict[Slope, Change] = {
    "flat": {},
    "moderate": {"slip": 1},
    "steep": {"slip": 2, "breakdown": 1},
}
CLIMATES: dict[Climate, Change] = {
    "temperate": {},
    "hot-dry": {"fire": 1, "off-gassing": 1},
    "wet": {"breakdown": 1, "drainage": 1, "slip": 1, "fire": -1},
    "freezing": {"slip": 1},
}
TRAFFIC: dict[Traffic, Change] = {
    "light": {},
    "moderate": {"breakdown": 1},
    "heavy": {"breakdown": 2, "slip": 1},
}
ENCLOSED: Change = {"off-gassing": 1, "drainage": 1}
NEAR_BUILDING: Change = {"fire": 1}
# From this age on; the last that applies counts.
AGES: dict[int, Change] = {
    0: {},
    2: {"breakdown": 1},
    5: {"breakdown": 2, "drainage": 1, "off-gassing": -1},
}
