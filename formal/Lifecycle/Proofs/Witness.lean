module
public import Lifecycle.Proofs.Duplicate
public import Lifecycle.Proofs.Fence
public import Lifecycle.Proofs.Cleaned
public import Lifecycle.Proofs.History
public import Lifecycle.Proofs.Promotion
public import Lifecycle.Proofs.Latch
public import Lifecycle.Proofs.Legacy
public import Lifecycle.Proofs.Rank
/-!
# Nothing is proved about nothing

For each theorem with hypotheses an `example` exhibits a state and an event that satisfy them, so that
none holds for want of a case. All states but one are reachable: they are what short logs lead to.
-/

@[expose] public section

namespace Lifecycle.Witness

/-! ## States -/

def key : Key := { graph := 1, task := 1, generation := 0, attempt := 1, fence := 1 }

/-- The attempt after a release of the first. -/
def next : Key := { graph := 1, task := 1, generation := 0, attempt := 2, fence := 2 }

def tx : Tx := { tx := 1, candidate := 1, contract := .land }

/-- A log that takes the only attempt at a task to a cleaned transaction, step by step. -/
def log : List Event := [
  ⟨1, .taskDeclared 1 [] 1⟩,
  ⟨2, .attemptClaimed key⟩,
  ⟨3, .onAttempt key (.finishBegun 1 1 .land)⟩,
  ⟨4, .onAttempt key (.candidateValidated 1 1 true)⟩,
  ⟨5, .onAttempt key (.promotionIntended 1 1)⟩,
  ⟨6, .onAttempt key (.outcomeAccepted 1 1 7)⟩,
  ⟨7, .onAttempt key (.cleanupRecorded 1 7 1)⟩]

/-- The first events of a log. -/
def first : Nat → List Event → List Event
  | 0, _ => []
  | _, [] => []
  | n + 1, e :: es => e :: first n es

def start : State := initialState 1
def declared : State := finalState start (first 1 log)
def running : State := finalState start (first 2 log)
def validated : State := finalState start (first 4 log)
def promoting : State := finalState start (first 5 log)
def accepted : State := finalState start (first 6 log)
def cleaned : State := finalState start log
def failed : State := finalState running [⟨9, .onAttempt key .failRequested⟩]

/-- A legacy record: failed, then given another generation. -/
def legacy : State := finalState start [⟨1, .legacyImported 1 [] 1 .failed false⟩]

/-- Events under eids that no log here uses. -/
def fresh (body : Body) : Event := ⟨100, body⟩
def later (body : Body) : Event := ⟨101, body⟩

theorem wellFormed (es : List Event) : (finalState start es).WellFormed :=
  finalState_wellFormed (initial_wellFormed 1) es

/-- The only task of a state. -/
def only (s : State) : Option Task := findTask 1 s.tasks

/-! ## Theorems 2 and 3 -/

example : ∃ s e, State.consumed s e :=
  ⟨running, ⟨2, .attemptClaimed key⟩, ⟨⟨2, .attemptClaimed key⟩, .applied⟩, rfl, rfl⟩

example : ∃ (s : State) (e : Event) (entry : Entry),
    findEntry e.eid s.evidence = some entry ∧ entry.event ≠ e :=
  ⟨running, ⟨2, .convergeRequested 1⟩, ⟨⟨2, .attemptClaimed key⟩, .applied⟩, rfl, by decide⟩

/-! ## Theorem 4 -/

example : (reduce cleaned (fresh (.onAttempt key .ownerLost))).decision.verdict ≠ .applied := by
  decide

example : (reduce accepted (fresh (.onAttempt key .ownerLost))).decision.verdict =
      .observed .afterSuccess ∧
    .startCleanup key 1 ∈ (reduce accepted (fresh (.onAttempt key .ownerLost))).decision.effects :=
  by decide

/-! ## Theorems 5 and 6 -/

example : ∃ t a, only accepted = some t ∧ t.succeededBy a := ⟨_, _, rfl, rfl, rfl⟩

