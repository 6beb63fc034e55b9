"""Every tool answers in a sentence before it shows its figures, and its form is laid out by hand."""

import pytest

from tests.toolbox.running import run_definition
from tools_app.definitions import ToolDefinition
from tools_app.forms.spec import forms, gaps
from tools_app.outputs.blocks import CalloutBlock, blocks_of
from tools_app.outputs.spec import views
from tools_app.registry import load_toolbox, registry

load_toolbox()
TOOLS = [pytest.param(definition, id=definition.slug) for definition in registry]
SAID = {
    "ai-readiness": "Emerging, with 48.75 of 100 points. Talent has most to gain: up to 15 points.",
    "complexity-estimator": "Size L: about 7.9 weeks, 5.9 to 9.8.",
    "fte-impact": "The work of 4.8 people, worth $432,000 a year. What it costs is back after 4.17 months.",
    "ims-coverage-estimator": "132 bags of Protoast Classic on 3 pallets, for $1,049.40."
    " Protoast Value would be cheapest, at $719.40.",
    "ims-product-selector": "Protoast Classic fits best, with 83.81 of 100 points."
    " 2 products do not suit the site.",
    "ims-risk-screener": "The risk is high (4.36 of 5). Look at this first: fire.",
    "oci-comparison-generator": "Protoast Classic wins, 4 to 3.17 of 5.",
    "oci-order-estimator": "$5,217.50 in all, freight included."
    " 900 bags more would raise the discount to 15%.",
    "priority-matrix": "Start with Sort incoming mail: quick win, priority 2.4.",
    "process-automation-scoper": "135.2 of 160 hours a month can be saved; 1 step is ready to be automated.",
    "quick-score": "Grade B: 7.5 of 10.",
    "roi-calculator": "Worth it: $51,631.47 more than it costs, in today’s money."
    " It pays back after 2.5 years.",
    "time-savings": "15 hours a week, the work of 0.375 full-time people, worth $36,000 a year.",
}


@pytest.mark.parametrize("definition", TOOLS)
def test_a_tool_has_a_form_and_a_view_of_its_own(definition: ToolDefinition) -> None:
    spec, view = forms.get(f"tool:{definition.slug}"), views.find(f"tool:{definition.slug}")
    assert spec.groups
    assert gaps(definition.input_schema, spec) == []
    assert view
    assert view.faults(definition.output_schema) == []
    for number, example in enumerate(definition.examples):
        output = run_definition(definition, example)
        first, *rest = blocks_of(sections=definition.sections, output=output, slug=definition.slug)
        assert isinstance(first, CalloutBlock)
        assert "None" not in first.text
        assert rest[0].kind == "summary"
        if number == 0:
            assert first.text == SAID[definition.slug]


def test_figures_that_are_missing_are_not_spoken_of() -> None:
    roi = registry.get("roi-calculator")
    given = {"initialInvestment": 1000, "annualBenefit": 10, "annualCost": 20}
    first = blocks_of(sections=roi.sections, output=run_definition(roi, given), slug=roi.slug)[0]
    assert isinstance(first, CalloutBlock)
    assert first.tone == "warning"
    assert "does not pay back" in first.text
