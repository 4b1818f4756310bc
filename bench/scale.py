"""Many sites and large ones: what splitting, mining and reading cost as they grow. Needs no corpora; everything is made up.

python -m bench.scale [--sites 20,200] [--pages 2000,10000,100000] [--jobs] [--dask] [--kills 10] [--quality sites2 --sample 10]

--sites: so many sites of twenty pages, mixed in files of a thousand pages; CPU of splitting and of mining a site, peak memory
--pages: one site of so many pages, learnt from a sample of 1,000; CPU a page and peak memory
--jobs:  wall time of one and of two processes (only tells something on a quiet machine); of one site of 4,000 pages, also the CPU that
         stays in the first process: what it does alone bounds the speed of two cores to 2 / (1 + its share)
--quality: F1 of article texts on whole sites of a corpus, learnt from all pages and from a sample of a third of them
--dask:  CPU of the same sites through a local Dask cluster, and through a process for each, beside one process
--kills: a worker of the cluster is killed at random moments; the result must be that of one process
"""

import argparse
import filecmp
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from threading import Timer
from typing import Any, TypeVar

from bench.corpora import article_sites
from bench.made_up_site import made_up_site
from bench.metric import agreement
from sitelode.incremental.large_site import mine_large
from sitelode.many_sites.all_sites import mine_all, on_this_machine, run
from sitelode.many_sites.places import LocalPlace
from sitelode.many_sites.shards import planned, split_source, unfinished
from sitelode.output.result import write_result
from sitelode.pipeline import mine, mine_site
from sitelode.settings import MineSettings
from sitelode.site.reading import read_site

PAGES_OF_A_SITE = 20
PAGES_OF_A_FILE = 1_000
SAMPLE = 1_000
Item = TypeVar("Item")
COMPARED = ("articles.jsonl", "records.jsonl", "structure.json", "wrapper.json", "pages.jsonl", "site.json")


def write_sites(folder: Path, sites: int) -> list[str]:
    """Pages of many sites, mixed as a crawl of the web mixes them."""
    writers = [made_up_site(PAGES_OF_A_SITE, seed=site) for site in range(sites)]
    pages = ((site, page) for pages in zip(*writers, strict=True) for site, page in enumerate(pages))
    names = []
    for number, rows in enumerate(_in_pieces(pages, PAGES_OF_A_FILE)):
        names.append(str(folder / f"{number:05}.jsonl"))
        with Path(names[-1]).open("w", encoding="utf-8") as lines:
            for site, page in rows:
                address = page.url.split("/", 3)[3]
                lines.write(json.dumps({"url": f"https://site{site}.example/{address}", "html": page.html}) + "\n")
    return names


def split_all(shards: Path, sources: Sequence[str]) -> None:
    place = LocalPlace(shards)
    plan = planned(place, sources, "domain")
    for number in unfinished(place, plan):
        split_source(place, plan, number)


def print_sites(counts: Sequence[int]) -> None:
    print("| sites | pages | CPU ms a page, splitting | CPU s a site, mining | sites a CPU minute | peak MB |\n|---|---|---|---|---|---|")
    for count in counts:
        with tempfile.TemporaryDirectory(prefix="scale-") as folder:
            sources = write_sites(Path(folder), count)
            splitting = _child(f"split {folder}/shards {' '.join(sources)}")
            mining = _child(f"mine {folder}/shards {folder}/out")
            pages = count * PAGES_OF_A_SITE
            seconds = mining["cpu"] / count
            print(
                f"| {count:,} | {pages:,} | {1000 * splitting['cpu'] / pages:.2f} | {seconds:.3f} | {60 / seconds:.0f} "
                f"| {splitting['peak'] / 1e6:.0f}, {mining['peak'] / 1e6:.0f} |",
                flush=True,
            )


def print_pages(counts: Sequence[int]) -> None:
    print(f"\n| pages of one site, {SAMPLE:,} learnt from | articles | CPU ms a page | peak MB |\n|---|---|---|---|")
    for count in counts:
        with tempfile.TemporaryDirectory(prefix="scale-") as folder:
            shards = Path(folder) / "shards"
            for number, rows in enumerate(_in_pieces(made_up_site(count), 10 * PAGES_OF_A_FILE)):
                with (Path(folder) / f"{number:05}.jsonl").open("w", encoding="utf-8") as lines:
                    lines.writelines(json.dumps({"url": page.url, "html": page.html}) + "\n" for page in rows)
            _child(f"split {shards} {' '.join(map(str, sorted(Path(folder).glob('*.jsonl'))))}")
            found = _child(f"large {shards} {folder}/out")
            print(f"| {count:,} | {found['articles']:,} | {1000 * found['cpu'] / count:.2f} | {found['peak'] / 1e6:.0f} |", flush=True)


