"""Tools as files, on pages: take them out, look at what would come in, bring it in."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, form_page, posted, requires
from config.errors import AppError, Fault, InvalidInput
from tools_app.api.exchange import FORMS, LONGEST_FILE, file_response
from tools_app.exchange.files import exported
from tools_app.exchange.imports import Import, ImportConflict, import_tools
from tools_app.exchange.plans import ItemStatus


@require_safe
@requires("tools.tenant.update")
def download(request: SignedInRequest) -> HttpResponseBase:
    form = request.GET.get("form", "yaml")
    file = exported(principal=request.principal, slugs=request.GET.getlist("tool")[:500])
    return file_response(form if form in FORMS else "yaml", file)


class ImportForm(forms.Form):
    """A file, or its text: what was looked at is sent again as text."""

    file = forms.FileField(
        label="File", required=False, help_text="JSON or YAML, as this page's export writes it."
    )
    text = forms.CharField(
        label="Or its text",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
    )
    replace = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        given: UploadedFile[Any] | None = data.get("file")
        if given is not None:
            data["text"] = self._read(given)
        if not data.get("text", "").strip() and not self.errors:
            self.add_error("file", "Choose a file, or paste its text.")
        return data

    def _read(self, given: "UploadedFile[Any]") -> str:
        if (given.size or 0) > LONGEST_FILE:
            self.add_error("file", f"At most {LONGEST_FILE // 1000} kB.")
            return ""
        try:
            return bytes(given.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", "This is no text in UTF-8.")
            return ""


@form_page
@requires("tools.tenant.create")
def bring_in(request: SignedInRequest) -> HttpResponseBase:
    """First a look at what would happen; then, with the same text, for real."""
    form = ImportForm(posted(request), request.FILES or None)
    found, faults = None, []
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        for_real = request.POST.get("act") == "import"
        try:
            found = _import(request, data, dry_run=not for_real)
        except InvalidInput as error:
            faults = _shown(error)
        except ImportConflict as error:
            faults = [error.detail]
            found = _import(request, data, dry_run=True)
        if found and for_real and not faults:
            return _done(request, found)
    context = {
        "form": form,
        "found": found,
        "faults": faults,
        "text": form.cleaned_data.get("text", "") if form.is_bound else "",
        "clashes": len(found.having(ItemStatus.CONFLICT)) if found else 0,
        "broken": len(found.having(ItemStatus.FAULTY)) if found else 0,
    }
    wrong = faults or (form.is_bound and form.errors)
    return render(request, "admin_tools/import.html", context, status=400 if wrong else 200)


def _import(request: SignedInRequest, data: dict[str, Any], *, dry_run: bool) -> Import:
    return import_tools(
        principal=request.principal, text=data["text"], dry_run=dry_run, replace=data["replace"]
    )


def _shown(error: AppError) -> list[str]:
    return [_words(fault) for fault in error.faults] or [error.detail]


def _words(fault: Fault) -> str:
    return f"{fault.pointer}: {fault.detail}" if fault.pointer else fault.detail


def _done(request: SignedInRequest, found: Import) -> HttpResponseBase:
    count = found.writes
    words = f"{count} tool{'s' if count != 1 else ''} imported." if count else "Nothing to change."
    messages.success(request, words)
    return redirect("admin-tools")
