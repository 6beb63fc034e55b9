"""What OCI's customers compare Protoast with. The ratings are made up, from 1 to 5."""

from typing import Literal

from toolbox.ims.catalogue import Ratings

CompetitorSlug = Literal[
    "hardwood-mulch", "dyed-mulch", "cedar-mulch", "rubber-mulch", "river-rock", "custom"
]

PRESETS: dict[CompetitorSlug, tuple[str, Ratings]] = {
    "hardwood-mulch": ("Hardwood mulch", Ratings(2, 4, 2, 3, 3, 5)),
    "dyed-mulch": ("Dyed mulch", Ratings(2, 2, 2, 3, 3, 4)),
    "cedar-mulch": ("Cedar mulch", Ratings(2, 4, 3, 3, 3, 3)),
    "rubber-mulch": ("Rubber mulch", Ratings(1, 1, 5, 5, 4, 2)),
    "river-rock": ("River rock", Ratings(5, 5, 5, 5, 2, 2)),
}
