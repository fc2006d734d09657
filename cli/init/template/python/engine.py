"""The turnstile as an engine of lean-gate: answers the engine protocol on stdin and stdout."""

import json
import sys

START = {"locked": True, "coins": 0, "passed": 0}


def step(state, event):
    """Returns the verdict on an event and the state after it, as `step` in Turnstile.lean does."""
    locked, coins, passed = state["locked"], state["coins"], state["passed"]
    if event["type"] == "coin":
        if not locked:
            return "refused", state
        return "applied", {"locked": False, "coins": coins + 1, "passed": passed}
    if event["type"] == "push":
        if locked:
            return "refused", state
        return "applied", {"locked": True, "coins": coins, "passed": passed + 1}
    raise ValueError(f"unknown event {event['type']!r}")


def replay(events):
    """Returns one decision for each event, a list with its verdict, and the final state."""
    state, decisions = START, []
    for event in events:
        verdict, state = step(state, event)
        decisions.append([verdict])
    return decisions, state


def answer(request):
    """Returns the answer to one line of the protocol."""
    if request["op"] == "hello":
        return {"protocol": request["protocol"], "engine": "python", "version": "0.1.0"}
    try:
        decisions, final = replay(request["events"])
    except (KeyError, TypeError, ValueError) as problem:
        error = {"code": "malformed_event", "message": str(problem)}
        return {"id": request["id"], "error": error}
    return {"id": request["id"], "decisions": decisions, "final": final}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