def print_jobs(sites: int) -> None:
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        split_all(Path(folder) / "shards", write_sites(Path(folder), sites))
        times = []
        for jobs in (1, 2):
            began = time.perf_counter()
            mine_all(f"{folder}/shards", f"{folder}/out{jobs}", MineSettings(), engine=on_this_machine(jobs))
            times.append(time.perf_counter() - began)
        print(f"\n{sites} sites, wall time of one process / of two: {times[0] / times[1]:.2f}")


def print_jobs_of_one_site(pages: int) -> None:
    """All of mining, and its stages, by one process and by two."""
    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        source = Path(name) / "pages.jsonl"
        with source.open("w", encoding="utf-8") as lines:
            lines.writelines(json.dumps({"url": page.url, "html": page.html}) + "\n" for page in made_up_site(pages))
        took = [_stages(source, Path(name) / str(jobs), jobs) for jobs in (1, 2)]
    for stages in took:
        stages.append((sum(cpu for cpu, _ in stages), sum(wall for _, wall in stages)))
    names = ("parsing", "learning and judging", "reading and writing", "all of mining")
    for stage, ((cpu, wall), (left, wall_of_two)) in zip(names, zip(*took, strict=True), strict=True):
        share = left / cpu
        print(
            f"one site of {pages:,} pages, {stage}: {1000 * cpu / pages:.2f} ms of CPU a page, {share:.2f} of it stays in the first "
            f"process (two cores at most {2 / (1 + share):.2f} times as fast); wall time of one / of two: {wall / wall_of_two:.2f}"
        )


def _stages(source: Path, folder: Path, jobs: int) -> list[tuple[float, float]]:
    """CPU of this process and wall time of each stage."""
    settings, times = MineSettings(jobs=jobs), [(time.process_time(), time.perf_counter())]
    site = read_site(source, folder=folder, settings=settings)
    times.append((time.process_time(), time.perf_counter()))
    mined = mine_site(site, None, settings)
    made = mined.kinds, mined.wrapper(), mined.lists, mined.details, mined.structure
    times.append((time.process_time(), time.perf_counter()))
    write_result(mined, folder)
    times.append((time.process_time(), time.perf_counter()))
    del made
    return [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(times)]


