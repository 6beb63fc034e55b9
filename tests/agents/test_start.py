"""What a start costs: the libraries of the providers are read by whoever asks a model first."""

import subprocess
import sys

from config.paths import ROOT

CODE = """
import django, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
import config.urls
heavy = {"openai", "anthropic", "pydantic_ai", "xllamacpp"} & set(sys.modules)
assert not heavy, heavy
"""


def test_a_start_reads_no_library_of_a_provider() -> None:
    subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, check=True)
