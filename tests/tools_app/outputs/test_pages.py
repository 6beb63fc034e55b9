from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from sessions_app.events import EventType
from sessions_app.models import SessionEvent
from tests.conftest import Person
from tests.tools_app.outputs.rendering import read
from tools_app.outputs.samples import SAMPLES


@pytest.fixture
def _demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEMO", True)


@pytest.mark.usefixtures("_demo")
def test_developers_see_every_block(alice: Person) -> None:
    response = alice.browser().get("/dev/results")
    assert response.status_code == 200
    for name in SAMPLES:
        assert f'id="sample-{name}"' in response.content.decode()


@pytest.mark.usefixtures("_demo")
def test_one_sample_can_be_asked_for(alice: Person) -> None:
    html = alice.browser().get("/dev/results?sample=tables").content.decode()
    assert "Price list" in html
    assert "sample-charts" not in html
    assert alice.browser().get("/dev/results?sample=none").status_code == 404


@pytest.mark.usefixtures("_demo")
def test_members_do_not_see_it(bob: Person) -> None:
    assert bob.browser().get("/dev/results").status_code == 403


def test_it_is_not_there_in_production(alice: Person) -> None:
    assert alice.browser().get("/dev/results").status_code == 404


def event(kind: EventType, payload: object) -> SessionEvent:
    return SessionEvent(
        type=kind,
        actor_label="Bob <b>",
        source="web",
        payload=payload,
        run_id=UUID(int=1),
        created_at=datetime(2026, 3, 5, 9, 30, tzinfo=UTC),
    )


def test_events_of_a_run_are_told_in_words() -> None:
    events = [
        event(EventType.STARTED, {"input": {"hourlyRate": 5}}),
        event(EventType.FAILED, {"error": "<script>x</script>"}),
    ]
    page = read(render_to_string("outputs/run_events.html", {"events": events}))
    assert {"Started", "Failed", "Hourly rate", "<script>x</script>"} <= set(page.texts)
    assert any("Bob <b>" in text for text in page.texts)
    assert "script" not in {tag for tag, _ in page.elements}


def test_every_kind_of_event_is_told() -> None:
    page = read(
        render_to_string("outputs/run_events.html", {"events": [event(k, {}) for k in EventType]})
    )
    assert {kind.label for kind in EventType} <= set(page.texts)
