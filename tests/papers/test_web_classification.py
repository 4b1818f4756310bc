"""The numbers of the documents, and our own where theirs are missing: superpages, Markov trees, place trees, summaries, Ant-Miner."""

from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from sitelode.classify.contract import Sample
from sitelode.classify.gathering import gather_sites
from sitelode.classify.labels import read_labels
from sitelode.classify.reading import Block, PageText, text_page
from sitelode.errors import SettingError
from sitelode.html.parse import parse
from sitelode_lab.classify.ant_miner import AntMiner, information_gain, rule_quality, term_value
from sitelode_lab.classify.inventory import Inventory
from sitelode_lab.classify.layout_links import LayoutLinks
from sitelode_lab.classify.markov_trees import NO_PARENT, MarkovTreeModel, SiteTree, TransitionTable, counted, site_tree, transitions
from sitelode_lab.classify.metatags import Metatags, spider
from sitelode_lab.classify.place_tree import Mutation, PlaceTree, likeliest_mutation
from sitelode_lab.classify.summaries import content_body, learnt_summariser, luhn_score
from sitelode_lab.classify.superpages import Superpages, telling_terms
from sitelode_lab.classify.topics import Topics, learnt_topics

NAICS = Path(__file__).parents[2] / "examples" / "naics.csv"

# --- J1: metatags


def start_page(url="https://a.test/", **said):
    return PageText(url, blocks=(Block(said.pop("body", "")),), **said)


def test_the_inventory_counts_words_as_the_table_does():
    pages = [
        start_page(title="one two"),
        start_page(title="a " * 11),
        start_page(title="a " * 51, description="one"),
        start_page(body="one"),
    ]

    found = Inventory.of(pages)

    assert found.shares["title"] == (0.25, 0.25, 0.25, 0.25)
    assert found.shares["description"] == (0.75, 0.25, 0, 0)
    assert found.shares["keywords"] == (1, 0, 0, 0)
    assert found.lines()[0].split() == ["words", "0", "1-10", "11-50", "51+"]


def test_naics_has_21_rows_with_finance_at_52():
    labels = read_labels(NAICS).of_url

    assert len(labels) == 21
    assert labels["text:Finance and Insurance"] == "52"
    assert labels["text:Information"] == "51"


def test_metatags_beat_the_body_where_both_exist():
    trained = Metatags(threshold=0.3).fit(
        [
            Sample("f", (start_page(keywords="bank loan credit"),), "finance"),
            Sample("g", (start_page(keywords="bank account interest"),), "finance"),
            Sample("h", (start_page(keywords="field harvest wheat"),), "farm"),
        ]
    )

    assert trained.predict(Sample("x", (start_page(keywords="loan bank", body="harvest wheat field"),))).label == "finance"


def test_the_body_is_read_only_without_metatags():
    assert spider([start_page(body="harvest")]).from_body
    assert spider([start_page(body="harvest")]).text == "harvest"
    assert spider([start_page(body="harvest", keywords="Farm")]).text == "Farm"


def test_a_title_is_no_metatag():
    welcome = [start_page(title="Welcome", body="We harvest wheat.")]

    assert spider(welcome).from_body
    assert spider(welcome).text == "Welcome\nWe harvest wheat."


def test_frames_and_telling_links_are_followed():
    pages = [
        start_page("https://a.test/", frames=("https://a.test/menu",)),
        start_page("https://a.test/menu", title="Menu", links=(("https://a.test/us", "About us"), ("https://a.test/no", "Weather"))),
        start_page("https://a.test/us", keywords="lamps"),
        start_page("https://a.test/no", keywords="rain"),
    ]

    assert spider(pages).text == "Menu\nlamps"
    assert spider(pages, key_words=("weather",)).text == "Menu\nrain"


def test_a_site_may_get_two_categories_and_an_unknown_one_none():
    samples = [
        Sample("a", (start_page(keywords="bank loan"),), "finance"),
        Sample("b", (start_page(keywords="wheat field"),), "farm"),
        Sample("c", (start_page(keywords="bank wheat"),), "finance|farm"),
    ]
    model = Metatags(threshold=0.2).fit(samples)

    assert set(model.predict(Sample("x", (start_page(keywords="loan field bank wheat"),))).label.split("|")) == {"finance", "farm"}
    assert model.predict(Sample("y", (start_page(keywords="violin"),))).label == ""


def test_names_of_categories_alone_are_training_enough():
    named = gather_sites(read_labels(NAICS), (), NAICS.parent)
    model = Metatags(threshold=0.2).fit(named.samples)

    assert model.predict(Sample("x", (start_page(keywords="insurance and finance for all"),))).label == "52"


# --- J2: superpages