example : ∃ t, only cleaned = some t ∧ t.current = some ⟨key, .cleaned tx 7 1⟩ := ⟨_, rfl, rfl⟩

example : ∃ lifecycle, cleaned.WellFormed ∧ cleaned.cleaned 1 lifecycle :=
  ⟨_, wellFormed log, _, key, tx, 7, 1, rfl, rfl, rfl, rfl⟩

/-! ## Theorem 7 -/

example : failed.WellFormed ∧ failed.records 1 ⟨key, .failed .requested⟩ :=
  ⟨finalState_wellFormed (wellFormed _) _, _, rfl, mem_history.mpr (Or.inr rfl)⟩

/-! ## Theorem 8: a key that was current, and is no more -/

def released : State := finalState running [⟨9, .onAttempt key .attemptReleased⟩]

theorem not_held {s : State} {k : Key} {t : Task} (h : findTask k.task s.tasks = some t)
    (idle : t.current = none) : ¬s.holds k := by
  rintro ⟨u, a, h', current, _⟩
  rw [h] at h'
  injection h' with same
  subst same
  exact nomatch idle.symm.trans current

example : ¬released.holds key := not_held rfl rfl

/-! ## Theorems 9, 10 and 11 -/

example : .succeeded key .landed 7 ∈
    (reduce promoting (fresh (.onAttempt key (.outcomeAccepted 1 1 7)))).decision.effects := by decide

example : .succeeded key .landed 7 ∈
    (reduce promoting (fresh (.onAttempt key (.promotionProbed 1 (some 7))))).decision.effects := by
  decide

example : (effectsOf start log).countP (Effect.succeeds key) = 1 := by rfl

example : .projectDone 1 0 .landed 7 ∈
    (reduce accepted (fresh (.onAttempt key (.cleanupRecorded 1 7 1)))).decision.effects := by decide

/-! ## Theorem 12 -/

example : (reduce declared (fresh (.attemptClaimed key))).decision.verdict = .applied := by decide

example : (reduce released (fresh (.attemptClaimed next))).decision.verdict = .applied := by decide

/-! ## Theorem 13 -/

example : ∃ t phase, findEntry 100 running.evidence = none ∧ key.graph = running.graph ∧
    findTask key.task running.tasks = some t ∧ t.current = some ⟨key, phase⟩ ∧
    phase.working = true := ⟨_, _, rfl, rfl, rfl, rfl, rfl⟩

/-! ## Theorem 14 -/

example : .promote key 1 1 ∈ (reduce (finalState start (first 4 log))
    (fresh (.onAttempt key (.promotionIntended 1 1)))).decision.effects := by decide

example : validated.WellFormed ∧
    .promote key 1 1 ∈ (reduce validated
      (fresh (.onAttempt key (.promotionIntended 1 1)))).decision.effects ∧
    .promote key 1 1 ∈ (reduce (finalState (reduce validated
        (fresh (.onAttempt key (.promotionIntended 1 1)))).state [])
      (later (.onAttempt key (.promotionProbed 1 none)))).decision.effects :=
  ⟨wellFormed _, by decide, by decide⟩

/-! ## Theorems 15 and 16 -/

example : start.WellFormed ∧
    .ready 1 0 ∈ (reduce start (fresh (.taskDeclared 1 [] 0))).decision.effects :=
  ⟨wellFormed [], by decide⟩

example : .ready 2 0 ∈ (reduce (finalState accepted [⟨9, .taskDeclared 2 [1] 0⟩])
    (fresh (.onAttempt key (.cleanupRecorded 1 7 1)))).decision.effects := by decide

example : .ready 1 0 ∈ (reduce start ⟨1, .taskDeclared 1 [] 1⟩).decision.effects ∧
    .ready 1 0 ∈ (reduce (finalState (reduce start ⟨1, .taskDeclared 1 [] 1⟩).state
        [⟨2, .attemptClaimed key⟩]) (fresh (.onAttempt key .attemptReleased))).decision.effects := by
  decide

