"""The developers' page: every block in several states. Not there in production."""

from django.conf import settings
from django.http import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from config.errors import NotFound
from tools_app.outputs.samples import SAMPLES


@require_safe
@requires("tools.tenant.update")
def index(request: SignedInRequest) -> HttpResponseBase:
    """All samples, or the one that `?sample=` names."""
    wanted = request.GET.get("sample")
    if not (settings.DEBUG or settings.DEMO) or (wanted and wanted not in SAMPLES):
        raise NotFound
    chosen = [wanted] if wanted else list(SAMPLES)
    context = {"samples": [(name, SAMPLES[name]()) for name in chosen], "names": list(SAMPLES)}
    return render(request, "outputs/samples.html", context)
