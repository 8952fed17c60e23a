"""Random games, replayed by `suzume game replay` and by the rules in `rules.py`: both must say the same after every event.

    python3 tests/differential/replay.py --suzume target/debug/suzume --games 1000 --seed 1

Needs Python 3.11 and nothing else. Ends with status 1 at the first difference, which it prints.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import subprocess
import sys
from collections import Counter

from rules import BOX, FACES, Refused, Table, exist_together, kind

ENDS = ("tsumo", "ron", "draw", "false_win")
# Stands for "the dora tile that was turned up", where a correction has not said another.
AS_TURNED = object()


def winning_hands(chance: random.Random, count: int) -> list[str]:
    """Two melds each, so that random games hold more wins than refusals."""
    hands: list[str] = []
    while len(hands) < count:
        tiles: list[str] = []
        for _ in range(2):
            if chance.random() < 0.5:
                wanted = chance.choice("123456789gc")
                tiles += chance.sample([tile for tile in BOX if kind(tile) == wanted], 3)
            else:
                low = chance.randint(1, 7)
                tiles += [chance.choice([f"{n}", f"{n}", f"{n}r"]) for n in range(low, low + 3)]
        if exist_together(tiles):
            hands.append("".join(tiles))
    return hands


class Game:
    """A game as its events tell it: what counts, what can be undone, and what follows."""

    def __init__(self, players: int, first: int, rules: dict[str, str]) -> None:
        self.start = Table(players, first, rules)
        self.table = self.start
        # (number of the event, what happened, the hand's dora tile if a correction says it)
        self.timeline: list[tuple[int, dict, object]] = []
        self.done: list[tuple] = []
        self.undone: list[tuple] = []
        self.seq = 1

    def state(self) -> tuple:
        return self.timeline, self.table, self.start

    def restore(self, state: tuple) -> None:
        self.timeline, self.table, self.start = state

    def fold(self, start: Table, timeline: list[tuple]) -> list[tuple[int, str]]:
        """Lets everything happen again, and says what cannot any more."""
        table, happened, refused = start.copy(), [], []
        for moment in timeline:
            following = table.copy()
            try:
                following.take(moment[1], table.dora if moment[2] is AS_TURNED else moment[2])
            except Refused as refusal:
                refused.append((moment[0], str(refusal)))
                continue
            table, happened = following, [*happened, moment]
        self.timeline, self.table, self.start = happened, table, start
        return refused

    def apply(self, event: dict) -> None:
        """Takes an event; fills in the `drops` of a mend, as a person does who accepts them."""
        before = self.state()
        match event["kind"]:
            case "undone":
                if not self.done:
                    raise Refused("nothing_to_undo")
                self.undone.append(before)
                self.restore(self.done.pop())
            case "redone":
                if not self.undone:
                    raise Refused("nothing_to_redo")
                self.done.append(before)
                self.restore(self.undone.pop())
            case _:
                try:
                    self.perform(event)
                except Refused:
                    self.restore(before)
                    raise
                self.done.append(before)
                self.undone = []
        self.seq += 1

    def perform(self, event: dict) -> None:
        if event["kind"] == "hand_corrected":
            event["drops"] = self.correct(event["of"], event["end"], event["dora"])
        elif event["kind"] == "seats_swapped":
            event["drops"] = self.swap(event["a"], event["b"], event["from_hand"], event["results"])
        else:
            following = self.table.copy()
            following.take(event, following.dora)
            self.timeline, self.table = [*self.timeline, (self.seq + 1, event, AS_TURNED)], following

    def correct(self, of: int, end: dict, dora: str | None) -> list[int]:
        if not any(seq == of and event["kind"] in ENDS for seq, event, _ in self.timeline):
            raise Refused("no_such_hand")
        corrected = [(of, end, dora) if moment[0] == of else moment for moment in self.timeline]
        if end["kind"] == "removed":
            corrected = [moment for moment in self.timeline if moment[0] != of]
        refused = self.fold(self.start, corrected)
        for seq, code in refused:
            if seq == of:
                raise Refused(code)
        return [seq for seq, _ in refused]

    def swap(self, one: int, other: int, from_hand: int, results: str) -> list[int]:
        if one == other:
            raise Refused("changes_nothing")
        if from_hand > self.table.hand():
            raise Refused("no_such_hand_number")
        start = self.start.copy()
        dealt_first = start.dealer(1)
        start.swaps.append((one, other, from_hand))
        if from_hand == 1 and results == "players":
            start.first_place = start.seating(1).index(dealt_first)
        exchange = {one: other, other: one}
        timeline, hand = [], 1
        for seq, event, dora in self.timeline:
            if results == "places" and hand >= from_hand:
                event = copy.deepcopy(event)
                for holder, key in people(event):
                    holder[key] = exchange.get(holder[key], holder[key])
            timeline.append((seq, event, dora))
            hand += event["kind"] in ("tsumo", "ron", "draw")
        return [seq for seq, _ in self.fold(start, timeline)]


def people(event: dict) -> list[tuple[dict, str]]:
    """Where an event names players."""
    named = [(event, key) for key in ("discarder", "offender") if key in event]
    winners = event.get("winners", []) + ([event["winner"]] if "winner" in event else [])
    return named + [(winner, "seat") for winner in winners]


class Chance:
    """Events at random, most of them possible."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.hands = winning_hands(self.random, 400)

    def rules(self, players: int) -> dict[str, str]:
        choice = self.random.choice
        return {
            "minimum": choice(["5", "5", "none"]),
            "limit_hands": choice(["melds_plus_limit", "flat"]),
            "starting_points": choice(["40", "50"]) if players < 5 else "40",
            "multiple_ron": choice(["all_paid", "nearest_only"]),
            "dealer_bonus_counts_to_minimum": choice(["no", "yes"]),
            "chun_is_red": choice(["yes", "no"]),
        }

    def seat(self, players: int) -> int:
        return self.random.randrange(players + (self.random.random() < 0.05))

    def winner(self, players: int) -> dict:
        likely = self.random.random() < 0.9
        hand = self.random.choice(self.hands) if likely else "".join(self.random.sample(BOX, 6))
        return {"seat": self.seat(players), "hand": hand}

    def end(self, players: int) -> dict:
        match self.random.choices(ENDS, (30, 35, 20, 15))[0]:
            case "tsumo":
                return {"kind": "tsumo", "winner": self.winner(players)}
            case "ron":
                winners = [self.winner(players) for _ in range(self.random.choice([1, 1, 2, 3]))]
                return {"kind": "ron", "discarder": self.seat(players), "winners": winners}
            case "draw":
                return {"kind": "draw"}
            case _:
                return {"kind": "false_win", "offender": self.seat(players)}

    def event(self, game: Game) -> dict:
        players, chance = game.table.players, self.random
        kinds = ("undone", "redone", "dora_turned", "game_ended", "seats_swapped", "hand_corrected", "end")
        match chance.choices(kinds, (10, 6, 14, 1, 4, 10, 55))[0]:
            case "dora_turned":
                return {"kind": "dora_turned", "tile": chance.choice(FACES)}
            case "seats_swapped":
                swap = {"a": chance.randrange(players), "b": chance.randrange(players), "from_hand": chance.randint(1, 6)}
                return {"kind": "seats_swapped", **swap, "results": chance.choice(["players", "places"]), "drops": []}
            case "hand_corrected":
                of = chance.choice(game.timeline)[0] if game.timeline else 2
                end = chance.choice([self.end(players), {"kind": "removed"}])
                dora = chance.choice([None, chance.choice(FACES)])
                return {"kind": "hand_corrected", "of": of, "dora": dora, "end": end, "drops": []}
            case "end":
                return self.end(players)
            case simple:
                return {"kind": simple}


