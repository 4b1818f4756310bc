"""Bytes to text: marks, labels, labels that lie, and none at all."""

import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitelode.html.encoding import codec_of, decode
from sitelode.html.parse import parse

JAPANESE = (
    "春になると、川沿いの桜並木に大勢の人が集まります。屋台では焼きそばの匂いが漂い、子どもたちは風船を手に走り回っていました。"
    "市役所によると、今年の来場者は昨年より二割ほど多く、駅前の駐車場は朝から満車だったそうです。"
    "一方、近くに住む人からは、ごみの持ち帰りを徹底してほしいという声も聞かれました。"
)
CHINESE = (
    "春天到了，河边的樱花陆续开放，周末来这里散步的市民比往年多了不少。小吃摊前排起了长队，孩子们拿着气球在草地上奔跑。"
    "据市政府介绍，今年的游客人数比去年增加了大约两成，火车站附近的停车场一大早就停满了车。"
    "不过，也有附近的居民希望游客能够把垃圾带走，保持环境整洁。"
)
TRADITIONAL = (
    "春天到了，河邊的櫻花陸續開放，週末來這裡散步的市民比往年多了不少。小吃攤前排起了長隊，孩子們拿著氣球在草地上奔跑。"
    "據市政府介紹，今年的遊客人數比去年增加了大約兩成，火車站附近的停車場一大早就停滿了車。"
    "不過，也有附近的居民希望遊客能夠把垃圾帶走，保持環境整潔。"
)
KOREAN = (
    "봄이 되자 강변의 벚나무 길에 많은 사람들이 모였습니다. 길가에는 먹거리 장터가 열렸고 아이들은 풍선을 들고 잔디밭을 뛰어다녔습니다. "
    "시청에 따르면 올해 방문객은 작년보다 조금 늘었으며 역 앞 주차장은 아침부터 가득 찼다고 합니다. "
    "한편 근처에 사는 주민들은 쓰레기를 꼭 가져가 달라고 부탁했습니다."
)
RUSSIAN = (
    "Весной набережная заполняется людьми: горожане приходят посмотреть на цветущие вишни и просто погулять с детьми. "
    "По данным городской администрации, гостей в этом году примерно на пятую часть больше, чем в прошлом. "
    "Однако жители соседних домов просят не оставлять после себя мусор."
)
UKRAINIAN = (
    "Навесні набережна заповнюється людьми: містяни приходять подивитися на квітучі вишні й просто погуляти з дітьми. "
    "Організатори обіцяють збільшити кількість автобусів, а мешканці сусідніх будинків просять не залишати після себе сміття."
)
GREEK = (
    "Την άνοιξη η παραλία γεμίζει κόσμο που έρχεται να δει τις ανθισμένες κερασιές και να περπατήσει με τα παιδιά του. "
    "Ωστόσο οι κάτοικοι ζητούν από τους επισκέπτες να μην αφήνουν σκουπίδια. Ο καθαρισμός θα τελειώσει μέχρι το τέλος της εβδομάδας."
)
ARABIC = (
    "في فصل الربيع يمتلئ الشاطئ بالناس الذين يأتون لمشاهدة الأشجار المزهرة والتنزه مع أطفالهم. "
    "لكن سكان الحي يطلبون من الجميع عدم ترك النفايات. ومن المتوقع أن تنتهي أعمال التنظيف قبل نهاية الأسبوع."
)
FRENCH = (
    "Au printemps, la promenade se remplit de monde : les habitants viennent admirer les cerisiers en fleurs. Près de l'eau, des échoppes "
    "proposent des repas chauds. L'équipe a promis d'ajouter des autobus dès l'été, et le nettoyage devrait être achevé à la fin de la semaine."
)
GERMAN = (
    "Im Frühling füllt sich die Uferpromenade: Familien kommen, um die blühenden Kirschbäume zu sehen. Am Wasser gibt es süßes Gebäck. "
    "Die Anwohner bitten darum, keinen Müll zurückzulassen; künftig sollen zusätzliche Busse fahren."
)
POLISH = (
    "Wiosną bulwar zapełnia się ludźmi: mieszkańcy przychodzą obejrzeć kwitnące wiśnie i pospacerować z dziećmi. Wzdłuż ścieżek stoją "
    "stragany z gorącym jedzeniem. Mieszkańcy proszą jednak, żeby nie zostawiać śmieci."
)
HEBREW = "באביב מתמלאת הטיילת באנשים הבאים לראות את עצי הדובדבן הפורחים ולטייל עם הילדים. לאורך השביל עומדים דוכנים עם אוכל חם."
THAI = "ฤดูใบไม้ผลิมีผู้คนจำนวนมากมาเดินเล่นริมแม่น้ำ เด็กๆ ถือลูกโป่งวิ่งเล่นบนสนามหญ้า และมีร้านอาหารเล็กๆ ตั้งอยู่ตลอดทาง"

