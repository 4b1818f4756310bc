"""Many sites in few files: sorted by site, each mined by itself, the same whoever does the work."""

import csv
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from threading import Thread
from types import SimpleNamespace

import fsspec
import pytest
from click.testing import CliRunner

import sitelode
from sitelode import cluster
from sitelode.cli.main import cli, main
from sitelode.errors import ResultError, SettingError, SitelodeError
from sitelode.incremental import mine_again
from sitelode.many_sites.all_sites import jobs_of, mine_all, on_this_machine, run
from sitelode.many_sites.places import LocalPlace, place_at
from sitelode.many_sites.shards import chosen, planned, read_manifest, site_name, sites_of, split_source, unfinished
from sitelode.processes import in_processes
from sitelode.settings import MineSettings
from sitelode.sources.choice import open_source

HOSTS = ("news.alpha.example", "www.beta.example", "blog.beta.example", "gamma.example:8080")
VARYING = {"timing.json", "timings.csv", "site.sqlite", "site.sqlite-shm", "site.sqlite-wal", "learnt.npz", "renewal.npz"}


def page(host, number):
    """The front page, or a story of some paragraphs."""
    if number == 0:
        links = "".join(f"<li><a href=/story-{n}>Story {n} of {host}</a>" for n in range(1, 8))
        return f"<title>{host}</title><h1>News of {host}</h1><ul>{links}</ul>"
    chance = random.Random(f"{host} {number}")
    paragraphs = "".join(f"<p>{' '.join(sentence(chance) for _ in range(5))}</p>" for _ in range(4))
    head, menu = f"<title>Story {number} of {host}</title>", "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
    return f"{head}{menu}<article><h1>Story {number} of {host}</h1>{paragraphs}</article><footer>Imprint</footer>"


