/-!
# A lock with a lease and a fencing token

Defines a lock service and the storage behind it, and proves that a holder whose lease ran out cannot
overwrite what a later holder has written.
-/

namespace Lock

/-- The lock and the storage. Times are in milliseconds. -/
structure State where
  /-- The client that holds the lock, and when its lease ends. -/
  holder : Option (Nat × Nat)
  /-- The last token that was granted. -/
  token : Nat
  /-- The highest token that the storage has seen. -/
  seen : Nat
deriving DecidableEq, Repr

/-- Nobody holds the lock, and nothing was written. -/
def start : State := { holder := none, token := 0, seen := 0 }

/-- How long a lease lasts. -/
def lease : Nat := 100

/-- What may happen. -/
inductive Event where
  /-- A client asks for the lock. -/
  | acquire (client now : Nat)
  /-- A client gives the lock back. -/
  | release (client : Nat)
  /-- Somebody writes to the storage under a token. -/
  | write (token : Nat)
deriving DecidableEq, Repr

/-- What becomes of an event. -/
inductive Verdict where
  | applied
  /-- Another client holds a lease that has not ended. -/
  | held
  /-- The client does not hold the lock. -/
  | notHolder
  /-- The storage has seen a higher token. -/
  | stale
  /-- No such token was granted. -/
  | unknown
deriving DecidableEq, Repr

/-- What the service tells the world. -/
inductive Effect where
  | granted (client token : Nat)
deriving DecidableEq, Repr

/-- The decision on an event. -/
structure Decision where
  verdict : Verdict
  effects : List Effect := []
  next : State
deriving DecidableEq, Repr

/-- Grants the lock under a new token. -/
def grant (s : State) (client now : Nat) : Decision :=
  { verdict := .applied
    effects := [.granted client (s.token + 1)]
    next := { s with holder := some (client, now + lease), token := s.token + 1 } }

/-- The decision on an event. -/
def step (s : State) : Event → Decision
  | .acquire client now =>
    match s.holder with
    | some (_, ends) => if now < ends then ⟨.held, [], s⟩ else grant s client now
    | none => grant s client now
  | .release client =>
    match s.holder with
    | some (owner, _) =>
      if owner = client then ⟨.applied, [], { s with holder := none }⟩ else ⟨.notHolder, [], s⟩
    | none => ⟨.notHolder, [], s⟩
  | .write token =>
    if token < s.seen then ⟨.stale, [], s⟩
    else if s.token < token then ⟨.unknown, [], s⟩
    else ⟨.applied, [], { s with seen := token }⟩

/-- The state after a sequence of events. -/
def final (s : State) (events : List Event) : State :=
  events.foldl (fun s e => (step s e).next) s

/-- A single event never lowers what the storage has seen. -/
theorem step_seen (s : State) (e : Event) : s.seen ≤ (step s e).next.seen := by
  cases e <;> simp only [step, grant] <;> (repeat' split) <;> simp_all <;> omega

/-- Over every sequence of events, what the storage has seen never gets lower. -/
theorem seen_never_decreases (s : State) (events : List Event) :
    s.seen ≤ (final s events).seen := by
  induction events generalizing s with
  | nil => exact Nat.le_refl _
  | cons e es ih => exact Nat.le_trans (step_seen s e) (ih (step s e).next)

/-- A write under a token below what the storage has seen is refused. -/
theorem stale_below (s : State) (token : Nat) (low : token < s.seen) :
    (step s (.write token)).verdict = .stale := by
  simp [step, low]

/-- An accepted write is what the storage has seen. -/
theorem accepted_seen (s : State) (token : Nat)
    (accepted : (step s (.write token)).verdict = .applied) :
    (step s (.write token)).next.seen = token := by
  simp only [step] at accepted ⊢
  (repeat' split) <;> simp_all

/-- A write under a token is refused for ever once a write under a higher token was accepted. -/
theorem fenced (s : State) (events : List Event) (old new : Nat) (lower : old < new)
    (accepted : (step s (.write new)).verdict = .applied) :
    (step (final (step s (.write new)).next events) (.write old)).verdict = .stale := by
  apply stale_below
  have seen := accepted_seen s new accepted
  have grows := seen_never_decreases (step s (.write new)).next events
  omega

/-- Each grant has a token that was never granted before. -/
theorem grant_is_new (s : State) (client now : Nat) :
    (step s (.acquire client now)).verdict = .applied →
      (step s (.acquire client now)).next.token = s.token + 1 := by
  simp only [step, grant]
  (repeat' split) <;> simp_all

end Lock
