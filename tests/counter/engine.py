"""The counter's engine: the gate's protocol over standard input and output."""

import json
import sys

LIMIT = 10


def step(count, event):
    """Returns the verdict on an event, and the count after it."""
    if event["type"] == "reset":
        return "applied", 0
    total = count + event["amount"]
    return ("applied", total) if total <= LIMIT else ("refused", count)


def replay(events):
    """Returns the decisions on the events, and the count after the last."""
    count, decisions = 0, []
    for event in events:
        verdict, count = step(count, event)
        decisions.append([verdict])
    return decisions, count


def answer(request):
    """Returns the answer to one line of the protocol."""
    if request["op"] == "hello":
        return {"protocol": request["protocol"], "engine": "python", "version": "1.0.0"}
    try:
        decisions, final = replay(request["events"])
    except (KeyError, TypeError) as problem:
        message = f"malformed event: {problem!r}"
        return {"id": request["id"], "error": {"code": "malformed_event", "message": message}}
    return {"id": request["id"], "decisions": decisions, "final": final}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


main()
