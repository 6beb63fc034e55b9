"""The editor's page of a tool with 100 fields against the same page with 5."""

import subprocess
import sys

from bench.client import Target
from bench.site import Site
from config.paths import ROOT

FEW, MANY = 5, 100

SCRIPT = """
from django.conf import settings
from django.test import Client
from accounts.catalogue import Role
from accounts.demo import email_of
from accounts.models import User
from accounts.principal import principal_of_user
from bench.editing import FEW, MANY
from tenants.context import tenant_context
from tools_app.drafts import create_draft
from tools_app.schemas.fields import FieldDefinition, fields_to_schema
with tenant_context("acme"):
    user = User.objects.with_groups().get(email=email_of(Role.EDITOR, "acme"))
    principal = principal_of_user(user)
    for number in (FEW, MANY):
        fields = [FieldDefinition(key=f"f{n}", type="text", label=f"Field {n}") for n in range(number)]
        create_draft(principal=principal, slug=f"fields-{number}", name=f"{number} fields",
                     input_schema=fields_to_schema(fields))
    browser = Client(HTTP_HOST="acme.localhost")
    browser.force_login(user, backend="accounts.authentication.TenantBackend")
    print(f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}")
"""


def targets(found: Site) -> tuple[Target, Target]:
    """The page with few fields, and the one with many."""
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "-c", SCRIPT]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    cookie = printed.strip().splitlines()[-1]
    headers = {"Host": "acme.localhost", "Cookie": cookie}
    few, many = (
        Target(f"the editor with {number} fields", found.product_port, _path(number), headers)
        for number in (FEW, MANY)
    )
    return few, many


def _path(number: int) -> str:
    return f"/admin/tools/fields-{number}/edit"
