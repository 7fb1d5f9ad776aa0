"""The same session here, in processes and on a real Dask cluster; workers that die lose nothing."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Security

from assistant.arena import dask_workers
from assistant.arena.cluster import (
    MAX_WORKERS,
    Access,
    InProcess,
    Processes,
    Workers,
    open_workers,
)
from assistant.arena.dask_workers import DaskWorkers
from assistant.arena.head_to_head import run_head_to_head
from assistant.arena.plan import plan_match
from assistant.arena.runner import run_session
from assistant.arena.session import play_session
from assistant.arena.store import Store
from assistant.arena.strength import measure
from engine.control import Control, Progress
from engine.errors import InputError, UnavailableError
from tests.assistant.arena import toy


def square(x: int) -> int:
    return x * x


def refuse(x: int) -> int:
    raise InputError(f"{x} cannot be used")


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(scope="module")
def dask() -> Iterator[DaskWorkers]:
    with DaskWorkers("local:2") as workers:
        yield workers


@pytest.fixture(params=["here", "processes", "dask"])
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    if request.param == "dask":
        yield request.getfixturevalue("dask")
        return
    with InProcess() if request.param == "here" else Processes(2) as made:
        yield made


def test_map_keeps_the_order(workers: Workers) -> None:
    assert list(workers.map(square, range(30))) == [n * n for n in range(30)]
    assert list(workers.map(pow, [2, 3], [5, 2])) == [32, 9]


def test_errors_come_back(workers: Workers) -> None:
    with pytest.raises(InputError, match="7 cannot be used"):
        list(workers.map(refuse, [7]))
    assert list(workers.map(square, [3])) == [9]


def test_stopping_drops_the_rest(workers: Workers) -> None:
    done: list[int] = []
    jobs = ((n,) for n in range(10**9))
    for _, result in workers.run(square, jobs, lambda: len(done) >= 5):
        done.append(result)
    assert 5 <= len(done) < 20


def test_a_session_is_byte_equal_here_and_there(store: Store, workers: Workers) -> None:
    plan = plan_match(["toy:random", "toy:high", "toy:low"], 300, 7)
    here, there = store.create(plan), store.create(plan)
    first = run_session(store, here)
    second = run_session(store, there, workers)
    assert first.places.tobytes() == second.places.tobytes()
    assert first.points.tobytes() == second.points.tobytes()
    assert store.digest(here) == store.digest(there)


@pytest.fixture
def keys(dask: DaskWorkers, tmp_path: Path) -> Access:
    """The keys of the cluster as files, as a person would have them."""
    security = dask._cluster.security
    access = Access(tmp_path / "ca.pem", tmp_path / "cert.pem", tmp_path / "key.pem")
    for path, text in zip(
        (access.tls_ca, access.tls_cert, access.tls_key),
        (security.tls_ca_file, security.tls_client_cert, security.tls_client_key),
        strict=True,
    ):
        assert path is not None
        path.write_text(text)
    return access


def address(dask: DaskWorkers) -> str:
    found: str = dask._client.scheduler.address
    return found


def test_a_scheduler_is_found_at_its_address(dask: DaskWorkers, keys: Access) -> None:
    with open_workers(address(dask), access=keys) as other:
        assert other.n_workers == 2
        assert list(other.map(square, range(5))) == [0, 1, 4, 9, 16]
    assert list(dask.map(square, [2])) == [4]  # it is still there for the others


def test_ctrl_c_is_for_the_parent_alone(dask: DaskWorkers) -> None:
    """A terminal sends it to every process; workers once printed their tracebacks."""
    pids = dask.pids()
    for pid in pids:
        os.kill(pid, signal.SIGINT)
    assert [done for _, done in dask.run(square, [(3,)])] == [9]
    assert dask.pids() == pids


def test_a_cluster_here_listens_here_alone_and_shows_no_pages(dask: DaskWorkers) -> None:
    psutil = pytest.importorskip("psutil")
    family = [psutil.Process(), *psutil.Process().children(recursive=True)]
    sockets = [s for process in family for s in process.net_connections("inet")]
    listening = [s.laddr for s in sockets if s.status == psutil.CONN_LISTEN]
    assert listening
    assert {place.ip for place in listening} <= {"127.0.0.1", "::1"}
    port = dask._cluster.scheduler.http_server.port
    for page in ("/status", "/info/main/workers.html", "/json/counts.json", "/health"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}{page}", timeout=5)


def test_nobody_without_the_key_gets_in(
    dask: DaskWorkers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_workers, "CONNECT_S", 1.0)
    with pytest.raises(UnavailableError, match="no Dask scheduler answers"):
        open_workers(address(dask).replace("tls", "tcp"))
    strange = Security.temporary()  # a key of another run
    (tmp_path / "strange").write_text(strange.tls_client_cert + strange.tls_client_key)
    mine = Access(*[tmp_path / "strange"] * 3)
    with pytest.raises(UnavailableError, match="no Dask scheduler answers"):
        open_workers(address(dask), access=mine)


@pytest.mark.parametrize("where", ["tcp://example.org:8786", "ws://10.1.2.3:1"])
def test_a_plain_connection_to_another_machine_must_be_asked_for(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="add --insecure"):
        open_workers(where)
    monkeypatch.setattr("distributed.Client", lambda *_, **options: options["security"])
    assert not dask_workers._reach(where, Access(insecure=True)).require_encryption


def test_tls_needs_certificates() -> None:
    with pytest.raises(InputError, match="needs certificates: --tls-ca, --tls-cert and --tls-key"):
        open_workers("tls://example.org:8786")
    with pytest.raises(InputError, match='certificate or key "nowhere'):
        open_workers("tls://example.org:8786", access=Access(Path("nowhere.pem")))


def test_one_of_two_dask_workers_is_killed(tmp_path: Path) -> None:
    plan = plan_match(["toy:random?pause_ms=1", "toy:high"], 150, 7)
    killed: list[int] = []
    with Store(tmp_path / "arena.sqlite") as store, DaskWorkers("local:2") as cluster:

        def kill_one(progress: Progress) -> None:
            if not killed and progress.done > 20:
                killed.append(cluster.pids()[0])
                os.kill(killed[0], signal.SIGKILL)

        here, there = store.create(plan), store.create(plan)
        run_session(store, here)
        results = run_session(store, there, cluster, toy.EveryChunk(on_progress=kill_one))
        assert killed
        assert results.n_done == plan.n_games
        assert store.digest(here) == store.digest(there)


def test_a_job_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.arena.cluster.MAX_DEATHS", 1)
    with Processes(1) as workers, pytest.raises(UnavailableError, match="2 worker processes died"):
        list(workers.map(die, [1]))


def test_nothing_is_left_running() -> None:
    with Processes(2) as workers:
        assert list(workers.map(square, range(4))) == [0, 1, 4, 9]
        pids = workers.pids()
        assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


ORPHANS = """
import sys, time
from assistant.arena.cluster import Processes
workers = Processes(2)
for _ in workers.run(time.sleep, [(0.01,), (0.01,), (0.5,), (0.5,), (0.5,)]):
    print(*workers.pids(), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_end_when_their_parent_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert pids
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline_s = time.monotonic() + 60
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline_s
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Return False for a process that is gone or a zombie."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.parametrize(
    "where", ["tcp://", "local:", "local:0", "local:257", "localhost", "http://x:1"]
)
def test_bad_addresses_are_refused(where: str) -> None:
    with pytest.raises(InputError, match="is not a cluster: expected local:2"):
        open_workers(where)