def test_words_spread_over_pages_still_tell_and_order_does_not_matter():
    def site(words, label=""):
        return Sample(label, tuple(text_page(word, f"https://s.test/{place}") for place, word in enumerate(words)), label)

    model = Superpages().fit([site(["brass lamp", "shop"], "lamps"), site(["green tree", "shop"], "trees")])
    pages = ["shop", "brass", "lamp"]

    assert model.predict(site(pages)).label == "lamps"
    assert model.predict(site(pages)).score == pytest.approx(model.predict(site(pages[::-1])).score)


def test_a_telling_term_comes_before_a_useless_one():
    assert telling_terms([["tell", "use"], ["tell"], ["use"], []] * 5, [0, 0, 1, 1] * 5) == ["tell", "use"]


# --- J4: site trees

ROWS = {"none": (0.5, 0.3, 0.2), "a": (0.1, 0.7, 0.2), "b": (0.2, 0.5, 0.3), "c": (0.3, 0.3, 0.4)}
TREE = SiteTree((0, 1, 2, 3, 4, 5), (NO_PARENT, 0, 0, 1, 1, 2))  # a(b(c, c), c(c))
LABELS = ["a", "b", "c", "c", "c", "c"]


def table(rows):
    return TransitionTable({state: dict(zip("abc", shares, strict=True)) for state, shares in rows.items()}, ("a", "b", "c"), 0.0)


def model_of(*tables, order=1, prior=None):
    share = prior or [1 / len(tables)] * len(tables)
    topics = Topics(("a", "b"), learnt_topics([text_page("x"), text_page("y")], ["a", "b"], 0.5).bayes, 0.5)
    return MarkovTreeModel(tuple("IJK"[: len(tables)]), order, tuple(map(log, share)), tables, topics, 100)


def test_the_probability_of_a_tree_is_the_product_over_its_pages():
    assert exp(model_of(table(ROWS), prior=[1.0]).log_joint(TREE, LABELS)[0]) == pytest.approx(0.00252)


def test_another_class_loses_and_equal_tables_give_the_prior():
    other = dict.fromkeys(ROWS, (0.8, 0.1, 0.1))
    mine, others = model_of(table(ROWS), table(other)).log_joint(TREE, LABELS)
    one, two = model_of(table(ROWS), table(ROWS), prior=[0.25, 0.75]).log_joint(TREE, LABELS)

    assert mine > others
    assert exp(two - one) == pytest.approx(3)


def test_order_zero_is_the_product_of_topic_shares():
    steps = list(transitions(TREE, LABELS, 0))
    zero = counted(steps, ("a", "b", "c"), 0.0)

    total = sum(zero.log_probability(above, topic) for above, topic in steps)
    assert total == pytest.approx(log(1 / 6) + log(1 / 6) + 4 * log(4 / 6))


@pytest.mark.parametrize(("order", "expected"), [(1, ("b",)), (2, ("a", "b")), (3, ("none", "a", "b"))])
def test_longer_memory_looks_further_up(order, expected):
    assert list(transitions(TREE, LABELS, order))[3] == (expected, "c")


def test_the_document_s_transitions_are_estimated_from_counts():
    steps = (
        [(("politics",), "economy")] * 7
        + [(("politics",), "sports")] * 3
        + [(("culture",), "culture")] * 4
        + [(("culture",), "weather")] * 6
    )
    news = counted(steps, ("politics", "economy", "sports", "culture", "weather"), 0.0)

    assert exp(news.log_probability(("politics",), "economy")) == pytest.approx(0.7)
    assert exp(news.log_probability(("culture",), "culture")) == pytest.approx(0.4)


def test_a_cycle_of_links_ends_and_ways_are_shortest():
    def page(name, *targets):
        return PageText(name, links=tuple((target, "") for target in targets))

    tree = site_tree([page("s", "x", "y"), page("x", "s", "z"), page("y", "z"), page("z", "s"), page("alone")])

    assert tree.pages == (0, 1, 2, 3)
    assert tree.parents == (NO_PARENT, 0, 0, 1)


# --- J5: place trees


def place_tree(mutation=None):
    tree = PlaceTree(mutation or Mutation(0.1, 0.2))
    for path, class_ in ((("x", "1"), 1), (("x", "2"), 1), (("y", "1"), 0)):
        tree.label(path, class_)
    return tree


def test_evidence_and_posteriors_of_the_worked_example():
    tree = place_tree()

    assert exp(tree.log_evidence()) == pytest.approx(0.0986467, abs=1e-7)
    assert tree.posterior(("x", "3")) == pytest.approx(0.763053, abs=1e-6)
    assert tree.posterior(("y", "2")) == pytest.approx(0.301433, abs=1e-6)


