"""A window of a real browser on a studio, for tests."""

from contextlib import contextmanager


@contextmanager
def window(browser, keys, *, allowed=(), **about):
    """A window of its own; errors on its console fail the test, but for those that have one of the words that are `allowed`."""
    context = browser.new_context(**{"viewport": {"width": 1300, "height": 800}, **about})
    context.set_default_timeout(60_000)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(f"{error} {error.stack}"))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.base = keys.address
    yield page
    page.unroute_all(behavior="ignoreErrors")  # an answer that is still on its way when the window closes
    context.close()
    assert not [error for error in errors if not any(words in error for words in allowed)]


def wait_until(page, condition, argument=None):
    """Ask from outside until a condition holds: inside, the studio's policy forbids to evaluate code, which Playwright's own waiting does."""
    for _ in range(1200):
        if page.evaluate(condition, argument):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def frame_of(page):
    """The sandboxed frame of a screen, once it shows a page."""
    page.locator(".frame-box:not(.loading) iframe").wait_for()
    return page.frame_locator(".frame-box iframe")
