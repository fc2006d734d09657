import Lifecycle.Proofs.Log.Evidence
import Lifecycle.Proofs.Log.Total
/-!
# What a log has done

Defines `State.logged`: the evidence holds an applied event of a kind; `AppliedInOrder`: it holds applied
events of several kinds, in that order; and `Occurs`: at some event of a log a condition holds. Proves that
evidence lasts, and the two inductions that theorems about every log use: `reachable_induction`, and
`kept_unless` for "until an event that …".
-/

namespace Lifecycle

/-! ## Reachable states -/

/-- The states that some log leads to. -/
def State.Reachable (s : State) : Prop := ∃ graph es, s = finalState (initialState graph) es

theorem initial_reachable (graph : Nat) : (initialState graph).Reachable := ⟨graph, [], rfl⟩

theorem State.Reachable.step {s : State} (reachable : s.Reachable) (e : Event) :
    (reduce s e).state.Reachable := by
  obtain ⟨graph, es, rfl⟩ := reachable
  exact ⟨graph, es ++ [e], by simp [resumption_state, finalState]⟩

theorem State.Reachable.run {s : State} (reachable : s.Reachable) (es : List Event) :
    (finalState s es).Reachable := by
  obtain ⟨graph, before, rfl⟩ := reachable
  exact ⟨graph, before ++ es, by rw [resumption_state]⟩

/-- What holds at first, and after each event of a reachable state where it holds, holds in all of them. -/
theorem reachable_induction {Q : State → Prop} (initial : ∀ graph, Q (initialState graph))
    (step : ∀ s e, s.Reachable → Q s → Q (reduce s e).state) {s : State} (reachable : s.Reachable) : Q s := by
  obtain ⟨graph, es, rfl⟩ := reachable
  have : ∀ es s, s.Reachable → Q s → Q (finalState s es) := by
    intro es
    induction es with
    | nil => exact fun s _ h => h
    | cons e es ih => exact fun s r h => ih _ (r.step e) (step s e r h)
  exact this es _ (initial_reachable graph) (initial graph)

/-! ## Evidence -/

/-- An event whose body is of this kind was applied. -/
def State.logged (s : State) (kind : Body → Prop) : Prop :=
  ∃ entry, entry ∈ s.evidence ∧ entry.verdict = .applied ∧ kind entry.event.body

theorem evidence_kept {s : State} {entry : Entry} (mem : entry ∈ s.evidence) (e : Event) :
    entry ∈ (reduce s e).state.evidence := by
  rw [evidence_grows_by_one]
  split <;> simp [mem]

theorem logged_kept {s : State} {kind : Body → Prop} (logged : s.logged kind) (e : Event) :
    (reduce s e).state.logged kind := by
  obtain ⟨entry, mem, applied, h⟩ := logged
  exact ⟨entry, evidence_kept mem e, applied, h⟩

theorem evidence_applied {s : State} {e : Event} (applied : (reduce s e).decision.verdict = .applied) :
    (reduce s e).state.evidence = s.evidence ++ [{ event := e, verdict := .applied }] := by
  rw [evidence_grows_by_one, applied]
  simp [Verdict.consumed, entryOf, applied]

theorem logged_applied {s : State} {kind : Body → Prop} {e : Event}
    (applied : (reduce s e).decision.verdict = .applied) (h : kind e.body) :
    (reduce s e).state.logged kind :=
  ⟨{ event := e, verdict := .applied }, by rw [evidence_applied applied]; simp, rfl, h⟩

/-- Applied events of these kinds stand in the evidence, in this order. -/
def AppliedInOrder (entries : List Entry) : List (Body → Prop) → Prop
  | [] => True
  | kind :: kinds => ∃ before entry after, entries = before ++ entry :: after ∧
      entry.verdict = .applied ∧ kind entry.event.body ∧ AppliedInOrder after kinds

theorem AppliedInOrder.append {entries : List Entry} {kinds : List (Body → Prop)}
    (h : AppliedInOrder entries kinds) (more : List Entry) : AppliedInOrder (entries ++ more) kinds := by
  induction kinds generalizing entries with
  | nil => trivial
  | cons kind kinds ih =>
    obtain ⟨before, entry, after, rfl, applied, isKind, rest⟩ := h
    exact ⟨before, entry, after ++ more, by simp, applied, isKind, ih rest⟩

theorem AppliedInOrder.push {entries : List Entry} {kinds : List (Body → Prop)} {kind : Body → Prop}
    (h : AppliedInOrder entries kinds) {entry : Entry} (applied : entry.verdict = .applied)
    (isKind : kind entry.event.body) : AppliedInOrder (entries ++ [entry]) (kinds ++ [kind]) := by
  induction kinds generalizing entries with
  | nil => exact ⟨entries, entry, [], by simp, applied, isKind, trivial⟩
  | cons first kinds ih =>
    obtain ⟨before, e, after, rfl, applied', isFirst, rest⟩ := h
    exact ⟨before, e, after ++ [entry], by simp, applied', isFirst, ih rest⟩

theorem AppliedInOrder.kept {s : State} {kinds : List (Body → Prop)}
    (h : AppliedInOrder s.evidence kinds) (e : Event) : AppliedInOrder (reduce s e).state.evidence kinds := by
  rw [evidence_grows_by_one]
  split
  · exact h.append _
  · exact h

/-- An applied event stands behind those before it. -/
theorem AppliedInOrder.snoc {s : State} {kinds : List (Body → Prop)}
    (h : AppliedInOrder s.evidence kinds) {e : Event} {kind : Body → Prop}
    (applied : (reduce s e).decision.verdict = .applied) (isKind : kind e.body) :
    AppliedInOrder (reduce s e).state.evidence (kinds ++ [kind]) := by
  rw [evidence_applied applied]
  exact h.push rfl isKind

/-! ## Events of a log -/

/-- At some event of the log, decided from `s`, the condition holds. -/
def Occurs (s : State) (es : List Event) (P : State → Event → Prop) : Prop :=
  ∃ before e after, es = before ++ e :: after ∧ P (finalState s before) e

theorem Occurs.cons {s : State} {e : Event} {es : List Event} {P : State → Event → Prop}
    (h : Occurs (reduce s e).state es P) : Occurs s (e :: es) P := by
  obtain ⟨before, x, after, rfl, holds⟩ := h
  exact ⟨e :: before, x, after, rfl, holds⟩

theorem Occurs.head {s : State} {e : Event} {es : List Event} {P : State → Event → Prop} (h : P s e) :
    Occurs s (e :: es) P := ⟨[], e, es, rfl, h⟩

/-- What each event keeps, unless the condition holds at it, is kept over a log or the condition occurs. -/
theorem kept_unless {P : State → Event → Prop} {Q : State → Prop}
    (step : ∀ s e, s.Reachable → Q s → Q (reduce s e).state ∨ P s e) (es : List Event) {s : State}
    (reachable : s.Reachable) (h : Q s) : Q (finalState s es) ∨ Occurs s es P := by
  induction es generalizing s with
  | nil => exact Or.inl h
  | cons e es ih =>
    rcases step s e reachable h with next | holds
    · exact (ih (reachable.step e) next).imp id Occurs.cons
    · exact Or.inr (.head holds)

end Lifecycle