MENU = "<nav><ul><li><a href='/'>Home</a><li><a href='/news'>News</a></ul></nav>"
FOOTER = "<footer>Copyright 2004 example.com, all rights reserved</footer>"


def page(text, head=""):
    return f"<!doctype html><html><head>{head}<title>{text[:9]}</title></head><body>{MENU}<p>{text}</p>{FOOTER}</body></html>"


LEGACY = [
    pytest.param(JAPANESE, "shift_jis", "Shift_JIS", id="Shift_JIS"),
    pytest.param(JAPANESE, "euc_jp", "EUC-JP", id="EUC-JP"),
    pytest.param(JAPANESE, "iso2022_jp", "ISO-2022-JP", id="ISO-2022-JP"),
    pytest.param(CHINESE, "gb18030", "GB18030", id="GB18030"),
    pytest.param(CHINESE, "gbk", "GBK", id="GBK"),
    pytest.param(TRADITIONAL, "big5", "Big5", id="Big5"),
    pytest.param(KOREAN, "euc_kr", "EUC-KR", id="EUC-KR"),
    pytest.param(RUSSIAN, "cp1251", "windows-1251", id="windows-1251"),
    pytest.param(RUSSIAN, "koi8_r", "KOI8-R", id="KOI8-R"),
    pytest.param(RUSSIAN, "iso8859_5", "ISO-8859-5", id="ISO-8859-5"),
    pytest.param(RUSSIAN, "cp866", "IBM866", id="IBM866"),
    pytest.param(UKRAINIAN, "koi8_u", "KOI8-U", id="KOI8-U"),
    pytest.param(GREEK, "iso8859_7", "ISO-8859-7", id="ISO-8859-7"),
    pytest.param(ARABIC, "cp1256", "windows-1256", id="windows-1256"),
    pytest.param(FRENCH, "cp1252", "windows-1252", id="windows-1252, French"),
    pytest.param(GERMAN, "cp1252", "ISO-8859-1", id="ISO-8859-1, German"),
    pytest.param(POLISH, "iso8859_2", "ISO-8859-2", id="ISO-8859-2"),
    pytest.param(HEBREW, "cp1255", "windows-1255", id="windows-1255"),
    pytest.param(THAI, "cp874", "TIS-620", id="TIS-620"),
]


@pytest.mark.parametrize(("text", "encoding", "label"), LEGACY)
def test_detected_without_any_label(text, encoding, label):
    assert text in parse(page(text).encode(encoding)).text(), label


@pytest.mark.parametrize(("text", "encoding", "label"), LEGACY)
@pytest.mark.parametrize("how", ["header", "meta", "http-equiv", "xml"])
def test_by_its_label(text, encoding, label, how):
    head = {"meta": f"<meta charset={label}>", "http-equiv": f"<meta http-equiv=content-type content='text/html; charset={label}'>"}.get(
        how, ""
    )
    start = f'<?xml version="1.0" encoding="{label}"?>' if how == "xml" else ""
    header = f"text/html; charset={label}" if how == "header" else None

    assert text in parse((start + page(text, head)).encode(encoding), content_type=header).text()