def sentence(chance):
    words = ["".join(chance.choice("aeioulmnrst") for _ in range(chance.randint(3, 9))) for _ in range(12)]
    return " ".join(words).capitalize() + "."


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """Two files in which the pages of four hosts of three sites are mixed."""
    folder = tmp_path_factory.mktemp("sources")
    rows = [
        {"url": f"https://{host}/{f'story-{n}' if n else ''}", "html": page(host, n), "fetched_at": f"2031-05-0{n + 1}T10:00:00Z"}
        for n in range(8)
        for host in HOSTS
    ]
    rows.append({"url": "https://empty.example/", "html": ""})
    for name, part in (("one.jsonl", rows[::2]), ("two.jsonl.gz", rows[1::2])):
        text = "".join(json.dumps(row) + "\n" for row in part).encode()
        (folder / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    return [str(folder / "one.jsonl"), str(folder / "two.jsonl.gz")]


@pytest.fixture(scope="module")
def shards(sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shards")
    assert split(folder, sources) == {"alpha.example": 8, "beta.example": 16, "gamma.example": 8}
    return folder


def split(folder, sources, by="domain"):
    place = LocalPlace(folder)
    plan = planned(place, sources, by)
    for number in unfinished(place, plan):
        split_source(place, plan, number)
    return sites_of(place, plan)


def tree(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in VARYING
    }


@pytest.fixture(scope="module")
def mined(shards, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mined")
    mine_all(str(shards), str(folder), MineSettings(), ["parquet"], engine=lambda jobs: [(job, run(job)) for job in jobs])
    return folder


def test_a_page_keeps_its_bytes_its_time_and_its_place(shards, sources):
    (first, *_) = [item for item in open_source(str(shards / "sites" / "alpha.example")).items() if item.url.endswith("story-1")]

    assert first.body.decode() == page("news.alpha.example", 1)
    assert first.fetched_at == "2031-05-02T10:00:00Z"
    assert first.origin == f"{sources[0]}:3"


def test_sites_are_domains_or_hosts(sources, tmp_path):
    assert split(tmp_path, sources, "host") == {
        "beta.example": 8,
        "blog.beta.example": 8,
        site_name("https://gamma.example:8080/", "host"): 8,
        "news.alpha.example": 8,
    }
    with pytest.raises(SettingError, match="split by host"):
        planned(LocalPlace(tmp_path), sources, "domain")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.b.co.uk/x", "b.co.uk"),
        ("https://one.github.io/", "one.github.io"),
        ("file:///x", "no-host"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("odd", "no-host"),
    ],
)
def test_names_of_sites(url, name):
    assert site_name(url, "domain") == name


@pytest.mark.parametrize("url", ["http://x:80/../etc", "http://[::1]:90/", "http://" + "a." * 100 + "example/", "http://..%2f..%2f/"])
def test_no_name_leads_out_of_the_folder(url):
    name = site_name(url, "host")

    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-_")
    assert name.strip(".") == name
    assert len(name) < 140


def test_the_same_as_mining_a_site_by_itself(shards, mined, tmp_path):
    alone = sitelode.mine(str(shards / "sites" / "alpha.example"), folder=tmp_path)
    articles = [json.loads(line) for line in (mined / "sites" / "alpha.example" / "articles.jsonl").read_text().splitlines()]

    assert [article["text"] for article in articles] == [article.text for article in alone.articles]
    assert len(articles) == 7


def test_one_table_and_one_dataset(mined):
    rows = list(csv.DictReader((mined / "sites.csv").read_text().splitlines()))
    dataset = pytest.importorskip("pyarrow.dataset").dataset(mined / "articles", partitioning="hive").to_table()

    assert [(row["site"], row["pages"], row["articles"], row["error"]) for row in rows] == [
        ("alpha.example", "8", "7", ""),
        ("beta.example", "16", "14", ""),
        ("gamma.example", "8", "7", ""),
    ]
    assert sorted(set(dataset["site"].to_pylist())) == ["alpha.example", "beta.example", "gamma.example"]
    assert dataset.num_rows == 28


def test_processes_give_the_same_files(shards, mined, tmp_path):
    mine_all(str(shards), str(tmp_path), MineSettings(), ["parquet"], engine=on_this_machine(2))

    assert tree(tmp_path) == tree(mined)


def test_parts_of_the_work_make_the_whole(shards, mined, tmp_path):
    for part in (1, 2, 3):
        mine_all(
            str(shards), str(tmp_path), MineSettings(), ["parquet"], part=(part, 3), engine=lambda jobs: [(job, run(job)) for job in jobs]
        )

    assert tree(tmp_path) == tree(mined)
    sites = [f"site-{n}" for n in range(300)]
    assert sorted(chosen(sites, 1, 2) + chosen(sites, 2, 2)) == sorted(sites)


def test_what_is_done_is_not_done_again(shards, mined, tmp_path):
    shutil.copytree(mined, tmp_path / "out")
    marked = tmp_path / "out" / "sites" / "alpha.example" / "wrapper.json"
    marked.write_text("{}")
    missing = tmp_path / "out" / "sites" / "beta.example" / "summary.json"
    missing.unlink()
    mine_all(str(shards), str(tmp_path / "out"), MineSettings(), ["parquet"], engine=lambda jobs: [(job, run(job)) for job in jobs])

    assert marked.read_text() == "{}"
    assert missing.is_file()
    again = jobs_of(str(shards), str(tmp_path / "out"), MineSettings(markdown=True), ["parquet"])
    assert again[0].order() != jobs_of(str(shards), str(tmp_path / "out"), MineSettings(), ["parquet"])[0].order(), (
        "another order is other work"
    )


def test_a_site_that_got_new_pages_is_renewed(shards, mined, tmp_path, monkeypatch):
    shutil.copytree(mined, tmp_path / "out")
    shutil.copytree(shards, tmp_path / "shards")
    rows = [{"url": f"https://beta.example/story-{n}", "html": page("beta.example", n)} for n in (20, 21)]
    (tmp_path / "three.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    split(tmp_path / "shards", [str(tmp_path / "three.jsonl")])
    said = []
    monkeypatch.setattr(mine_again, "_in_words", lambda found, again: said.append((found.new, found.changed, found.gone)) or again)
    tomorrow = MineSettings(learned_on="2031-05-09")
    for out in (tmp_path / "out", tmp_path / "anew"):
        mine_all(str(tmp_path / "shards"), str(out), tomorrow, ["parquet"], engine=lambda jobs: [(job, run(job)) for job in jobs])

    assert said == [(2, 0, 0)], "other sites are not touched, and nothing is renewed where nothing was"
    texts = [
        {row["url"]: row["text"] for row in map(json.loads, (out / "sites/beta.example/articles.jsonl").read_text().splitlines())}
        for out in (tmp_path / "out", tmp_path / "anew")
    ]
    assert texts[0] == texts[1]
    assert {row["url"] for row in rows} <= texts[0].keys()
    assert (tmp_path / "out/sites.csv").read_text().count("beta.example,18,") == 1


def test_a_source_that_was_interrupted_is_split_again(sources, shards, tmp_path):
    shutil.copytree(shards, tmp_path / "shards")
    (tmp_path / "shards" / "sources" / "00002.json").unlink()
    half = next((tmp_path / "shards" / "sites" / "beta.example").glob("00002*"))
    half.write_bytes(half.read_bytes()[:100])
    with pytest.raises(ResultError, match="1 of 2 sources are not split yet"):
        jobs_of(str(tmp_path / "shards"), str(tmp_path / "out"), MineSettings(), [])
    split(tmp_path / "shards", sources)

    assert tree(tmp_path / "shards") == tree(shards)


def end(job):
    if job == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if job == 2:
        raise ValueError("odd")
    return job * 10


def refuse(job):
    raise SettingError(f"not {job}")


def test_what_ends_a_process_costs_its_job_alone():
    answers = dict(in_processes(end, [0, 1, 2, 3], 2))

    assert answers == {0: 0, 1: "its process ended with -9", 2: "unexpected ValueError: odd", 3: 30}
    with pytest.raises(SitelodeError, match="not 5"):
        list(in_processes(refuse, [5], 1))


def test_a_site_without_pages_is_a_line_of_the_table(shards, tmp_path):
    shutil.copytree(shards, tmp_path / "shards")
    for part in (tmp_path / "shards" / "sites" / "gamma.example").iterdir():
        part.write_bytes(b"no archive")
    table = mine_all(str(tmp_path / "shards"), str(tmp_path / "out"), MineSettings(), engine=on_this_machine(1))

    assert [(row.site, bool(row.error)) for row in table] == [("alpha.example", False), ("beta.example", False), ("gamma.example", True)]


def test_a_shard_that_is_no_archive_ends_with_one_line_and_the_others_are_kept(shards, mined, tmp_path, monkeypatch, capsys):
    shutil.copytree(shards, tmp_path / "shards")
    shutil.copytree(mined, tmp_path / "out")
    (tmp_path / "out/sites/gamma.example/summary.json").unlink()
    for part in (tmp_path / "shards/sites/gamma.example").iterdir():
        part.write_bytes(b"no archive")
    monkeypatch.setattr(sys, "argv", ["sitelode", "mine", str(tmp_path / "shards"), "-o", str(tmp_path / "out"), "--parquet", "-q"])
    with pytest.raises(SystemExit) as ended:
        main()

    told = capsys.readouterr().err
    assert ended.value.code == 1
    assert "1 site of 3 could not be mined, such as gamma.example; the others are in" in told
    assert len(told.splitlines()) == 1
    assert "alpha.example,8,2,7" in (tmp_path / "out/sites.csv").read_text()


def test_a_worker_without_the_package_can_say_so():
    cloudpickle = pytest.importorskip("cloudpickle")
    code = cloudpickle.dumps(cluster.package_check()).hex()
    blocked = "import sys\nclass No:\n  def find_spec(self, name, *_):\n    if name == 'sitelode': raise ModuleNotFoundError(name)\n"
    asked = f"{blocked}sys.meta_path.insert(0, No())\nimport pickle\nprint(pickle.loads(bytes.fromhex('{code}'))())"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)

    assert told.stdout == "False\n", told.stderr
    assert cluster.package_check()()
    client = SimpleNamespace(run=lambda _: {"tcp://10.0.0.1:1": True, "tcp://10.0.0.2:1": False})
    with pytest.raises(SitelodeError, match=r"1 of the workers, such as tcp://10.0.0.2:1, do not have this package"):
        cluster.mine(client, ["x.warc.gz"], out="never")


def test_an_output_without_rights_is_one_line(shards, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(sys, "argv", ["sitelode", "mine", str(shards), "-o", str(tmp_path / "file" / "out"), "--jobs", "2"])
    with pytest.raises(SystemExit) as ended:
        main()

    told = capsys.readouterr().err
    assert ended.value.code == 1
    assert "give another folder" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "counts",
    [
        "[" * 50_000,
        "[]",
        '{"pages": 7}',
        '{"pages": {"../../away": 3}}',
        '{"pages": {"..": 3}}',
        '{"pages": {"/a": 3}}',
        '{"pages": {"a": 1e99}}',
    ],
)
def test_names_of_sites_in_a_shared_folder_lead_nowhere_else(shards, tmp_path, counts):
    shutil.copytree(shards, tmp_path / "shards")
    (tmp_path / "shards" / "sources" / "00001.json").write_text(counts)
    with pytest.raises(ResultError, match="is damaged or was changed"):
        jobs_of(str(tmp_path / "shards"), str(tmp_path / "out"), MineSettings(), [])


def test_a_damaged_summary_is_one_line(shards, tmp_path):
    out = tmp_path / "out" / "sites" / "omega.example"
    out.mkdir(parents=True)
    (out / "summary.json").write_text('{"summary": {"site": 1, "other": 2}}')
    with pytest.raises(ResultError, match=r"summary\.json is damaged"):
        mine_all(str(shards), str(tmp_path / "out"), MineSettings(), engine=lambda jobs: [(job, run(job)) for job in jobs])


def test_from_the_command_line(sources, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    said = runner.invoke(cli, ["split", *sources, "-o", "shards"])
    assert said.output.startswith("32 pages of 3 sites from 2 sources: shards\n")
    said = runner.invoke(cli, ["mine", "shards", "-o", "out", "--shard", "1/1", "--jobs", "2"])

    assert said.output == "28 articles from 32 pages of 3 sites: out/sites\ntable of sites: out/sites.csv\n"
    assert runner.invoke(cli, ["mine", "shards", "--shard", "3/2"]).exit_code == 2


def test_an_archive_behind_an_address_is_one_source(shards, tmp_path):
    archive = next((shards / "sites" / "alpha.example").iterdir())
    fsspec.filesystem("memory").pipe_file("/alone/pages.warc.gz", archive.read_bytes())
    assert CliRunner().invoke(cli, ["mine", "memory://alone/pages.warc.gz", "-o", str(tmp_path / "far")]).exit_code == 0
    assert CliRunner().invoke(cli, ["mine", str(archive), "-o", str(tmp_path / "near")]).exit_code == 0
    far, near = ([json.loads(line) for line in (tmp_path / name / "articles.jsonl").read_text().splitlines()] for name in ("far", "near"))

    assert len(far) > 2
    assert [row["text"] for row in far] == [row["text"] for row in near]


def test_records_say_where_they_come_from(tmp_path):
    rows = [{"url": f"https://{HOSTS[0]}/{n or ''}", "html": page(HOSTS[0], n), "fetched_at": "2031-05-01T10:00:00Z"} for n in range(8)]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert CliRunner().invoke(cli, ["records", str(tmp_path / "pages.jsonl"), "-o", str(tmp_path / "found")]).exit_code == 0
    records = [json.loads(line) for line in (tmp_path / "found" / "records.jsonl").read_text().splitlines()]

    assert records
    assert {record["origin"] for record in records if record["url"] == f"https://{HOSTS[0]}/"} == {f"{tmp_path / 'pages.jsonl'}:1"}
    assert all(len(record["digest"]) == 32 and record["fetched"] == "2031-05-01T10:00:00Z" for record in records)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["split", "missing.warc.gz", "-o", "x"], "no such source: missing.warc.gz"),
        (["split", "bad.warc.gz", "-o", "x"], "cannot read bad.warc.gz"),
        (["split", "odd://x", "-o", "x"], "no way to reach odd://x"),
        (["mine", "damaged", "-o", "y"], "damaged or of another version"),
        (["mine", "empty", "-o", "y", "--scheduler", "tcp://127.0.0.1:1"], "no scheduler answers at tcp://127.0.0.1:1"),
    ],
)
def test_bad_input_is_one_line(arguments, said, tmp_path, monkeypatch, capsys):
    (tmp_path / "bad.warc.gz").write_bytes(b"no archive")
    for name, text in (("damaged", "[]"), ("empty", '{"format": "sitelode shards 1", "by": "host", "sources": []}')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "shards.json").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["sitelode", *arguments])
    monkeypatch.setattr("sitelode.cluster.SECONDS_TO_ANSWER", 0.2)
    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_an_address_of_fsspec_holds_results_as_a_folder_does(sources, mined):
    pytest.importorskip("fsspec")
    shards, out = place_at("memory://all/shards"), "memory://all/out"
    plan = planned(shards, sources, "domain")
    for number in unfinished(shards, plan):
        split_source(shards, plan, number)
    mine_all("memory://all/shards", out, MineSettings(), ["parquet"], engine=lambda jobs: [(job, run(job)) for job in jobs])

    assert read_manifest(shards).sources == tuple(sources)
    for name in ("sites.csv", "sites/beta.example/articles.jsonl", "sites/beta.example/wrapper.json"):
        assert place_at(out).read(name) == (mined / name).read_bytes()
    place_at(out).copy("sites.csv", "there/sites.csv")
    place_at(out).copy("nothing", "there/nothing")
    assert place_at(out).names("there") == ["sites.csv"]
    assert place_at(out).names("articles") == sorted(path.name for path in (mined / "articles").iterdir())


@pytest.fixture(scope="module")
def dask_client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_files_though_a_worker_is_killed(dask_client, sources, mined, tmp_path):
    def kill():
        time.sleep(0.4)
        os.kill(next(iter(dask_client.run(os.getpid).values())), signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    table = cluster.mine(dask_client, sources, out=str(tmp_path))
    killer.join()

    assert sum(row.articles for row in table) == 28
    shutil.rmtree(tmp_path / "shards")
    assert tree(tmp_path) == tree(mined)
