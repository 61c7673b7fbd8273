#!/usr/bin/env python3
"""A player for `rummery arena` and for tables on a server, as an example.

It gets one JSON line at each turn of its seat, with all that the seat may see, and answers with
one line. It remembers nothing. Try it:

    rummery arena princess --bots 'cmd:python3 examples/bot.py,1' --rounds 100
"""
import json
import random
import sys


def melds_of(rack):
    """Three or four of a number, and three or more numbers in a row, of a princess hand."""
    for number in "7654321":
        group = sorted({card for card in rack if card[1] == number})
        if len(group) >= 3:
            yield group
    for colour in "gyrb":
        for first in range(1, 6):
            run = [f"{colour}{number}" for number in range(first, first + 3)]
            if all(card in rack for card in run):
                yield run


def play_princess(view, seat, rack):
    if view["phase"] == "start":
        return "draw"
    best = max(melds_of(rack), key=lambda meld: sum(int(card[1]) for card in meld), default=None)
    if view["phase"] == "drawn" and best and len(best) < len(rack):
        points = sum(int(card[1]) for card in best)
        if view["opened"][seat] or points >= 13:
            old = "" if view["table"] == "-" else view["table"] + " "
            return f"play {old}{seat}[{' '.join(best)}]"
    return f"discard {random.choice(rack)}"


def decide(message):
    view, game = message["turn"], message["game"]
    seat = view["seat"]
    if game == "princess":
        return play_princess(view, seat, view["racks"][seat].split())
    if game == "photo" and view["phase"] == "drawn":
        return "pass"
    return "draw"


for line in sys.stdin:
    message = json.loads(line)
    if "turn" in message:
        print(json.dumps({"do": "act", "action": decide(message)}), flush=True)
