#!/usr/bin/env python3
"""A player for `rummery arena`, for `rummery play` and for tables on a server, as an example.

It gets one JSON line at each turn of its seat, with all that the seat may see, and answers with
one line. It remembers nothing. docs/bots-howto.md explains it. Try it:

    rummery arena princess --bots 'cmd:python3 examples/bot.py,1' --rounds 100
"""
import json
import random
import re
import sys


def melds_of_princess(rack):
    """Three or four of a number, and three numbers in a row of one colour."""
    for number in "7654321":
        group = sorted({card for card in rack if card[1] == number})
        if len(group) >= 3:
            yield group
    for colour in "gyrb":
        for first in range(1, 6):
            run = [f"{colour}{number}" for number in range(first, first + 3)]
            if all(card in rack for card in run):
                yield run


def lay(view, meld):
    """The table as it lies, and one more meld."""
    old = "" if view["table"] == "-" else view["table"] + " "
    return f"play {old}{meld}"


def play_princess(view, seat, rack):
    if view["phase"] == "start":
        return "draw"
    best = max(melds_of_princess(rack), key=lambda meld: sum(int(card[1]) for card in meld),
               default=None)
    if view["phase"] == "drawn" and best and len(best) < len(rack):
        points = sum(int(card[1]) for card in best)
        if view["opened"][seat] or points >= 13:
            return lay(view, f"{seat}[{' '.join(best)}]")
    return f"discard {random.choice(rack)}"


def play_photo(view, seat, rack):
    if view["phase"] == "start":
        return "draw"
    for capital in sorted({re.match("[A-Z]+", card).group() for card in rack if card != "*"}):
        row = sorted({card for card in rack if re.fullmatch(f"{capital}[a-z]", card)})
        if len(row) >= 3:
            return lay(view, f"[{' '.join(row)}]")
    return "pass"


def play_exclusiv(view, seat, rack):
    return "draw" if view["stock"] else "pass"


def decide(message):
    view = message["turn"]
    seat = view["seat"]
    if "seed" in message:  # the same turn gets the same answer
        random.seed(message["seed"])
    play = {"princess": play_princess, "photo": play_photo, "exclusiv": play_exclusiv}
    return play[message["game"]](view, seat, view["racks"][seat].split())


def say(message):
    print(json.dumps(message), flush=True)


say({"hello": {"version": 1, "name": "Python example"}})
for line in sys.stdin:
    message = json.loads(line)
    if "turn" in message:
        say({"do": "act", "action": decide(message), "seq": message["seq"]})
    elif "error" in message:
        print("refused:", line.strip(), file=sys.stderr)