/-! ## Theorem 17 -/

/-- A legacy failure, tried again under this log and accepted. -/
def legacyKey : Key := { graph := 1, task := 1, generation := 1, attempt := 1, fence := 1 }

def legacyLog : List Event := [
  ⟨1, .legacyImported 1 [] 1 .failed false⟩,
  ⟨2, .retryRequested 1 0⟩,
  ⟨3, .attemptClaimed legacyKey⟩,
  ⟨4, .onAttempt legacyKey (.finishBegun 1 1 .land)⟩,
  ⟨5, .onAttempt legacyKey (.candidateValidated 1 1 true)⟩,
  ⟨6, .onAttempt legacyKey (.promotionIntended 1 1)⟩]

example : ∃ t x, only (finalState start legacyLog) = some t ∧ t.origin = .legacy false ∧
    x ∈ (reduce (finalState start legacyLog)
      (fresh (.onAttempt legacyKey (.outcomeAccepted 1 1 7)))).decision.effects ∧
    x.blesses t.id :=
  ⟨_, .succeeded legacyKey .landed 7, rfl, rfl, List.Mem.head _, rfl⟩

example : ∃ t x, legacy.WellFormed ∧ only legacy = some t ∧ t.origin = .legacy false ∧
    t.attempts = 0 ∧ x ∈ (reduce legacy (fresh (.abandonRequested 1 0))).decision.effects :=
  ⟨_, .projectAbandoned 1 0, wellFormed _, rfl, rfl, rfl, List.Mem.head _⟩

/-! ## Theorem 18: a state whose display was lost between the decision and its effect -/

/-- Every task of a state as if the graph had never displayed it. -/
def undisplayed : List Task → List Task
  | [] => []
  | t :: ts => { t with projection := .missing } :: undisplayed ts

def lost : State := { cleaned with tasks := undisplayed cleaned.tasks }

example : ∃ t, findEntry 100 lost.evidence = none ∧ findEntry 101 lost.evidence = none ∧
    only lost = some t ∧ t.current = some ⟨key, .cleaned tx 7 1⟩ ∧
    t.projection ≠ .shown .done (some 7) := ⟨_, rfl, rfl, rfl, rfl, by decide⟩

example : ∃ t, only cleaned = some t ∧ t.current = some ⟨key, .cleaned tx 7 1⟩ ∧
    Projection.missing ≠ .shown .done (some 7) := ⟨_, rfl, rfl, by decide⟩

/-! ## Theorem 19 -/

example : findEntry 100 promoting.evidence = none ∧ findEntry 101 promoting.evidence = none ∧
    key.graph = promoting.graph ∧ promoting.at key.task key (.promoting tx .none) ∧
    (Act.outcomeAccepted 1 1 7).accepts tx 7 := ⟨rfl, rfl, rfl, ⟨_, rfl, rfl⟩, Or.inl rfl⟩

/-! ## Theorem 21 -/

example : accepted.at key.task key (.accepted tx 7) := ⟨_, rfl, rfl⟩

example : lost.ranked 1 1 ∧
    .projectDone 1 0 .landed 7 ∈ (reduce lost (fresh (.convergeRequested 1))).decision.effects :=
  ⟨⟨_, rfl, rfl⟩, by decide⟩

example : ∃ t t' a a', promoting.WellFormed ∧ only promoting = some t ∧ t.current = some a ∧
    a.phase.recovering = true ∧
    only (finalState promoting [fresh (.onAttempt key (.outcomeAccepted 1 1 7))]) = some t' ∧
    t'.current = some a' ∧ a'.key = a.key ∧ t'.rank < t.rank :=
  ⟨_, _, _, _, wellFormed _, rfl, rfl, rfl, rfl, rfl, rfl, by decide⟩

/-! ## Theorem 22 -/

example : cleaned.Reachable := ⟨1, log, rfl⟩

end Lifecycle.Witness
