"""Separate content by substring frequency: strings that all occur equally often are template.

Substring amplification: Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa 2003, cited in `strings/substring_amplification.py`. Implemented:
the score of a text is the share of its characters that are in no string of a peak. Decided: a page is read as `strings/page_source.py`
writes it; if there are many pages, a sample is sorted; strings of all significant peaks that several pages share are template. If all
pages are the same, they are one string.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.html.page import Page
from sitelode_lab.separators.separator import Scores
from sitelode_lab.strings.page_source import source_of, sources_within
from sitelode_lab.strings.repeats import covered_by
from sitelode_lab.strings.substring_amplification import DEFAULT, AmplificationSettings, amplify
from sitelode_lab.strings.suffix_array import sort_suffixes


@dataclass(frozen=True, slots=True)
class Amplification:
    """Separator."""

    peaks: AmplificationSettings = DEFAULT
    most_characters: int = 2_000_000  # of the sample; set by hand

    def study(self, pages: Sequence[Page]) -> "ConstantStrings":
        texts = sources_within(pages, self.most_characters)
        if len(set(texts)) < 2:  # noqa: PLR2004 (a comparison needs two)
            return ConstantStrings(tuple(texts[1:2]))
        suffixes = sort_suffixes(texts)
        shared = [peak.strings.texts(suffixes) for peak in amplify(suffixes, self.peaks).peaks if len(peak.documents) > 1]
        return ConstantStrings(tuple(sorted({text for texts_of_peak in shared for text in texts_of_peak})))


@dataclass(frozen=True, slots=True)
class ConstantStrings:
    """Template: strings of the peaks."""

    strings: tuple[str, ...]

    def content_scores(self, page: Page) -> Scores:
        source = source_of(page)
        return source.shares(~covered_by(source.text, self.strings))
