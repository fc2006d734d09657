module
public import Lifecycle.Proofs.Witness
public import Lifecycle.Proofs.Display
public import Lifecycle.Proofs.Holds
public import Lifecycle.Proofs.Identity
public import Lifecycle.Proofs.Kept
public import Lifecycle.Proofs.Settled
/-!
# Nothing is answered to nobody

Exhibits, for the theorems that say what is held, refused, displayed and kept, states and events that
satisfy their hypotheses.
-/

@[expose] public section

namespace Lifecycle.Witness

/-! ## Tasks -/

/-- The task of `declared`. -/
def declaredTask : Task := { Task.declared 1 [] 1 with ready := true }

/-- The task of `released`. -/
def releasedTask : Task :=
  { declaredTask with attempts := 1, fence := 1, closed := [⟨key, .cancelled .released⟩] }

/-- The task of `failed`. -/
def failedTask : Task :=
  { declaredTask with
    attempts := 1, fence := 1, ready := false, status := .failed
    projection := .shown .failed none, current := some ⟨key, .failed .requested⟩ }

/-- The task of `cleaned`. -/
def cleanedTask : Task :=
  { declaredTask with
    attempts := 1, fence := 1, ready := false, status := .done
    projection := .shown .done (some 7), current := some ⟨key, .cleaned tx 7 1⟩ }

/-- A failed task that has no retry. -/
def spent : State := finalState start [⟨1, .legacyImported 1 [] 0 .failed false⟩]

theorem declared_found : only declared = some declaredTask := by rfl
theorem released_found : only released = some releasedTask := by rfl
theorem failed_found : only failed = some failedTask := by rfl
theorem cleaned_found : only cleaned = some cleanedTask := by rfl
theorem spent_found : only spent = some (Task.imported 1 [] 0 .failed false) := by rfl

/-- An act on the key that these logs use, asked of its rule. -/
theorem asked_key {s : State} {t : Task} {act : Act} (found : only s = some t)
    (graph : s.graph = 1) (unused : findEntry 100 s.evidence = none) :
    Asked s (fresh (.onAttempt key act)) t :=
  ⟨unused, found, fun _ named => (Option.some.inj named).symm.trans graph.symm, fun _ h => h⟩

/-! ## Holds -/

example : Asked cleaned (fresh (.onAttempt key (.outcomeAccepted 1 1 8))) cleanedTask ∧
    cleanedTask.current = some ⟨key, .cleaned tx 7 1⟩ ∧
    (Act.outcomeAccepted 1 1 8).accepts tx 8 ∧ 7 ≠ 8 :=
  ⟨asked_key cleaned_found rfl rfl, rfl, Or.inl rfl, by decide⟩

example : Asked released (fresh (.onAttempt key (.outcomeAccepted 1 1 7))) releasedTask ∧
    releasedTask.current = none ∧ isClosed key releasedTask.closed = true :=
  ⟨asked_key released_found rfl rfl, rfl, rfl⟩

example : Asked failed (fresh (.onAttempt key (.outcomeAccepted 1 1 7))) failedTask ∧
    failedTask.current = some ⟨key, .failed .requested⟩ :=
  ⟨asked_key failed_found rfl rfl, rfl⟩

example : Asked declared (fresh (.projectionObserved 1 0 (.shown .done none))) declaredTask ∧
    declaredTask.current = none ∧ declaredTask.owned = true :=
  ⟨⟨rfl, declared_found, (fun _ named => nomatch named), fun _ h => h⟩, rfl, rfl⟩

example : Asked spent (fresh (.retryRequested 1 0)) (Task.imported 1 [] 0 .failed false) ∧
    (Task.imported 1 [] 0 .failed false).free ∧
    (Task.imported 1 [] 0 .failed false).status = .failed :=
  ⟨⟨rfl, spent_found, (fun _ named => nomatch named), fun _ h => h⟩, trivial, rfl⟩

example : cleanedTask.origin = .native ∧ cleanedTask.projection = .shown .done (some 7) :=
  ⟨rfl, rfl⟩

/-! ## Refusals -/

example : Asked cleaned (fresh (.onAttempt key (.outcomeAccepted 2 1 7))) cleanedTask ∧
    (Phase.cleaned tx 7 1).tx = some tx ∧
    (Act.outcomeAccepted 2 1 7).names = some (2, some 1, none) ∧ 2 ≠ tx.tx :=
  ⟨asked_key cleaned_found rfl rfl, rfl, rfl, by decide⟩

example : Asked cleaned (fresh (.onAttempt key (.outcomeAccepted 1 2 7))) cleanedTask ∧
    (Act.outcomeAccepted 1 2 7).names = some (tx.tx, some 2, none) ∧ 2 ≠ tx.candidate :=
  ⟨asked_key cleaned_found rfl rfl, rfl, by decide⟩

example : Asked cleaned (fresh (.onAttempt key (.finishBegun 1 1 .report))) cleanedTask ∧
    Contract.report ≠ tx.contract :=
  ⟨asked_key cleaned_found rfl rfl, by decide⟩

/-! ## Displays: of a failed and of an abandoned task whose display was lost -/

def lostFailed : State := { failed with tasks := undisplayed failed.tasks }

example : only lostFailed = some { failedTask with projection := .missing } ∧
    failedTask.owned = true ∧ Projection.missing ≠ .shown .failed none :=
  ⟨by rfl, rfl, by decide⟩

/-- The task of `declared`, given up. -/
def abandonedTask : Task :=
  { declaredTask with ready := false, status := .abandoned, projection := .shown .abandoned none }

def abandoned : State := finalState declared [⟨9, .abandonRequested 1 0⟩]

def lostAbandoned : State := { abandoned with tasks := undisplayed abandoned.tasks }

example : only lostAbandoned = some { abandonedTask with projection := .missing } ∧
    abandonedTask.free ∧ abandonedTask.owned = true ∧
    Projection.missing ≠ .shown .abandoned none :=
  ⟨by rfl, trivial, rfl, by decide⟩

/-! ## Attempts that are not forgotten -/

example : declared.WellFormed ∧
    (reduce declared (fresh (.attemptClaimed key))).decision.verdict = .applied :=
  ⟨wellFormed _, by rfl⟩

example : released.WellFormed ∧ only released = some releasedTask ∧ key ∈ releasedTask.keys :=
  ⟨finalState_wellFormed (wellFormed _) _, released_found, List.Mem.head _⟩

end Lifecycle.Witness
