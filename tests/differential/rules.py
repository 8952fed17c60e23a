"""The rules of the table once more, in another language and from the rule documents alone: nothing is taken from the Rust.

Players are numbers from 0. A table is folded over events as `docs/events.md` describes them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace

COPIES = {**{f"{n}": 3 for n in range(1, 10)}, **{f"{n}r": 1 for n in range(1, 10)}, "g": 4, "c": 4}
FACES = list(COPIES)
BOX = [face for face in FACES for _ in range(COPIES[face])]


class Refused(Exception):
    """An event that cannot have happened; the text is the code."""


def kind(tile: str) -> str:
    return tile[0]


def parse(notation: str) -> list[str]:
    tiles: list[str] = []
    for character in notation:
        if character == "r":
            tiles[-1] += "r"
        else:
            tiles.append(character)
    return tiles


def exist_together(tiles: list[str]) -> bool:
    return all(tiles.count(tile) <= COPIES[tile] for tile in set(tiles))


def meld_points(tiles: list[str]) -> int:
    """Triplet 2, run 1, anything else 0."""
    low, middle, high = sorted(kind(tile) for tile in tiles)
    if low == middle == high:
        return 2
    if high.isdigit() and int(low) + 1 == int(middle) == int(high) - 1:
        return 1
    return 0


def split(tiles: list[str]) -> tuple[list[str], list[str]] | None:
    """Two melds, if the six tiles are two. The first tile goes with each two of the others."""
    for pair in itertools.combinations(range(1, 6), 2):
        first = [tiles[0], *(tiles[i] for i in pair)]
        second = [tiles[i] for i in range(1, 6) if i not in pair]
        if meld_points(first) and meld_points(second):
            return first, second
    return None


def is_red(tile: str) -> bool:
    return tile.endswith("r") or tile == "c"


def limit_points(tiles: list[str]) -> int:
    if all(tile in ("2", "3", "4", "6", "8", "g") for tile in tiles):
        return 10
    if all(kind(tile) in "19gc" for tile in tiles):
        return 15
    return 20 if all(is_red(tile) for tile in tiles) else 0


def hand_points(tiles: list[str], dora: str | None, rules: dict[str, str]) -> int | None:
    """Without the dealer's bonus; None without two melds."""
    melds = split(tiles)
    if melds is None:
        return None
    points = sum(meld_points(meld) for meld in melds)
    limit = limit_points(tiles)
    if limit:
        return limit + (points if rules["limit_hands"] == "melds_plus_limit" else 0)
    points += sum(is_red(tile) and (tile != "c" or rules["chun_is_red"] == "yes") for tile in tiles)
    points += sum(dora is not None and kind(tile) == kind(dora) for tile in tiles)
    points += 1 if all(kind(tile) in "2345678" for tile in tiles) else 0
    points += 2 if all(any(kind(tile) in "19gc" for tile in meld) for meld in melds) else 0
    return points


@dataclass
class Table:
    """What changes during a game."""

    players: int
    first_place: int
    rules: dict[str, str]
    swaps: list[tuple[int, int, int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    hands_ended: int = 0
    dora: str | None = None
    agreed: bool = False

    def __post_init__(self) -> None:
        self.points = self.points or [int(self.rules["starting_points"])] * self.players

    def copy(self) -> Table:
        return replace(self, swaps=self.swaps[:], points=self.points[:])

    def finished(self) -> bool:
        return self.agreed or self.hands_ended >= 4 * self.players

    def hand(self) -> int:
        return min(self.hands_ended + 1, 4 * self.players)

    def seating(self, hand: int) -> list[int]:
        """Who sits at each place, counter-clockwise."""
        sitting = list(range(self.players))
        for one, other, from_hand in self.swaps:
            if from_hand <= hand:
                i, j = sitting.index(one), sitting.index(other)
                sitting[i], sitting[j] = other, one
        return sitting

    def dealer(self, hand: int) -> int:
        return self.seating(hand)[(self.first_place + hand - 1) % self.players]

    def others(self, player: int) -> list[int]:
        """All others, counter-clockwise."""
        sitting = self.seating(self.hand())
        place = sitting.index(player)
        return [sitting[(place + steps) % self.players] for steps in range(1, self.players)]

    def check_player(self, player: int) -> None:
        if player >= self.players:
            raise Refused("no_such_seat")

    def pay(self, payer: int, receiver: int, due: int) -> None:
        paid = min(due, self.points[payer])
        self.points[payer] -= paid
        self.points[receiver] += paid

    def total(self, winner: dict, dora: str | None) -> int:
        self.check_player(winner["seat"])
        tiles = parse(winner["hand"])
        if not exist_together(tiles + ([dora] if dora else [])):
            raise Refused("too_many_copies")
        points = hand_points(tiles, dora, self.rules)
        if points is None:
            raise Refused("no_shape")
        bonus = 2 if winner["seat"] == self.dealer(self.hand()) else 0
        counted = points + (bonus if self.rules["dealer_bonus_counts_to_minimum"] == "yes" else 0)
        if self.rules["minimum"] == "5" and counted < 5:
            raise Refused("under_minimum")
        return points + bonus

    def take(self, event: dict, dora: str | None) -> None:
        """Lets an event happen, in a hand with this dora tile."""
        if self.finished():
            raise Refused("game_finished")
        match event["kind"]:
            case "dora_turned":
                self.dora = event["tile"]
            case "game_ended":
                self.agreed = True
            case "false_win":
                self.check_player(event["offender"])
                for other in self.others(event["offender"]):
                    self.pay(event["offender"], other, 2)
            case "draw":
                self.end_hand()
            case "tsumo":
                total = self.total(event["winner"], dora)
                for other in self.others(event["winner"]["seat"]):
                    self.pay(other, event["winner"]["seat"], -(-total // (self.players - 1)))
                self.end_hand()
            case "ron":
                self.ron(event["discarder"], event["winners"], dora)
                self.end_hand()

    def end_hand(self) -> None:
        self.hands_ended += 1
        self.dora = None

    def ron(self, discarder: int, winners: list[dict], dora: str | None) -> None:
        self.check_player(discarder)
        totals: dict[int, int] = {}
        for winner in winners:
            total = self.total(winner, dora)
            if winner["seat"] == discarder:
                raise Refused("ron_from_self")
            if winner["seat"] in totals:
                raise Refused("winner_twice")
            totals[winner["seat"]] = total
        if len(winners) > 1:
            check_one_table([parse(winner["hand"]) for winner in winners], dora)
        nearest_first = [player for player in self.others(discarder) if player in totals]
        if self.rules["multiple_ron"] == "nearest_only":
            nearest_first = nearest_first[:1]
        for player in nearest_first:
            self.pay(discarder, player, totals[player])


def check_one_table(hands: list[list[str]], dora: str | None) -> None:
    """Several hands that claim one discard: a tile that is in all of them, and lies there once."""
    claimable = [face for face in FACES if all(face in hand for hand in hands)]
    if not claimable:
        raise Refused("no_common_tile")
    for claimed in claimable:
        lying = [claimed] + ([dora] if dora else [])
        for hand in hands:
            rest = hand[:]
            rest.remove(claimed)
            lying += rest
        if exist_together(lying):
            return
    raise Refused("hands_contradict")
