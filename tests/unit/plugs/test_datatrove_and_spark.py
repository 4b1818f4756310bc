"""Mining as a step of other engines; the parts that need the real library are skipped where it is not installed."""

import json
import sys

import pandas as pd
import pytest
from real_libraries import real_library

from sitelode.many_sites.places import LocalPlace
from sitelode.many_sites.shards import planned, split_source
from sitelode.plugs.spark import ARTICLE_SCHEMA, mined_articles, site_of

HOSTS = ("alpha.example", "www.beta.example")


def pages():
    for host in HOSTS:
        for number in range(6):
            words = " ".join(f"{host[:5]}{(number * 7 + n) % 50}" for n in range(60))
            html = f"<title>Story {number} of {host}</title><h1>Story {number}</h1><p>{words}.</p><p>And {words}.</p>"
            yield {"url": f"https://{host}/story-{number}", "html": html}


@pytest.fixture
def shards(tmp_path):
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages()))
    place = LocalPlace(tmp_path / "shards")
    split_source(place, planned(place, [str(tmp_path / "pages.jsonl")], "domain"), 1)
    return tmp_path / "shards"


def test_a_frame_of_articles_for_each_site():
    table = pd.DataFrame(pages())
    table["site"] = table["url"].map(site_of)
    parts = [table.iloc[:4], table.iloc[4:9], table.iloc[9:]]  # a site may begin in one frame and end in another
    frames = list(mined_articles(parts))

    assert [(frame["site"].unique().tolist(), len(frame)) for frame in frames] == [(["alpha.example"], 6), (["beta.example"], 6)]
    assert ARTICLE_SCHEMA.count(",") == len(frames[0].columns) - 1
    assert list(mined_articles([table.iloc[:0]])) == []


@pytest.mark.filterwarnings("ignore")
def test_spark_mines_by_itself(monkeypatch):
    pyspark = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)  # else its workers are whatever python3 is on the path
    spark = pyspark.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    table = pd.DataFrame(pages())
    table["site"] = table["url"].map(site_of)
    frame = spark.createDataFrame(table).repartition(2, "site").sortWithinPartitions("site")
    rows = frame.mapInPandas(mined_articles, ARTICLE_SCHEMA).collect()
    spark.stop()

    assert sorted({row["site"] for row in rows}) == ["alpha.example", "beta.example"]
    assert len(rows) == 12


@pytest.mark.filterwarnings("ignore")
def test_a_pipeline_of_datatrove(shards, tmp_path):
    real_library("datatrove", "datatrove")
    from datatrove.executor import LocalPipelineExecutor  # noqa: PLC0415 (an extra)
    from datatrove.pipeline.writers import JsonlWriter  # noqa: PLC0415

    from sitelode.plugs.datatrove import SiteArticles  # noqa: PLC0415

    steps = [SiteArticles(str(shards)), JsonlWriter(str(tmp_path / "corpus"), compression=None)]
    LocalPipelineExecutor(steps, tasks=2, workers=2, logging_dir=str(tmp_path / "logs")).run()
    rows = [json.loads(line) for path in (tmp_path / "corpus").glob("*.jsonl") for line in path.read_text().splitlines()]

    assert len(rows) == 12
    assert {row["metadata"]["site"] for row in rows} == {"alpha.example", "beta.example"}
    assert all(row["text"].count("And ") == 1 for row in rows)
