"""Resources and completion."""

import json

import pytest

from tests.conftest import Person
from tests.tools_app.mcp.calling import NEW, OLD, Caller

CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]


@pytest.fixture(params=[OLD, NEW])
def caller(bob: Person, request: pytest.FixtureRequest) -> Caller:
    return Caller(bob.program("tools:execute"), request.param)


def test_a_run_is_a_resource_for_whoever_may_see_it(caller: Caller, adam: Person) -> None:
    run_id = caller.tool("quick-score", criteria=CRITERIA)["_meta"]["tenon/run_id"]
    uri = f"tenon://runs/{run_id}"
    assert uri in [found["uri"] for found in caller("resources/list")["resources"]]
    contents = caller("resources/read", uri=uri)["contents"][0]
    assert json.loads(contents["text"])["output"]["summary"]["score"] == 8
    other = Caller(adam.program("tools:execute"))
    for missing in (uri, "tenon://runs/x", "tenon://runs/", "file:///etc/passwd"):
        error = other("resources/read", uri=missing)
        assert (error["code"], error["data"]["uri"]) == (-32602, missing)
    typed = {"name": "run_id", "value": run_id[:8]}
    ref = {"type": "ref/resource", "uri": "tenon://runs/{run_id}"}
    found = caller("completion/complete", ref=ref, argument=typed)
    assert run_id in found["completion"]["values"]


def test_fields_with_a_list_can_be_completed(dana: Person) -> None:
    caller = Caller(dana.program("tools:execute"))
    template = "tenon://tools/{tool}/options/{field}"
    templates = [
        found["uriTemplate"] for found in caller("resources/templates/list")["resourceTemplates"]
    ]
    assert template in templates
    ref = {"type": "ref/resource", "uri": template}
    tools = caller("completion/complete", ref=ref, argument={"name": "tool", "value": ""})
    tool = tools["completion"]["values"][0]
    context = {"arguments": {"tool": tool}}
    fields = caller(
        "completion/complete", ref=ref, argument={"name": "field", "value": ""}, context=context
    )
    field = fields["completion"]["values"][0]
    read = caller("resources/read", uri=f"tenon://tools/{tool}/options/{field}")
    options = json.loads(read["contents"][0]["text"])["options"]
    typed = {"name": field, "value": options[0]["value"][:2]}
    found = caller("completion/complete", ref={"type": "ref/prompt", "name": tool}, argument=typed)
    assert options[0]["value"] in found["completion"]["values"]


def test_nothing_is_completed_for_what_is_not_there(caller: Caller) -> None:
    for ref in ({"type": "ref/prompt", "name": "none"}, {"type": "ref/resource", "uri": "x://{y}"}):
        found = caller("completion/complete", ref=ref, argument={"name": "a", "value": ""})
        assert found["completion"]["values"] == []
