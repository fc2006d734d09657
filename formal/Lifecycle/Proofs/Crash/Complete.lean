import Lifecycle.Proofs.Crash.Lost
/-!
# Crash completeness

Proves that over every log each effect that an applied decision requested is executed, superseded or withheld by a
hold, or a request to converge asks for it again (theorem 23).
-/

namespace Lifecycle

variable {s : State} {x : Effect} {t : Task}

/-! ## Projections -/

theorem due_reported {e : Event} {seen : Projection} (due : x ∈ t.due)
    (verdict : (reduce s e).decision.verdict = .observed .projectionAgrees)
    (body : e.body = .onTask t.id t.generation (.projectionObserved seen)) : x.reportedBy s e := by
  unfold Task.due at due
  split at due
  all_goals first
    | (obtain rfl := List.mem_singleton.mp due; exact ⟨verdict, seen, body⟩)
    | simp at due

theorem due_superseded {e : Event} (due : x ∈ t.due) (applied : (reduce s e).decision.verdict = .applied)
    (body : e.body = .onTask t.id t.generation .abandonRequested ∨
      e.body = .onTask t.id t.generation .retryRequested ∨ e.body = .onTask t.id t.generation .reopenRequested) :
    x.supersededBy s e := by
  unfold Task.due at due
  split at due
  all_goals first
    | (obtain rfl := List.mem_singleton.mp due; exact ⟨applied, body⟩)
    | simp at due

theorem due_denied {e : Event} (due : x ∈ t.due) (denied : x.deniedBy s e) :
    (reduce s e).decision.verdict = .observed .projectionContradiction ∧
      ∃ seen, e.body = .onTask t.id t.generation (.projectionObserved seen) := by
  unfold Task.due at due
  split at due
  all_goals first
    | (obtain rfl := List.mem_singleton.mp due; exact denied)
    | simp at due

/-- What contradicts is stored, and does not agree. -/
theorem contradiction_disagrees {e : Event} {g : Nat} {seen : Projection}
    (found : findTask t.id s.tasks = some t)
    (verdict : (reduce s e).decision.verdict = .observed .projectionContradiction)
    (body : e.body = .onTask t.id g (.projectionObserved seen)) :
    ∃ t', findTask t.id (reduce s e).state.tasks = some t' ∧ t'.agrees t'.projection = false := by
  obtain ⟨eid, _⟩ := e
  simp only at body
  subst body
  cases fresh : findEntry eid s.evidence with
  | some entry =>
    simp only [reduce, fresh] at verdict
    split at verdict <;> simp [State.ignore] at verdict
  | none =>
    have ⟨h1, h2⟩ := reduce_fresh (body := .onTask t.id g (.projectionObserved seen)) fresh rfl found (fun _ h => h)
    rw [h1] at verdict
    rw [h2]
    simp only [Body.outcome, generationRule] at verdict ⊢
    cases guard : generationGuard t g (.projectionObserved seen) with
    | some o =>
      simp only [guard] at verdict
      unfold generationGuard at guard
      split at guard
      · obtain rfl := Option.some.inj guard
        simp [Task.observe, conclude] at verdict
      · split at guard
        · obtain rfl := Option.some.inj guard
          simp [conclude, State.unchanged] at verdict
        · exact nomatch guard
    | none =>
      simp only [guard, taskRule, observeRule] at verdict ⊢
      split at verdict
      · simp [Task.hold, conclude] at verdict
      · rename_i earned
        split at verdict
        · split at verdict <;> simp [conclude, State.unchanged] at verdict
        · rename_i disagrees
          rw [if_neg earned, if_neg disagrees]
          exact ⟨{ t with projection := seen }, by simp [conclude, findTask_replaceTask, found],
            Bool.of_not_eq_true disagrees⟩