@pytest.mark.parametrize(
    ("body", "header", "encoding"),
    [
        pytest.param(codecs.BOM_UTF8 + b"<p>x", "text/html; charset=koi8-r", "utf-8", id="the mark beats the header"),
        pytest.param(codecs.BOM_UTF16_LE + "<p>é".encode("utf-16-le"), None, "utf-16-le", id="UTF-16 by its mark"),
        pytest.param(codecs.BOM_UTF16_BE + "<p>é".encode("utf-16-be"), "text/html; charset=utf-8", "utf-16-be", id="the other UTF-16"),
        pytest.param(page(JAPANESE).encode("utf-16-le"), None, "utf-16-le", id="UTF-16 without its mark"),
        pytest.param(page(JAPANESE).encode("utf-16-be"), "text/html; charset=utf-16", "utf-16-be", id="the other UTF-16 without its mark"),
        pytest.param(b"<\0p>" + page(FRENCH).encode(), None, "utf-8", id="one NUL behind the first sign"),
        pytest.param(b"<p>" + b"\0" * 40 + page(FRENCH).encode(), None, "utf-8", id="many NULs elsewhere"),
        pytest.param(
            page(RUSSIAN, "<meta charset=koi8-r>").encode("cp1251"), "text/html; charset=windows-1251", "cp1251", id="header beats meta"
        ),
        pytest.param(page(RUSSIAN).encode("cp1251"), 'text/html; x="y"; Charset = "Windows-1251"', "cp1251", id="an odd header"),
        pytest.param(page(RUSSIAN, "<meta charset=cp1251>").encode("cp1251"), "text/html; charset=none", "cp1251", id="header of no use"),
        pytest.param(page(FRENCH, "<meta charset=iso-8859-1>").encode(), None, "utf-8", id="UTF-8 whatever was announced"),
        pytest.param(page(FRENCH).encode(), "text/html; charset=iso-8859-1", "utf-8", id="UTF-8 whatever the header says"),
        pytest.param("<p>é".encode(), "text/html; charset=iso-8859-1", "utf-8", id="UTF-8 of a single character"),
        pytest.param("<p>联通".encode("gbk"), "text/html; charset=gbk", "gb18030", id="two characters that are nearly UTF-8"),
        pytest.param("<p>慢慢".encode("gbk"), "text/html; charset=gbk", "gb18030", id="two characters that are UTF-8 by chance"),
        pytest.param(page(RUSSIAN, "<meta charset=utf-8>").encode("cp1251"), None, "cp1251", id="announced UTF-8 that is none"),
        pytest.param(page(JAPANESE, "<meta charset=utf-8>").encode("cp932"), None, "cp932", id="announced UTF-8 that is Shift_JIS"),
        pytest.param(page(FRENCH, "<meta charset=utf-16>").encode(), None, "utf-8", id="a meta that can be read is not UTF-16"),
        pytest.param(page(RUSSIAN, "<meta charset=unicode>").encode("cp1251"), None, "cp1251", id="nor is 'unicode'"),
        pytest.param(page(FRENCH, "<meta charset=nonsense>").encode(), None, "utf-8", id="an unknown label"),
        pytest.param(page(RUSSIAN, "<meta charset=nonsense>").encode("cp1251"), None, "cp1251", id="an unknown label, not UTF-8"),
        pytest.param(page(CHINESE, "<meta charset=gb2312>").encode("gb18030"), None, "gb18030", id="GB2312 means its successor"),
        pytest.param(page("镕堃喆", "<meta charset=gb2312>").encode("gbk"), None, "gb18030", id="GB2312 with characters of GBK only"),
        pytest.param(page(JAPANESE, "<meta charset=x-sjis>").encode("cp932"), None, "cp932", id="x-sjis"),
        pytest.param(page("①髙﨑㈱", "<meta charset=shift_jis>").encode("cp932"), None, "cp932", id="Shift_JIS with vendors' signs"),
        pytest.param(page(KOREAN, "<meta charset=ks_c_5601-1987>").encode("cp949"), None, "cp949", id="ks_c_5601-1987"),
        pytest.param(
            page(RUSSIAN, "<!-- <meta charset=koi8-r> --><meta charset=cp1251>").encode("cp1251"), None, "cp1251", id="in a comment"
        ),
        pytest.param(
            page(RUSSIAN, "<meta name=d content='charset=koi8-r'><meta charset=cp1251>").encode("cp1251"), None, "cp1251", id="in a text"
        ),
        pytest.param(page(RUSSIAN, " " * 5_000 + "<meta charset=cp1251>").encode("cp1251"), None, "cp1251", id="a late meta"),
        pytest.param(b"<p>plain", "text/html; charset=koi8-r", "utf-8", id="ASCII is UTF-8"),
    ],
)
def test_which_label_counts(body, header, encoding):
    decoded = decode(body, header)

    assert decoded.encoding == encoding
    assert "\N{REPLACEMENT CHARACTER}".encode() not in decoded.utf8