def test_a_silent_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.arena.dask_workers.CONNECT_S", 0.5)
    with pytest.raises(UnavailableError, match="no Dask scheduler answers at tcp://127"):
        open_workers("tcp://127.0.0.1:1")


def test_without_dask_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UnavailableError, match="Dask is not installed: pip install"):
        open_workers("local:2")


def test_workers_by_number() -> None:
    assert isinstance(open_workers(), InProcess)
    assert isinstance(open_workers(n_workers=0, apart=True), InProcess)
    for n_workers, apart in ((2, False), (1, True)):
        with open_workers(n_workers=n_workers, apart=apart) as workers:
            assert isinstance(workers, Processes)
            assert workers.n_workers == n_workers


@pytest.mark.parametrize("n_workers", [-1, MAX_WORKERS + 1])
def test_one_limit_holds_wherever_workers_are_asked_for(n_workers: int, tmp_path: Path) -> None:
    plan = plan_match(["toy:random", "toy:low"], 1, 7)
    asks: list[Callable[[], object]] = [
        lambda: open_workers(n_workers=n_workers),
        lambda: measure(plan, Control(), n_workers),
        lambda: play_session(1, Control(), tmp_path / "arena.sqlite", n_workers),
        lambda: run_head_to_head(1, "random", "greedy", workers=n_workers),
    ]
    for ask in asks:
        with pytest.raises(InputError, match=f"{n_workers} workers cannot play: expected 0 "):
            ask()
