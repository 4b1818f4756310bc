"""Pages that mutations start from: small, made up, one for each form of page that some part of the program reads in its own way."""

_WORDS = "harbour council ferry night market lighthouse herring tide bench storm quay plover lamp rope winter boat bridge school".split()


def _sentence(number: int, length: int = 11) -> str:
    words = [_WORDS[(number * 7 + place * (number % 5 + 1) + place * place) % len(_WORDS)] for place in range(length)]
    return f"{' '.join(words).capitalize()}, {number}."


def article(number: int) -> bytes:
    """A post with everything around it that a blog has."""
    paragraphs = "".join(
        f"<p>{_sentence(number + place)} <a href='/tag/{place}'>{_WORDS[place]}</a> {_sentence(place * 3 + number)}</p>"
        for place in range(4)
    )
    linked = f'{{"@context":"https://schema.org","@type":"NewsArticle","headline":"Story {number}","datePublished":"2031-03-0{number % 9 + 1}","author":{{"name":"Ada Quay"}},"keywords":["sea","{number}"]}}'
    return f"""<!doctype html><html lang=en><head><meta charset=utf-8><title>Story {number} | The Paper</title>
<meta property="og:title" content="Story {number}"><meta name=description content="{_sentence(number)}"><link rel=canonical href="/story/{number}">
<script type="application/ld+json">{linked}</script></head><body class="post post-{number}"><nav><ul><li><a href=/>Home</a><li><a href=/about>About</a></ul></nav>
<main id=main><article class="entry hentry"><h1>Story {number}</h1><p class=meta>By <a rel=author href=/ada>Ada Quay</a> on <time datetime="2031-03-0{number % 9 + 1}T10:00:00Z">March {number % 9 + 1}, 2031</time></p>
{paragraphs}<h2>Part two</h2><blockquote><p>{_sentence(number + 9)}</p></blockquote><pre><code class=language-c>int main() {{ return {number}; }}</code></pre>
<figure><img src=/a{number}.jpg alt=boat width=640 height=480><figcaption>{_sentence(number + 2, 4)}</figcaption></figure><ul><li>one<li>two {number}</ul>
<table><tr><th>Name<th>Price<tr><td>rope<td>{number}.50<tr><td>lamp<td>12</table><p class=tags><a rel=tag href=/tag/sea>sea</a></p></article>
<div class=comments><div class=comment>{_sentence(number + 4)}</div><div class=comment>{_sentence(number + 5)}</div></div></main>
<aside><h3>Read also</h3><ul><li><a href=/story/{number + 1}>Story {number + 1}</a><li><a href=/story/{number + 2}>Story {number + 2}</a></ul></aside>
<footer>&copy; 2031 The Paper</footer></body></html>""".encode()


def listing(number: int) -> bytes:
    """An index page with a list of teasers and a pager."""
    items = "".join(
        f"<li class=item><h2><a href=/story/{place}>Story {place}</a></h2><span class=date>2031-03-{place:02d}</span><p>{_sentence(place, 7)}</p><b>${place}.99</b></li>"
        for place in range(number * 6 + 1, number * 6 + 7)
    )
    pager = f"<a rel=prev href=/page/{number - 1}>Newer</a> <a rel=next href=/page/{number + 1}>Older</a>"
    return f"<html><head><title>Page {number} | The Paper</title></head><body><nav><a href=/>Home</a></nav><ul class=list>{items}</ul><div class=pager>{pager}</div><footer>&copy; The Paper</footer>".encode()


def detail(number: int) -> bytes:
    """A page of one thing with named values."""
    rows = "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in (("Weight", f"{number} kg"), ("Colour", _WORDS[number % 9]), ("Price", f"€{number * 3},00"))
    )
    return f"<html><head><title>Thing {number}</title></head><body><h1>Thing {number}</h1><dl><dt>Maker<dd>Quay {number}<dt>Year<dd>{2000 + number}</dl><table class=facts>{rows}</table><p>{_sentence(number)}".encode()


def old_table(number: int) -> bytes:
    """A page laid out with tables and fonts, in Latin-1, with end tags left out."""
    rows = "".join(
        f"<tr><td><font color=red>{place}</font><td><a href=p{place}.htm>Caf\xe9 {place}</a><td nowrap>{number * place}"
        for place in range(6)
    )
    return f"<HTML><HEAD><META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=iso-8859-1'><TITLE>Caf\xe9s</TITLE></HEAD><BODY BGCOLOR=white><CENTER><TABLE BORDER=1>{rows}</TABLE></CENTER><HR>{_sentence(number)}<BR>".encode(
        "latin-1"
    )


def thread(number: int) -> bytes:
    """Posts of several people in an unspaced script, with a shadow root, a form and a drawing."""
    posts = "".join(
        f"<div class=post id=p{place}><a class=name href=/u/{place}>用户{place}</a><div class=text>今天天气很好，我们去港口{place}。{_sentence(place, 5)}</div></div>"
        for place in range(5)
    )
    return f"<!doctype html><html lang=zh><title>主题{number}</title><x-card><template shadowrootmode=open><slot></slot><p>shadow</p></template></x-card>{posts}<form><select><option>1<option>2</select><textarea>t</textarea></form><svg><title>s</title><g><text>x</text></g></svg><iframe src=/f></iframe>".encode()


def feed(number: int) -> bytes:
    items = "".join(
        f"<item><title>Story {place}</title><link>https://paper.example/story/{place}</link><pubDate>Mon, 03 Mar 2031 10:00:00 GMT</pubDate><author>Ada</author><category>sea</category><description>&lt;p&gt;{_sentence(place)}</description></item>"
        for place in range(number, number + 3)
    )
    return f"<?xml version='1.0'?><rss version='2.0'><channel><title>The Paper</title>{items}</channel></rss>".encode()


def atom(number: int) -> bytes:
    entries = "".join(
        f"<entry><title type=html>Story {place}</title><link href='https://paper.example/story/{place}'/><updated>2031-03-03T10:00:00Z</updated><content><![CDATA[<p>{_sentence(place)}]]></content></entry>"
        for place in range(number, number + 3)
    )
    return f"<feed xmlns='http://www.w3.org/2005/Atom'><title>The Paper</title>{entries}</feed>".encode()


def xhtml(number: int) -> bytes:
    return f"<?xml version='1.0' encoding='utf-8'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title>X {number}</title><script/></head><body><div id='a'><![CDATA[cd {number}]]><p>{_sentence(number)}</p><br/></div></body></html>".encode()


FORMS = (article, listing, detail, old_table, thread, xhtml)


def pages() -> list[bytes]:
    """One page of every form."""
    return [form(number) for number, form in enumerate(FORMS, start=1)]