@pytest.mark.parametrize("path", [(), ("x",), ("x", "1"), ("x", "1", "deep", "er")])
def test_without_evidence_every_node_has_the_prior(path):
    assert PlaceTree(Mutation(0.1, 0.2)).posterior(path) == pytest.approx(1 / 3)  # with the misprint it would be 0.393333


def test_small_mutations_make_siblings_follow_and_even_ones_say_nothing():
    sure, even = PlaceTree(Mutation(1e-6, 1e-6)), PlaceTree(Mutation(0.5, 0.5))
    for tree in (sure, even):
        tree.label(("box", "1"), 1)

    assert sure.posterior(("box", "2")) > 0.9999
    assert even.posterior(("box", "2")) == pytest.approx(0.5)


def test_posteriors_agree_with_summing_over_all_classes_of_all_nodes():
    theta, phi = 0.15, 0.25
    nodes = [(), ("x",), ("y",), ("x", "1"), ("x", "2"), ("y", "1")]
    evidence = {("x", "1"): 1, ("y", "1"): 0}
    joint = {0: 0.0, 1: 0.0}
    for number in range(2 ** len(nodes)):
        state = {node: number >> place & 1 for place, node in enumerate(nodes)}
        if any(state[node] != class_ for node, class_ in evidence.items()):
            continue
        chance = (theta if state[()] else phi) / (theta + phi)
        for node in nodes[1:]:
            flip = (theta, phi)[state[node[:-1]]]
            chance *= flip if state[node] != state[node[:-1]] else 1 - flip
        joint[state["x", "2"]] += chance
    tree = PlaceTree(Mutation(theta, phi))
    for path, class_ in evidence.items():
        tree.label(path, class_)

    assert exp(tree.log_evidence()) == pytest.approx(joint[0] + joint[1])
    assert tree.posterior(("x", "2")) == pytest.approx(joint[1] / (joint[0] + joint[1]))


def test_the_last_word_on_an_item_counts_and_inner_nodes_may_be_labelled():
    changed, plain = place_tree(), place_tree()
    changed.label(("x", "1"), 0)
    changed.label(("x",), 1)
    changed.label(("x",), 0)
    changed.label(("x", "1"), 1)
    plain.label(("x",), 0)

    assert changed.log_evidence() == pytest.approx(plain.log_evidence())
    assert changed.posterior(("x", "9")) == pytest.approx(plain.posterior(("x", "9")))


def test_mutations_are_chosen_by_the_likelihood_of_the_labels():
    together = [((box, str(number)), int(box == "a")) for box in "ab" for number in range(10)]
    mixed = [((box, str(number)), number % 2) for box in "ab" for number in range(10)]

    assert likeliest_mutation(together).theta < likeliest_mutation(mixed).theta


def test_mutation_probabilities_must_be_some():
    with pytest.raises(SettingError, match="between 0 and 1"):
        PlaceTree(Mutation(0.0, 0.2))


FRONT_PAGE = b"""<body><div><div class=menu><a href=/home>Home</a> <a href=/about>About</a></div>
<div class=stories><ul>
  <li><div><a href=/storm>Storm</a></div><li><a href=/bell>Bell</a><li><a href=/swim>Swim</a> <a href=/swim#talk>Talk</a></ul></div>
<table class=ads><tr><td><a href=http://shop.test/shoes>Shoes</a><td><a href=http://shop.test/hats>Hats</a>
  <tr><td><a href=http://bank.test/loan>Loan</a></table></div>"""


def likely_links(like, unlike=()):
    found = LayoutLinks(parse(FRONT_PAGE, "http://news.test/"), Mutation(0.1, 0.2)).ranked(like, unlike)
    return {link.title: link.probability for link in found}


def test_a_link_hangs_on_the_boxes_that_tell_it_from_others():
    links = LayoutLinks(parse(FRONT_PAGE, "http://news.test/"))
    way_to = {link.anchor: [links.page.tag_name(row) for row in path] for link, path in zip(links.links, links.paths, strict=True)}

    assert way_to["Home"] == ["div", "div", "a"]  # the outer box holds all three, the inner one is the menu
    assert way_to["Storm"] == ["div", "ul", "a"]  # its entry and the box in it hold nothing else
    assert way_to["Talk"] == ["div", "ul", "li", "a"]
    assert way_to["Hats"] == ["div", "tbody", "tr", "a"]


def test_the_link_below_a_recommended_one_is_recommended():
    found = likely_links(["/storm"])

    assert found["Bell"] == pytest.approx(0.8 * 0.8 + 0.2 * 0.1)  # by hand: the list is of class 1 with .8
    assert found["Bell"] > 0.5 > max(found[title] for title in ("Home", "About", "Shoes", "Hats", "Loan"))
    assert next(iter(found)) == "Bell"


