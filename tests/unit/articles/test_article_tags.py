"""Tags on made-up layouts: known by their addresses, beside other links, and apart from the tags of other articles."""

from lantern_pages import AUTHORS, TAGS, TITLES, source
from made_articles import page_of

from sitelode.articles.fields.values import cleaned
from sitelode.articles.reader import ClusterReader


def tags_of(make):
    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(8)]
    reader = ClusterReader.learnt(0, pages)
    return [reader.article(page, "").tags for page in pages]


def links(number, folder, mark=""):
    return ", ".join(f'<a href="/{folder}/{tag}"{mark}>{tag}</a>' for tag in TAGS[number])


def test_of_the_links_in_one_line_those_with_addresses_of_tags_are_tags():
    def make(number):
        author = f'<a href="/author/{number % 3}">{AUTHORS[number % 3]}</a>'
        return source(number, byline=f'<p>{number + 10}.3.2031 {author} {links(number, "tag")} <a href="#c">{number} remarks</a></p>')

    assert tags_of(make) == list(TAGS)


def test_a_tag_on_nearly_all_pages_is_one_where_the_others_differ():
    def make(number):
        common = '<a href="/tag/harbour">harbour</a>, '
        return source(number, byline=f"<p>{number + 10}.3.2031 {common}{links(number, 'tag')}</p>")

    assert tags_of(make) == [("harbour", *tags) for tags in TAGS]
    menu = '<p><a href="/tag/boats">boats</a> <a href="/tag/birds">birds</a></p>'
    assert set(tags_of(lambda number: source(number, byline=menu))) == {()}


def test_tags_come_before_categories():
    def make(number):
        category = ("Town", "Sea")[number % 2]
        both = f'<p class="a"><a href="/category/{category}">{category}</a></p><p class="b">{links(number, "tag")}</p>'
        return source(number, after=both)

    assert tags_of(make) == list(TAGS)


def test_tags_in_teasers_of_other_articles_are_not_the_articles():
    def teaser(number):
        marked = links(number, "tag", ' rel="tag"')
        return f'<div class="more"><h3><a href="/{number}">{TITLES[number]} again, and more of it</a></h3><p>{marked}</p></div>'

    def make(number):
        own = f'<p class="own">{links(number, "tag", """ rel="tag" """)}</p>'
        return source(number, byline=own, after="".join(teaser((number + step) % 8) for step in (1, 2, 4)))

    assert tags_of(make) == list(TAGS)


def test_links_marked_as_tags_come_before_keywords_for_search_engines():
    def make(number):
        head = f'<meta name="keywords" content="{", ".join(TAGS[number])}, best news {number}">'
        return source(number, head=head, after=f"<p>{links(number, 'tag', ' rel=tag')}</p>")

    assert tags_of(make) == list(TAGS)


def test_a_hash_before_a_tag_is_a_sign_and_one_after_it_is_part_of_it():
    assert cleaned("tags", ["#boats, C#"], "") == ("boats", "C#")


FAR = "<p>" + "Remarks are read by the editor before they are shown to anybody else. " * 10 + "</p>"


def test_tags_far_below_the_article_are_known_by_their_addresses():
    def make(number):
        section = '<p class="a"><a href="/category/town">town</a></p>'
        return source(number, after=f'{FAR}<div class="well">{section}<p class="b">{links(number, "tag")}</p></div>')

    assert tags_of(make) == list(TAGS)


def test_links_to_tags_that_all_pages_have_and_those_in_teasers_are_not_the_articles():
    cloud = "".join(f'<li><a href="/tag/{tag}">{tag}</a></li>' for tag in sorted({tag for tags in TAGS for tag in tags}))

    def make(number):
        others = [(number + step) % 8 for step in (1, 2, 3)]
        teasers = "".join(
            f"<div><h4>{TITLES[each]} again, and once more at length</h4><p>{links(each, 'tag')}</p></div>" for each in others
        )
        return source(number, after=f"{FAR}<ul>{cloud}</ul>{teasers}")

    assert set(tags_of(make)) == {()}
