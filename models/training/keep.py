"""Which of the places that the two networks found count as tiles: the reference for ``crates/vision/src/keep.rs``.

What is unsure counts where it lies beside a sure tile of its size; alone it must be surer. (The program also leaves out
what is far smaller than the tiles; here that is not needed.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rectify import Quad, sides

COMPANY_FROM = 0.5
NEAR = 2.2
ALIKE = 1.8


@dataclass
class Candidate:
    """A place: where, and the locator's score times the face's probability, 0..1; 0 of junk."""

    quad: Quad
    certainty: float


def keeps_company(one: Candidate, other: Candidate) -> bool:
    """Whether two places are near each other and of one size."""
    size, other_size = max(sides(one.quad)), max(sides(other.quad))
    larger, smaller = max(size, other_size), min(size, other_size)
    apart = float(np.hypot(*(one.quad.mean(axis=0) - other.quad.mean(axis=0))))
    return larger <= ALIKE * smaller and apart < NEAR * larger


def in_company(candidates: list[Candidate]) -> list[bool]:
    """Which of them lie beside a sure one."""
    sure = [other for other in candidates if other.certainty >= COMPANY_FROM]
    return [any(other is not one and keeps_company(one, other) for other in sure) for one in candidates]
