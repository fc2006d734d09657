"""The lock as an engine of lean-gate: answers the engine protocol on stdin and stdout."""

import json
import sys

LEASE = 100
START = {"holder": None, "token": 0, "seen": 0}


def step(state, event):
    """Returns the decision, a verdict and effects, and the state after the event."""
    kind = event["type"]
    if kind == "acquire":
        client, now = event["client"], event["now"]
        if state["holder"] is not None and now < state["holder"][1]:
            return ["rejected(held)"], state
        token = state["token"] + 1
        granted = {"type": "granted", "client": client, "token": token}
        return ["applied", granted], {**state, "holder": [client, now + LEASE], "token": token}
    if kind == "release":
        if state["holder"] is None or state["holder"][0] != event["client"]:
            return ["rejected(notHolder)"], state
        return ["applied"], {**state, "holder": None}
    if kind == "write":
        token = event["token"]
        if token < state["seen"]:
            return ["rejected(stale)"], state
        if state["token"] < token:
            return ["rejected(unknown)"], state
        return ["applied"], {**state, "seen": token}
    raise ValueError(f"unknown event {kind!r}")


def answer(request):
    """Returns the answer to one line of the protocol."""
    if request["op"] == "hello":
        return {"protocol": request["protocol"], "engine": "python", "version": "1.0.0"}
    state, decisions = START, []
    try:
        for event in request["events"]:
            decision, state = step(state, event)
            decisions.append(decision)
    except (KeyError, TypeError, ValueError) as problem:
        error = {"code": "malformed_event", "message": str(problem)}
        return {"id": request["id"], "error": error}
    return {"id": request["id"], "decisions": decisions, "final": state}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