def print_quality(corpus: str, sample: int) -> None:
    print("\n| site | pages | learnt from | F1, all | F1, sample | difference |\n|---|---|---|---|---|---|")
    differences = []
    for site in article_sites(corpus, sample):
        urls = {
            page["id"]: f"https://{site.name}.example/{page['id']}" if "://" not in (page["url"] or "") else page["url"]
            for page in site.pages
        }
        with tempfile.TemporaryDirectory(prefix="scale-") as name:
            source, third = Path(name) / "pages.jsonl", max(len(site.pages) // 3, 1)
            with source.open("w", encoding="utf-8") as lines:
                lines.writelines(json.dumps({"url": urls[page["id"]], "html": page["html"]}) + "\n" for page in site.pages)
            write_result(mine(source, folder=Path(name) / "all"), Path(name) / "all")
            mine_large([source], Path(name) / "part", MineSettings(learn_from=third))
            scores = [_f1(Path(name) / folder, {urls[key]: text for key, text in site.truth.items()}) for folder in ("all", "part")]
        differences.append(scores[1] - scores[0])
        print(f"| {site.name} | {len(site.pages):,} | {third:,} | {scores[0]:.4f} | {scores[1]:.4f} | {differences[-1]:+.4f} |", flush=True)
    print(f"mean difference over {len(differences)} sites: {fmean(differences):+.4f}")


def _f1(folder: Path, truth: dict[str, str]) -> float:
    with (folder / "articles.jsonl").open(encoding="utf-8") as lines:
        found = {row["url"]: row["text"] for row in map(json.loads, lines)}
    return fmean(agreement(found.get(url, ""), text).f1 for url, text in truth.items())


def print_dask(sites: int, kills: int) -> None:
    from distributed import Client, LocalCluster  # noqa: PLC0415 (an extra)

    from sitelode import cluster  # noqa: PLC0415 (an extra)

    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        folder = Path(name)
        sources = write_sites(folder, sites)
        # Twice each: the first time loads program and models.
        plain = [_here(sources, folder, name) for name in ("one", "one-again")]
        apart = _apart(sources, folder)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as local, Client(local) as client:
            spent = [_cluster_cpu(client)]
            for again in ("dask", "dask-again"):
                cluster.mine(client, sources, out=str(folder / again), forms=())
                spent.append(_cluster_cpu(client))
            of_dask = [after - before for before, after in pairwise(spent)]
            print(
                f"\n{sites} sites of {PAGES_OF_A_SITE} pages, CPU s, the first time and once all is loaded: one process {plain[0]:.1f} and "
                f"{plain[1]:.1f}, a local Dask cluster of two workers {of_dask[0]:.1f} and {of_dask[1]:.1f} ({of_dask[1] / plain[1]:.2f} "
                f"times), a process for each site {apart:.1f}"
            )
            whole = 0
            for moment in range(kills):
                out = folder / f"killed{moment}"
                timer = Timer(random.Random(moment).uniform(0.05, 3.0), _kill_a_worker, [client])  # noqa: S311 (no secret is drawn)
                timer.start()
                cluster.mine(client, sources, out=str(out), forms=())
                timer.cancel()
                whole += _same(folder / "one", out)
            if kills:
                print(f"workers killed at {kills} moments: {whole} results are those of one process")


def _here(sources: Sequence[str], folder: Path, name: str) -> float:
    """CPU of splitting and mining in this process."""
    began = time.process_time()
    split_all(folder / f"shards-{name}", sources)
    mine_all(str(folder / f"shards-{name}"), str(folder / name), MineSettings(), engine=lambda jobs: ((job, run(job)) for job in jobs))
    return time.process_time() - began


def _apart(sources: Sequence[str], folder: Path) -> float:
    """The same with a process for each site."""
    began = time.process_time()
    split_all(folder / "shards-apart", sources)
    mine_all(str(folder / "shards-apart"), str(folder / "apart"), MineSettings(), engine=on_this_machine(2))
    return time.process_time() - began + _cpu_of_sites(folder / "apart")


def _kill_a_worker(client: Any) -> None:  # noqa: ANN401 (a client of Dask)
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def _same(one: Path, other: Path) -> bool:
    names = [path.relative_to(one) for path in one.rglob("*") if path.name in COMPARED]
    return bool(names) and all((other / name).is_file() and filecmp.cmp(one / name, other / name, shallow=False) for name in names)


def _cluster_cpu(client: Any) -> float:  # noqa: ANN401 (a client of Dask)
    """Of all workers, and of this process, in which client and scheduler are."""
    return float(sum(client.run(time.process_time).values())) + time.process_time()


def _cpu_of_sites(out: Path) -> float:
    """What the sites' own processes counted: they are children of another one, whose CPU is not told."""
    return float(sum(json.loads(path.read_text())["cpu_seconds"] for path in out.glob("sites/*/timing.json")))


def _cpu() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _in_pieces(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    piece: list[Item] = []
    for item in items:
        piece.append(item)
        if len(piece) == size:
            yield piece
            piece = []
    if piece:
        yield piece


def _child(order: str) -> dict[str, float]:
    """A process of its own for every measure, so that each has its own peak."""
    ended = subprocess.run([sys.executable, "-m", "bench.scale", "--measure", order], check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    found: dict[str, float] = json.loads(ended.stdout)
    return found


def measure(order: str) -> dict[str, float]:
    what, shards, *rest = order.split()
    more: dict[str, float] = {}
    if what == "split":
        split_all(Path(shards), rest)
    else:
        settings = MineSettings(learn_from=SAMPLE) if what == "large" else MineSettings()
        table = mine_all(shards, rest[0], settings, engine=lambda jobs: ((job, run(job)) for job in jobs))  # here: its peak is seen
        more["articles"] = sum(row.articles for row in table)
    return {"cpu": _cpu(), "peak": _peak(), **more}


def _peak() -> float:
    """Bytes in memory at most. What `getrusage` says begins with the size of the process that started this one, so the system is asked."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return 1024 * float(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def _numbers(text: str) -> list[int]:
    return [int(each.replace("_", "")) for each in text.split(",")]


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.scale", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=_numbers, default=[])
    parser.add_argument("--pages", type=_numbers, default=[])
    parser.add_argument("--jobs", action="store_true")
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--quality", default="")
    parser.add_argument("--sample", type=int, default=10)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return 0
    if options.sites:
        print_sites(options.sites)
    if options.pages:
        print_pages(options.pages)
    if options.jobs:
        print_jobs(20)
        print_jobs_of_one_site(4_000)
    if options.quality:
        print_quality(options.quality, options.sample)
    if options.dask or options.kills:
        print_dask(20, options.kills)
    return 0


if __name__ == "__main__":
    sys.exit(main())