def test_vendors_signs_in_euc_jp():
    body = page("①㈱Ⅲ" + JAPANESE, "<meta charset=euc-jp>").encode("euc_jis_2004")

    assert "①㈱Ⅲ春になると" in parse(body).text()


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("UTF8", "utf-8"), (" utf-8 ", "utf-8"), ("iso-8859-1", "cp1252"), ("us-ascii", "cp1252"), ("latin1", "cp1252"), ("x-cp1251", "cp1251"),
        ("sjis", "cp932"), ("windows-31j", "cp932"), ("x-euc-jp", "euc_jp"), ("big5-hkscs", "big5hkscs"), ("cn-big5", "big5hkscs"),
        ("korean", "cp949"), ("windows-949", "cp949"), ("chinese", "gb18030"), ("x-gbk", "gb18030"), ("iso88592", "iso8859-2"),
        ("iso-8859-8-i", "iso8859-8"), ("iso-8859-9", "cp1254"), ("tis-620", "cp874"), ("koi8", "koi8-r"), ("macintosh", "mac-roman"),
        ("x-mac-cyrillic", "mac-cyrillic"), ("csshiftjis", "cp932"),
    ],
)  # fmt: skip
def test_labels(label, codec):
    assert codec_of(label) == codec


@pytest.mark.parametrize(
    "label",
    [
        "",
        " ",
        "none",
        "rot13",
        "hex",
        "base64",
        "zip",
        "idna",
        "punycode",
        "utf-7",
        "unicode_escape",
        "undefined",
        "mbcs",
        "x\0y",
        "é",
        "x" * 9999,
    ],
)
def test_what_is_no_encoding_of_the_web(label):
    assert codec_of(label) is None
    assert decode(b"<p>x", f"text/html; charset={label}").utf8 == b"<p>x"


UNDECODABLE = [
    pytest.param(page(JAPANESE).encode() + "港".encode()[:2], id="UTF-8 cut at its end"),
    pytest.param(page(JAPANESE).encode() + "é".encode()[:1], id="UTF-8 cut behind one byte"),
    pytest.param(page(JAPANESE).encode() + "😀".encode()[:3], id="UTF-8 cut behind three bytes"),
    pytest.param(page(JAPANESE).encode("euc_jp") + b"\xb9", id="EUC-JP cut at its end"),
    pytest.param(page(JAPANESE).encode("cp932") + b"\x82", id="Shift_JIS cut at its end"),
    pytest.param(codecs.BOM_UTF16_LE + "<p>港".encode("utf-16-le") + b"\0", id="UTF-16 cut at its end"),
    pytest.param(codecs.BOM_UTF16_LE + "<p>".encode("utf-16-le") + b"\x00\xd8x\0", id="half a surrogate pair"),
    pytest.param("<p>\ud800".encode("utf-8", "surrogatepass"), id="a surrogate in UTF-8"),
    pytest.param(b"<p>\xff\xfe\xff", id="bytes that no encoding has"),
    pytest.param(page(FRENCH).encode() + b"\xe9t\xe9", id="two latin characters in UTF-8"),
]


@pytest.mark.parametrize("body", UNDECODABLE)
def test_what_cannot_be_decoded_is_replaced(body):
    decode(body).utf8.decode("utf-8")


@pytest.mark.parametrize("body", UNDECODABLE[:3])
def test_a_cut_character_does_not_change_the_encoding(body):
    decoded = decode(body, "text/html; charset=iso-8859-1")

    assert decoded.encoding == "utf-8"
    assert decoded.utf8.decode().endswith("</html>\N{REPLACEMENT CHARACTER}")


def test_a_little_damage_does_not_change_the_encoding():
    body = page(JAPANESE).encode().replace("桜".encode(), b"\xff", 1)

    assert decode(body, "text/html; charset=utf-8").encoding == "utf-8"
    assert decode(body).encoding == "utf-8"


@given(st.binary(max_size=200), st.one_of(st.none(), st.text(max_size=30), st.sampled_from(["charset=utf-8", "charset=gbk", "charset=x"])))
@example(b"", None)
@example(b"\xfe\xff", None)
@example(b"\x1b$B", None)
def test_any_bytes_become_valid_utf8(body, header):
    decode(body, header).utf8.decode("utf-8")


@given(st.text(max_size=50))
def test_utf8_stays_as_it_is(text):
    body = b"<p>" + text.encode("utf-8", "replace").replace(b"\x1b", b"")

    assert decode(body).utf8 == body
