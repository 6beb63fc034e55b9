"""People at their browsers: each visit is a new context, watched until it ends."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from accounts.catalogue import Role
from accounts.demo import PASSWORD, email_of
from tests.browser.server import Server
from tests.browser.watch import Watch

WIDE = {"width": 1280, "height": 800}
PATIENCE = 10_000


@dataclass
class Visitors:
    """Opens pages as somebody. Signing in is throttled and slow, so it is done once a person."""

    browser: Browser
    server: Server
    states: dict[tuple[Role, str], StorageState]
    watches: dict[BrowserContext, Watch] = field(default_factory=dict)

    def stranger(self, slug: str = "acme", **options: Any) -> Page:
        options = {"viewport": WIDE, "reduced_motion": "reduce", **options}
        context = self.browser.new_context(base_url=self.server.url(slug), **options)
        context.set_default_timeout(PATIENCE)
        self.watches[context] = Watch(context)
        return context.new_page()

    def person(self, role: Role, slug: str = "acme", **options: Any) -> Page:
        """Somebody of the demo who is signed in already."""
        if (role, slug) not in self.states:
            page = self.stranger(slug)
            sign_in(page, email_of(role, slug))
            self.states[role, slug] = page.context.storage_state()
            page.context.close()
        return self.stranger(slug, storage_state=self.states[role, slug], **options)

    def allow(self, page: Page, *statuses: int) -> None:
        self.watches[page.context].allow(*statuses)

    def expect_refused_frame(self, page: Page) -> None:
        self.watches[page.context].expect_refused_frame()

    def close(self) -> list[str]:
        """End all visits; return what the browsers complained about."""
        for context in self.watches:
            context.close()
        return [fault for watch in self.watches.values() for fault in watch.faults]


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.goto("/sign-in")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/")
