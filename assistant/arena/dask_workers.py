"""Jobs on a Dask scheduler: started here for the run, or at an address.

A scheduler runs any code that reaches it. So one that is started here listens on this machine
alone, speaks TLS with a key made for the run, which only its processes have, and shows no pages
unless asked to. One at an address gets the certificates that were given; a plain connection that
leaves this machine must be asked for.
"""

import ipaddress
import logging
import os
import re
from collections.abc import Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from assistant.arena.cluster import (
    MAX_DEATHS,
    MAX_WORKERS,
    OWN_FOLDER,
    Access,
    Done,
    Function,
    Job,
    Stop,
    Workers,
    never,
    protect_children,
)
from engine.cards import shorten
from engine.control import POLL_S
from engine.errors import InputError, UnavailableError

IN_FLIGHT = 2  # jobs handed out for each worker, so that none waits for the next one
CONNECT_S = 10
HERE = "127.0.0.1"
DASHBOARD = f"{HERE}:8787"
NO_PAGES: dict[str, list[str]] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
# What a worker runs first: ignore Ctrl-C, which is for the parent, and change to our folder.
PRELOAD = (
    f"import os, signal; signal.signal(signal.SIGINT, signal.SIG_IGN); os.chdir({OWN_FOLDER!r})"
)


class DaskWorkers(Workers):
    """A Dask scheduler, at an address or started here (`local:2`)."""

    def __init__(self, where: str, access: Access | None = None) -> None:
        self._client, self._cluster = _connect(where, access or Access())
        self.n_workers = max(1, sum(self._client.nthreads().values()))

    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = never) -> Done:
        """Keep the scheduler supplied; it reruns the jobs of a worker that died."""
        from distributed import wait as wait_for

        waiting, flying = iter(jobs), dict[Any, Job]()
        try:
            while not should_stop():
                for job in islice(waiting, IN_FLIGHT * self.n_workers - len(flying)):
                    flying[self._submit(function, job)] = job
                if not flying:
                    return
                with suppress(TimeoutError):
                    wait_for(list(flying), POLL_S, return_when="FIRST_COMPLETED")
                for future in [f for f in flying if f.done()]:
                    job = flying.pop(future)
                    yield job, self._result(future)
        finally:
            self._client.cancel(list(flying), force=True)

    def _submit(self, function: Function, job: Job) -> Any:
        return self._client.submit(function, *job, pure=False, retries=MAX_DEATHS)

    def _result(self, future: Any) -> Any:
        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker as error:
            raise UnavailableError(f"a job killed every Dask worker it ran on: {error}") from error
        except (CancelledError, OSError) as error:
            raise UnavailableError(
                "the Dask scheduler is gone; what was played is kept: resume the session"
            ) from error

    def pids(self) -> list[int]:
        """Return the process ids of the workers."""
        return list(self._client.run(os.getpid, on_error="ignore").values())

    def close(self) -> None:
        """Leave the scheduler; end it if it was started here."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _connect(where: str, access: Access) -> tuple[Any, Any]:
    """Return a client of the scheduler at an address, or of one started here."""
    match = re.fullmatch(r"local:([1-9]\d{0,2})|((?:tcp|tls|ws|wss)://\S+:\d+)", where, re.ASCII)
    if match is None or int(match[1] or 1) > MAX_WORKERS:
        raise InputError(
            f'"{shorten(where)}" is not a cluster: expected local:2 (workers started here, at most '
            f"{MAX_WORKERS}) or a Dask scheduler's address such as tls://host:8786"
        )
    try:
        import cryptography  # noqa: F401 - are they there?
        import distributed  # noqa: F401
    except ImportError:
        raise UnavailableError(
            'Dask is not installed: pip install "card-table-assistant[cluster]", '
            "or leave --cluster out"
        ) from None
    return _start(int(match[1]), access.dashboard) if match[1] else (_reach(where, access), None)


def _start(n_workers: int, dashboard: bool) -> tuple[Any, Any]:
    """Start a scheduler and its workers on this machine, closed to everybody else."""
    import dask
    from distributed import Client, LocalCluster, Security

    protect_children()
    with dask.config.set({} if dashboard else NO_PAGES):
        cluster = LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            host=HERE,
            dashboard_address=DASHBOARD if dashboard else f"{HERE}:0",
            scheduler_kwargs={"dashboard": dashboard},
            security=Security.temporary(),  # a key for the run, in memory
            silence_logs=logging.ERROR,  # a worker that is slow to stop is not worth a warning
            preload=[PRELOAD],
        )
        return Client(cluster), cluster


def _reach(where: str, access: Access) -> Any:
    """Return a client of the scheduler at an address."""
    from distributed import Client

    security = _given_security(where, access)
    try:
        return Client(where, timeout=CONNECT_S, security=security)
    except (OSError, TimeoutError, ValueError) as error:
        raise UnavailableError(f"no Dask scheduler answers at {where}: {error}") from error


def _given_security(where: str, access: Access) -> Any:
    """Return TLS as given on the command line or to Dask; plain only where that is asked for."""
    from distributed import Security

    files = {"ca_file": access.tls_ca, "client_cert": access.tls_cert, "client_key": access.tls_key}
    given = {f"tls_{name}": str(path) for name, path in files.items() if path is not None}
    for path in given.values():
        if not Path(path).is_file() or not os.access(path, os.R_OK):
            raise InputError(f'cannot read the certificate or key "{path}"')
    url = urlsplit(where)
    if url.scheme in ("tls", "wss"):
        security = Security(require_encryption=True, **given)
        if not security.tls_ca_file or not security.tls_client_cert:
            raise InputError(f"{where} needs certificates: --tls-ca, --tls-cert and --tls-key")
        return security
    if not access.insecure and not _is_here(url.hostname or ""):
        raise InputError(
            f"{where} is a plain connection to another machine, which anybody on the way can read "
            "and change: use tls:// with certificates, or add --insecure"
        )
    return Security(require_encryption=False)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
