"""The forms of the tools for IMS."""

from tools_app.forms.spec import FormSpec, Group, Widget, forms

IMPORTANCE = "0 does not matter, 5 matters most."

forms.register(
    "tool:ims-coverage-estimator",
    FormSpec(
        groups=[
            Group(
                "Area",
                ["areaSqFt", "length", "width"],
                columns=3,
                help="Give the area, or length and width.",
            ),
            Group("Material", ["product", "depthIn"], columns=2),
        ],
        internal=["wastePct"],
        widgets={
            "/areaSqFt": Widget(placeholder="1000", help="Leave it out to use length and width."),
            "/depthIn": Widget(variant="slider"),
            "/wastePct": Widget(variant="percent"),
        },
    ),
)
forms.register(
    "tool:ims-product-selector",
    FormSpec(
        groups=[
            Group(
                "What matters",
                [
                    "fireSafety",
                    "lowOffGassing",
                    "durability",
                    "drainage",
                    "slipResistance",
                    "value",
                ],
                columns=2,
                help=IMPORTANCE,
            ),
            Group("The site", ["nearBuilding", "enclosed", "wetGround", "walkway"], columns=2),
        ],
    ),
)
forms.register(
    "tool:ims-risk-screener",
    FormSpec(
        groups=[
            Group("What lies there", ["material", "ageYears"], columns=2),
            Group("The site", ["slope", "climate", "traffic"]),
            Group("Surroundings", ["enclosed", "nearBuilding"], columns=2),
        ],
        widgets={"/climate": Widget(variant="segmented")},
    ),
)