/-- A projection stays due until it is superseded, and agrees only where an event has reported it. -/
theorem projection_kept (reachable : s.Reachable)
    (begins : ∃ t, findTask x.task s.tasks = some t ∧ x ∈ t.due ∧ t.agrees t.projection = false) (es : List Event) :
    Occurs s es x.supersededBy ∨ ∃ t, findTask x.task (finalState s es).tasks = some t ∧ x ∈ t.due ∧
      (t.agrees t.projection = true → Executed x s es) := by
  refine log_induction (Q := fun es => Occurs s es x.supersededBy ∨
    ∃ t, findTask x.task (finalState s es).tasks = some t ∧ x ∈ t.due ∧
      (t.agrees t.projection = true → Executed x s es)) ?_ ?_ es
  · obtain ⟨t, found, due, disagrees⟩ := begins
    exact Or.inr ⟨t, found, due, fun agrees => by simp [disagrees] at agrees⟩
  · intro es e ih
    rcases ih with ⟨before, y, after, rfl, superseded⟩ | ⟨t, found, due, executed⟩
    · exact Or.inl ⟨before, y, after ++ [e], by simp, superseded⟩
    · rw [finalState_snoc]
      have wf := (reachable.run es).task found
      have own := (findTask_some found).2
      obtain ⟨t', found', step⟩ := reduce_task (finalState s es) e found
      rcases step_due wf step due with
        ⟨⟨due', _, same⟩, kept | ⟨seen, body, stored, ⟨verdict, _⟩ | ⟨_, disagrees⟩⟩⟩ | ⟨applied, body, _⟩ |
          ⟨applied, body⟩
      · refine Or.inr ⟨t', found', by rw [due']; exact due, fun agrees => ?_⟩
        refine (executed (by rw [← same, ← kept]; exact agrees)).snoc fun denied => ?_
        obtain ⟨verdict, seen, body⟩ := due_denied due denied
        rw [← own] at found found'
        obtain ⟨u, foundu, disagrees⟩ := contradiction_disagrees found verdict body
        obtain rfl := Option.some.inj (foundu.symm.trans found')
        simp [agrees] at disagrees
      · refine Or.inr ⟨t', found', by rw [due']; exact due, fun _ =>
          ⟨es, e, [], rfl, due_reported due verdict body, ?_⟩⟩
        rintro ⟨pre, y, post, eq, _⟩
        simp at eq
      · refine Or.inr ⟨t', found', by rw [due']; exact due, fun agrees => ?_⟩
        rw [stored, same, disagrees] at agrees
        exact nomatch agrees
      · exact Or.inl ⟨es, e, [], rfl, due_superseded due applied (Or.inl body)⟩
      · exact Or.inl ⟨es, e, [], rfl, due_superseded due applied (Or.inr body)⟩

/-! ## All effects -/

/-- Theorem 23: over every log, each effect but succeeded and attemptFailed that an applied decision requested is
executed, superseded, or withheld by a hold, or the answer to a request to converge on its task requests it again:
`promote` as `probe`. -/
theorem lost_requests_return (reachable : s.Reachable) {e : Event} (requested : Requested x s e)
    (applied : (reduce s e).decision.verdict = .applied) (asks : x.asks = true) (es : List Event) :
    Executed x (reduce s e).state es ∨ Occurs (reduce s e).state es x.supersededBy ∨
      (finalState (reduce s e).state es).withholds x ∨
      ∀ eid, (finalState (reduce s e).state es).fresh eid →
        x.again ∈ (reduce (finalState (reduce s e).state es) ⟨eid, .convergeRequested x.task⟩).decision.effects := by
  obtain ⟨t₀, found₀, awaits₀, disagrees₀⟩ := requested_awaits reachable requested applied asks
  have after := reachable.step e
  generalize (reduce s e).state = s₁ at *
  have answer : ∀ t, findTask x.task (finalState s₁ es).tasks = some t → t.awaits x →
      (x.projects → t.agrees t.projection = false) → (finalState s₁ es).withholds x ∨
      ∀ eid, (finalState s₁ es).fresh eid →
        x.again ∈ (reduce (finalState s₁ es) ⟨eid, .convergeRequested x.task⟩).decision.effects := by
    intro t found awaits disagrees
    by_cases held : x.opens = true ∧ t.held ≠ none
    · exact Or.inl ⟨held.1, t, found, held.2⟩
    · refine Or.inr fun eid fresh => ?_
      have mem := awaits_outstanding awaits (fun opens => Classical.not_not.mp fun h => held ⟨opens, h⟩) disagrees
      have own := (findTask_some found).2
      rw [← own] at found ⊢
      rw [(reduce_converge found fresh).1, if_neg (List.ne_nil_of_mem mem)]
      exact mem
  by_cases projects : x.projects
  · rcases projection_kept after ⟨t₀, found₀, (awaits_due projects).mp awaits₀, disagrees₀ projects⟩ es with
      superseded | ⟨t, found, due, executed⟩
    · exact Or.inr (Or.inl superseded)
    · cases agrees : t.agrees t.projection with
      | true => exact Or.inl (executed agrees)
      | false => exact Or.inr (Or.inr (answer t found ((awaits_due projects).mpr due) fun _ => agrees))
  · rcases kept_unless (Q := fun s => s.awaits x) (P := fun s e => x.reportedBy s e ∨ x.supersededBy s e)
      (fun _ e r h => awaits_kept r projects h e) es after ⟨t₀, found₀, awaits₀⟩ with
      ⟨t, found, awaits⟩ | ⟨before, y, rest, rfl, reported | superseded⟩
    · exact Or.inr (Or.inr (answer t found awaits fun h => absurd h projects))
    · refine Or.inl ⟨before, y, rest, rfl, reported, ?_⟩
      rintro ⟨_, _, _, _, denied⟩
      exact projects (denied_projects denied)
    · exact Or.inr (Or.inl ⟨before, y, rest, rfl, superseded⟩)

end Lifecycle