def expected(game: Game, code: str | None) -> dict:
    table, hand = game.table, game.table.hand()
    return {
        "code": code,
        "points": table.points,
        "dealer": table.dealer(hand),
        "hand_number": hand,
        "finished": table.finished(),
        "seating": table.seating(hand),
    }


def said(answer: dict) -> dict:
    return {
        "code": None,
        "points": [player["points"] for player in answer["players"]],
        **{key: answer[key] for key in ("dealer", "hand_number", "finished", "seating")},
    }


def sticks_are_right(answer: dict) -> bool:
    worth = [10 * purse["tens"] + 5 * purse["fives"] + purse["ones"] for purse in answer["sticks"]["purses"]]
    all_sticks = answer["sticks"]["purses"] + [answer["sticks"]["bank"]]
    box = [sum(purse[of] for purse in all_sticks) for of in ("tens", "fives", "ones")]
    return worth == [player["points"] for player in answer["players"]] and box == [10, 15, 25]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suzume", default="target/debug/suzume", help="the program")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, lines, wanted = Chance(options.seed), [], []
    for _ in range(options.games):
        players = chance.random.randint(2, 5)
        rules, first = chance.rules(players), chance.random.randrange(players)
        names = [f"P{seat}" for seat in range(players)]
        game = Game(players, first, rules)
        lines.append({"kind": "game_started", "format": 2, "players": names, "first_dealer": first, "ruleset": rules})
        wanted.append(expected(game, None))
        for _ in range(chance.random.randint(5, 60)):
            event, code = chance.event(game), None
            try:
                game.apply(event)
            except Refused as refusal:
                code = str(refusal)
            lines.append(event)
            wanted.append(expected(game, code))
    text = "\n".join(json.dumps(line) for line in lines)
    replayed = subprocess.run([options.suzume, "game", "replay"], input=text, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in replayed.stdout.splitlines()]
    if len(answers) != len(lines):
        print(f"{len(lines)} events, {len(answers)} answers")
        return 1
    seen: Counter = Counter()
    compared, lost = 0, False
    for line, want, answer in zip(lines, wanted, answers):
        lost = lost and line["kind"] != "game_started"
        code = answer.get("error", {}).get("code")
        # The one refusal that these rules do not know; the rest of that game cannot be compared.
        lost = lost or (code == "changes_nothing" and want["code"] is None)
        if lost:
            continue
        right = code == want["code"] if code else said(answer) == want and sticks_are_right(answer)
        if not right:
            print(json.dumps(line), "\nexpected", want, "\nanswered", json.dumps(answer))
            return 1
        compared += 1
        seen[line["kind"], code] += 1
    print(f"{options.games} games, {compared} of {len(lines)} events compared, all the same; seed {options.seed}")
    for (name, code), count in sorted(seen.items(), key=str):
        print(f"  {count:6} {name}{f' ({code})' if code else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
