from bench.articles import Another, Tally


def upper(pages):
    return {page["id"]: page["html"].upper() for page in pages}


def test_a_function_of_somebody_else_is_a_system():
    system = Another(f"{__name__}:upper")

    assert system.texts([{"id": 7, "url": "", "html": "<p>x"}], Tally()) == {7: "<P>X"}
