"""Managing tools on pages, without script: the list, copies, files, versions, activity."""

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app.api.examples import NEW_TOOL

LIST = "/admin/tools"


def _send(client: Client, method: str, path: str, body: Any = None, etag: str = "") -> Any:
    headers = {"if-match": f'"{etag}"'} if etag else {}
    answer = client.generic(
        method, path, json.dumps(body or {}), content_type="application/json", headers=headers
    )
    assert answer.status_code < 300, answer.content
    return answer


def _text(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content
    return " ".join(answer.content.decode().split())


def test_the_list_shows_own_tools_and_their_state_and_is_filtered(
    alice: Person, bob: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    browser = alice.browser()
    assert "No tool of your own yet" in _text(browser.get(LIST))
    _send(browser, "POST", "/api/tools", NEW_TOOL)
    _send(browser, "POST", "/api/tools", {"slug": "idea", "name": "An idea", "draft": True})
    document = browser.get("/api/tools/vendor-grade/draft").json()["document"]
    _send(browser, "PUT", "/api/tools/vendor-grade/draft", {**document, "name": "New"}, "1.0")
    shown = _text(browser.get(LIST))
    assert "Vendor grade" in shown
    assert "Unpublished changes" in shown
    assert "An idea" in shown
    for query, found in {
        "q=idea": {"An idea"},
        "state=draft": {"An idea", "Vendor grade"},
        "state=off": set(),
        "category=procurement": {"Vendor grade"},
    }.items():
        page = _text(browser.get(f"{LIST}?{query}", headers={"hx-request": "true"}))
        assert {name for name in ("An idea", "Vendor grade") if f">{name}</a>" in page} == found
    with django_assert_max_num_queries(10):
        browser.get(LIST)
    assert bob.browser().get(LIST).status_code == 403
    # The stock back office is still there.
    assert browser.get("/admin/").status_code == 200


def test_tools_of_the_product_are_shown_in_effect_and_turned_off_in_place(
    alice: Person, bob: Person, operator: Person
) -> None:
    browser = alice.browser()
    with registered(sample()):
        assert "Sample" in _text(browser.get(f"{LIST}?tab=code"))
        form = {"enabled": "0", "here": "tab=code&q=samp&evil=1"}
        done = browser.post("/admin/tools/sample/enabled", form)
        assert done["Location"] == "/admin/tools?tab=code&q=samp#tool-sample"
        assert bob.browser().get("/tools/sample").status_code == 404
        page = _text(browser.get(f"{LIST}?tab=code&q=sample"))
        assert "Turn on" in page
        assert ">enabled</span>" in page
        browser.post("/admin/tools/sample/enabled", {"enabled": "1"})
        assert bob.browser().get("/tools/sample").status_code == 200
        actions = [row["action"] for row in browser.get("/api/activity").json()["results"]]
        assert actions == ["enabled", "disabled"]
        _send(operator.browser(), "PATCH", "/api/tools/sample", {"enabled": False}, "0")
        assert "Off by the operators" in _text(browser.get(f"{LIST}?tab=code&q=sample"))


def test_a_tool_is_copied_and_deleted_only_with_its_name_typed(alice: Person) -> None:
    browser = alice.browser()
    _send(browser, "POST", "/api/tools", NEW_TOOL)
    path = "/admin/tools/vendor-grade"
    assert "vendor-grade-copy" in _text(browser.get(f"{path}/duplicate"))
    taken = browser.post(f"{path}/duplicate", {"name": "Again", "slug": "vendor-grade"})
    assert "has this address already" in _text(taken, 400)
    assert browser.post(f"{path}/duplicate", {"name": "Again", "slug": "again"}).status_code == 302
    assert "Again" in _text(browser.get(LIST))
    wrong = browser.post(f"{path}/delete", {"confirm": "vendor"})
    assert "That is not its name" in _text(wrong, 400)
    assert browser.post(f"{path}/delete", {"confirm": "Vendor grade"}).status_code == 302
    assert browser.get("/api/tools/vendor-grade").status_code == 404


def test_a_file_is_looked_at_before_it_is_brought_in(alice: Person, dana: Person) -> None:
    author, other = alice.browser(), dana.browser()
    _send(author, "POST", "/api/tools", NEW_TOOL)
    file = author.get("/admin/tools/export?form=yaml&tool=vendor-grade")
    assert file["Content-Disposition"] == 'attachment; filename="vendor-grade.yaml"'
    upload = SimpleUploadedFile("tools.yaml", file.content)
    look = _text(other.post("/admin/tools/import", {"file": upload, "act": "check"}))
    assert "Import 1 tool" in look
    assert other.get("/api/tools/vendor-grade").status_code == 404
    text = file.content.decode()
    assert other.post("/admin/tools/import", {"text": text, "act": "import"}).status_code == 302
    assert other.get("/api/tools/vendor-grade").status_code == 200
    again = _text(other.post("/admin/tools/import", {"text": text, "act": "check"}))
    assert "Everything in this file is here already" in again

    differing = text.replace("name: Vendor grade", "name: Vendor mark")
    look = _text(other.post("/admin/tools/import", {"text": differing, "act": "check"}))
    assert "Differs" in look
    assert "Vendor mark" in look
    refused = other.post("/admin/tools/import", {"text": differing, "act": "import"})
    assert "Say that these may be replaced" in _text(refused, 400)
    form = {"text": differing, "act": "import", "replace": "1"}
    assert other.post("/admin/tools/import", form).status_code == 302
    assert other.get("/api/tools/vendor-grade").json()["name"] == "Vendor mark"
    for bad, words in {"tools: 3": "needs a list", "": "Choose a file"}.items():
        assert words in _text(other.post("/admin/tools/import", {"text": bad}), 400)
    binary = SimpleUploadedFile("tools.yaml", b"\xff\xfe\x00")
    assert "no text" in _text(other.post("/admin/tools/import", {"file": binary}), 400)


def test_versions_are_compared_side_by_side_and_restored(alice: Person) -> None:
    browser = alice.browser()
    _send(browser, "POST", "/api/tools", NEW_TOOL)
    schema = NEW_TOOL["input_schema"]
    wider = {**schema, "properties": {**schema["properties"], "region": {"type": "string"}}}
    changed = {"input_schema": {**wider, "required": ["criteria", "region"]}, "note": "By region"}
    _send(browser, "PATCH", "/api/tools/vendor-grade", changed, "1")
    path = "/admin/tools/vendor-grade/versions"
    page = _text(browser.get(f"{path}?role=input&from=1&to=2"))
    assert "By region" in page
    assert "Breaks callers" in page
    assert "region is new and required." in page
    assert '<td class="diff__new">' in page
    assert "First version" in page
    assert _text(browser.get(f"{path}?role=input&from=9&to=x"))
    done = browser.post(f"{path}/1/restore", {"role": "input", "note": "Back"})
    assert done["Location"] == path
    assert "Back" in _text(browser.get(path))
    assert browser.get("/api/tools/vendor-grade").json()["input_schema"] == schema


def test_activity_tells_who_did_what_before_and_after(alice: Person, bob: Person) -> None:
    browser = alice.browser()
    assert "Nothing was changed yet" in _text(browser.get("/admin/activity"))
    _send(browser, "POST", "/api/tools", NEW_TOOL)
    change = {"name": "Mark", "note": "Shorter"}
    _send(browser, "PATCH", "/api/tools/vendor-grade", change, "1")
    page = _text(browser.get("/admin/activity"))
    assert "Alice" in page
    assert "“Shorter”" in page
    assert "Vendor grade" in page
    assert "Nothing fits" in _text(browser.get("/admin/activity?action=deleted"))
    assert "Mark" not in _text(browser.get("/admin/activity?action=created"))
    assert bob.browser().get("/admin/activity").status_code == 403
