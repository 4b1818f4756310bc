"""Verify a wrapper while it is applied: every so many pages, not after all of them (section 6.5 of the thesis: "every x extractions")."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_articles import KnownArticles
from sitelode.wrappers.known_rows import KnownRows
from sitelode.wrappers.verify.verdicts import BatchVerdict
from sitelode.wrappers.verify.verifying import verify

LEAST_LEFT = 10  # pages at the end that are judged by themselves; fewer prove little; set by hand


@dataclass
class StreamVerifier:
    """Collects readings, and judges them by the batch; nothing older than a batch is kept."""

    every: int  # pages of a batch; 0: never
    known: KnownArticles | None = None
    rows: KnownRows | None = None
    worst: BatchVerdict | None = None  # of all batches so far
    _batch: list[Reading] = field(default_factory=list)
    _pages: int = 0

    def add(self, readings: Sequence[Reading]) -> BatchVerdict | None:
        """One page more; gives a verdict when a batch is full."""
        if not self.every:
            return None
        self._batch += readings
        self._pages += 1
        return self._judged() if self._pages >= self.every else None

    def rest(self) -> BatchVerdict | None:
        """The verdict on the pages since the last one, if they are enough to say anything, or there is no other."""
        enough = self._pages >= LEAST_LEFT or (self._pages and self.worst is None)
        return self._judged() if enough else None

    def _judged(self) -> BatchVerdict:
        verdict = verify(self._batch, self.known, self.rows)
        self._batch, self._pages = [], 0
        if self.worst is None or verdict.verdict > self.worst.verdict:
            self.worst = verdict
        return verdict
