"""Many sites on many machines, with Dask as the scheduler: between workers go addresses, never pages.

    from dask.distributed import Client
    from sitelode import cluster

    cluster.mine(Client("tcp://scheduler:8786"), ["crawl-1.warc.gz", "crawl-2.warc.gz"], out="s3://bucket/mined")

Every source is split into the pages of its sites, then every site is mined; each is one task that can be done again, on whatever worker.
All workers must see the sources, the shards and the output: a shared disk, or addresses of fsspec.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sitelode.errors import MissingExtraError, ResultError, SitelodeError
from sitelode.many_sites.all_sites import Engine, SiteJob, SiteSummary, mine_all, run
from sitelode.many_sites.places import place_at
from sitelode.many_sites.shards import By, Manifest, planned, split_source, unfinished
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings

if TYPE_CHECKING:
    from dask.distributed import Client

RETRIES = 3  # of a task whose worker is gone; set by hand
SECONDS_TO_ANSWER = 5  # for a scheduler; set by hand


def mine(  # noqa: PLR0913 (what a user may say)
    client: "Client",
    sources: Sequence[str],
    *,
    out: str,
    shards: str | None = None,
    settings: MineSettings | None = None,
    forms: Collection[str] = ("parquet",),
    by: By = "domain",
    progress: Progress = no_progress,
) -> list[SiteSummary]:
    """Mine all sites of the sources; return the table of sites.

    Args:
        client: of a Dask cluster.
        sources: WARC, WACZ, JSON lines or Parquet files, by paths or addresses that workers can open.
        out: the folder or address for the results.
        shards: where pages are sorted by site; a folder of `out` unless it is told.
        settings: as for one site.
        forms: further forms of the articles, see `sitelode mine --format`.
        by: what a site is: a registrable domain or a host.
        progress: called as the work goes on.

    Raises:
        SitelodeError: if a source, the shards or the output cannot be read or written, or a worker does not have this package.

    """
    check_workers(client)
    shards = shards or f"{str(out).rstrip('/')}/shards"
    split(client, sources, shards, by=by, progress=progress)
    return mine_all(shards, str(out), settings or MineSettings(), forms, engine=on_cluster(client), progress=progress)


def split(client: "Client", sources: Sequence[str], shards: str, *, by: By = "domain", progress: Progress = no_progress) -> None:
    """Sort the pages of all sources by site, a task for each source."""
    plan = planned(place_at(shards), sources, by)
    numbers = unfinished(place_at(shards), plan)
    for done, (_, answer) in enumerate(_answers(client, _split, [(shards, plan, number) for number in numbers]), 1):
        if isinstance(answer, BaseException):
            raise answer if isinstance(answer, SitelodeError) else ResultError(f"a source could not be split: {answer}")
        progress("sources", done, len(numbers))


def on_cluster(client: "Client") -> Engine:
    """The engine that gives every site to the cluster as a task."""

    def engine(jobs: Sequence[SiteJob]) -> Iterator[tuple[SiteJob, SiteSummary | str]]:
        for job, answer in _answers(client, run, jobs):
            if isinstance(answer, ResultError):
                raise answer
            yield job, str(answer)[:300] if isinstance(answer, BaseException) else answer

    return engine


def connected(scheduler: str) -> "Client":
    """A client of the scheduler at an address.

    Raises:
        MissingExtraError: without Dask.
        SitelodeError: if nobody answers there.

    """
    try:
        from dask.distributed import Client  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError("mining on a cluster", "cluster") from problem
    try:
        client = Client(scheduler, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError, TimeoutError) as problem:
        raise SitelodeError(f"no scheduler answers at {scheduler}; start one with: dask scheduler") from problem
    check_workers(client)
    return client


def check_workers(client: "Client") -> None:
    """Raise SitelodeError where a worker does not have this package."""
    without = [address for address, found in client.run(package_check()).items() if not found]
    if without:
        raise SitelodeError(f"{len(without)} of the workers, such as {without[0]}, do not have this package; install it there")


def package_check() -> Callable[[], bool]:
    """What tells a worker's having this package: defined inside, it goes there as code, for which the package is not needed."""

    def has_package() -> bool:
        from importlib.util import find_spec  # noqa: PLC0415 (runs on a worker)

        try:
            return find_spec("sitelode") is not None
        except ImportError:
            return False

    return has_package


def _answers(client: "Client", work: Any, orders: Sequence[Any]) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 (tasks and their answers)
    """Every order with what became of it, as they come."""
    from dask.distributed import as_completed  # noqa: PLC0415 (an extra)

    futures = {client.submit(work, order, pure=False, retries=RETRIES): order for order in orders}
    for future in as_completed(list(futures)):
        problem = future.exception()
        yield futures[future], problem if problem is not None else future.result()
        future.release()


def _split(order: tuple[str, Manifest, int]) -> int:
    shards, plan, number = order
    return len(split_source(place_at(shards), plan, number))
