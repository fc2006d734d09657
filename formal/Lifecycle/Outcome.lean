import Lifecycle.Reduce
/-!
# The outcome of a trace

Defines `outcome`: what a trace tells of the model. Each certificate of a committed trace states its value.
-/

namespace Lifecycle

/--
The decisions on a list of events from the initial state of a graph, and the state after the last: its
tasks, and its evidence as the number and the verdict of each event.
-/
def outcome (graph : Nat) (events : List Event) :
    List Decision × List Task × List (Nat × Verdict) :=
  let start := initialState graph
  let final := finalState start events
  (decisions start events, final.tasks, final.evidence.map fun e => (e.event.eid, e.verdict))

end Lifecycle