def test_one_link_known_as_an_advertisement_makes_its_box_one():
    found = likely_links(["http://shop.test/shoes"], ["/storm"])

    assert found["Hats"] > 0.5
    assert found["Hats"] > found["Loan"] > max(found[title] for title in ("Home", "About", "Bell", "Swim", "Talk"))


def test_links_of_a_page_are_as_likely_as_their_places_in_the_tree():
    links = LayoutLinks(parse(FRONT_PAGE, "http://news.test/"), Mutation(0.1, 0.2))
    path_of = {link.anchor: list(map(str, path)) for link, path in zip(links.links, links.paths, strict=True)}
    tree = PlaceTree(Mutation(0.1, 0.2))
    tree.label(path_of["Shoes"], 1)
    tree.label(path_of["Storm"], 0)

    assert likely_links(["http://shop.test/shoes"], ["/storm"]) == pytest.approx(
        {title: tree.posterior(path) for title, path in path_of.items() if title not in ("Shoes", "Storm")}
    )


# --- J6: summaries

LUHN = "the quick SIG1 of SIG2 a b SIG3 far x y z w SIG4".split()


@pytest.mark.parametrize(("between", "expected"), [(2, 9 / 6), (5, 16 / 12)])
def test_luhn_scores_the_densest_stretch(between, expected):
    assert luhn_score(LUHN, {"SIG1", "SIG2", "SIG3", "SIG4"}, between) == pytest.approx(expected)


def test_no_sentence_of_a_long_menu_enters_a_summary():
    menu = tuple(Block(f"Shop part {number}", link_share=1.0, box=1) for number in range(60))
    text = tuple(Block(f"The lighthouse keeper climbs the stairs of the lighthouse tower on day {number}.", box=2) for number in range(6))
    page = PageText("https://a.test/", blocks=menu + text)
    summariser = learnt_summariser([Sample("a", (page,), "tower"), Sample("b", (text_page("a green apple tree"),), "fruit")])

    summary = summariser.summary(page)

    assert summary
    assert all(each.sentence.block >= 60 for each in summary)
    assert content_body(page) <= set(range(60, 66))
    assert all(each.scores[2] == 0 for each in summariser.scored(page) if each.sentence.block < 60)


# --- J7: Ant-Miner


def test_quality_is_sensitivity_times_specificity():
    assert rule_quality(8, 2, 1, 19) == pytest.approx(0.76)


@pytest.mark.parametrize(("counts", "expected"), [((9, 1, 0), 1.116), ((4, 3, 3), 0.014)])
def test_a_term_is_worth_the_order_it_brings(counts, expected):
    assert term_value(counts) == pytest.approx(expected, abs=5e-4)


def test_information_gain_of_a_telling_and_a_useless_word():
    assert information_gain(np.array([[10.0, 0.0], [5.0, 5.0]]), np.array([10.0, 10.0])).tolist() == pytest.approx([1.0, 0.0])


def ant_samples(*, useless=False):
    words = [("goal", "sport"), ("modem", "tech")]
    found = []
    for number in range(40):
        word, label = words[number % 2]
        extra = " noise" if useless and number % 4 < 2 else ""
        found.append(Sample(str(number), (PageText("", title=f"{word}{extra}", description="daily"),), label))
    return found


def test_one_telling_word_gives_one_rule_and_the_default():
    found = AntMiner().fit(ant_samples())

    assert len(found.rules) == 1
    assert found.terms == 1
    assert found.predict(ant_samples()[0]).label == "sport"
    assert found.predict(ant_samples()[1]).label == "tech"


def test_a_useless_word_is_pruned():
    found = AntMiner().fit(ant_samples(useless=True))

    assert {term.word for rule in found.rules for term in rule.terms} <= {"goal", "modem"}


def test_the_same_seed_finds_the_same_rules():
    random = np.random.default_rng(3)
    samples = [Sample(str(n), (PageText("", title=" ".join(random.choice(list("abcdefgh"), 4))),), "xy"[n % 2]) for n in range(80)]

    assert AntMiner(seed=5).fit(samples) == AntMiner(seed=5).fit(samples)


def test_a_lexicon_joins_words_under_one():
    house = {"window": "house", "roof": "house", "chimney": "house", "brick": "house"}
    samples = [
        Sample(word, (PageText("", title=word, description="x"),), "home" if word in house else "sea")
        for word in [*house, "wave", "boat", "sail", "salt"]
    ]

    found = AntMiner(lexicon=house).fit(samples)

    assert "house" in {term.word for rule in found.rules for term in rule.terms}
