"""The forms of the tools for OCI."""

from tools_app.forms.spec import FormSpec, Group, Widget, forms

CUSTOM = {"==": [{"var": "competitor"}, "custom"]}

forms.register(
    "tool:oci-comparison-generator",
    FormSpec(
        groups=[
            Group("Who is compared", ["product", "competitor"], columns=2),
            Group("The custom competitor", ["customName", "customRatings"]),
            Group("Weights", ["weights"]),
        ],
        widgets={
            "/competitor": Widget(help="“Custom” asks for a name and ratings."),
            "/customName": Widget(label="Name", visible_when=CUSTOM),
            "/customRatings": Widget(label="Ratings", visible_when=CUSTOM),
            "/weights": Widget(label="How much each category counts"),
        },
    ),
)
forms.register(
    "tool:oci-order-estimator",
    FormSpec(
        groups=[
            Group("Order", ["lines"]),
            Group("Delivery", ["zone", "liftgate", "residential"]),
        ],
        widgets={
            "/lines": Widget(add_label="Add a line"),
            "/lines/*/bags": Widget(unit="bags", placeholder="600"),
            "/zone": Widget(label="Freight zone"),
            "/liftgate": Widget(variant="checkbox"),
            "/residential": Widget(variant="checkbox"),
        },
    ),
)
