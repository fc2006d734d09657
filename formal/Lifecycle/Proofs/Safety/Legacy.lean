import Lifecycle.Proofs.Safety.Acceptance
/-!
# Legacy tasks

Proves that a legacy task succeeds only as any other does, and that one that is not cleaned satisfies a
dependency only because it was imported as trusted and done, or an operator trusts it (theorem 17).
-/

namespace Lifecycle

/-- The task was imported as done and trusted. -/
def importedTrusted (id : Nat) (body : Body) : Prop :=
  ∃ deps retries, body = .legacyImported id deps retries .done true

/-- An operator trusts the legacy task. -/
def trusts (id : Nat) (body : Body) : Prop := ∃ generation, body = .onTask id generation .legacyTrusted

/-- A done legacy task that is trusted has its reason in the log. -/
def State.TrustLogged (s : State) : Prop :=
  ∀ id t, findTask id s.tasks = some t → t.current = none → t.satisfies = true →
    s.logged (importedTrusted id) ∨ s.logged (trusts id)

theorem move_trust {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) (idle : next.current = none) (satisfies : next.satisfies = true) :
    (t.current = none ∧ t.satisfies = true) ∨ trusts body.task body := by
  have done : next.status = .done := by
    rcases satisfies_iff.mp satisfies with ⟨_, _, _, h⟩ | ⟨_, h, _⟩
    · simp [Task.phase, idle] at h
    · exact h
  cases move with
  | trust id _ current => exact Or.inr ⟨_, rfl⟩
  | clear _ _ _ _ cleared => subst cleared; exact Or.inl ⟨idle, satisfies⟩
  | grant | waive | gone => exact Or.inl ⟨idle, satisfies⟩
  | release | kill | absentKill | abandonLive | absentAbandon | abandonIdle | retry | reopen => exact nomatch done
  | _ => exact nomatch idle

theorem trust_step {s : State} (e : Event) (h : s.TrustLogged) : (reduce s e).state.TrustLogged := by
  intro id t' found' idle satisfies
  have kept := fun (t : Task) f n sat => (h id t f n sat).imp (logged_kept · e) (logged_kept · e)
  have own' := (findTask_some found').2
  rcases reduce_origin s e found' with ⟨t, found, step⟩ | ⟨_, ⟨u, declares, _, _, rfl, decision⟩⟩
  · have own := (findTask_some found).2
    have before := kept t found
    generalize hd : (reduce s e).decision = d at step
    cases step with
    | same | held => exact before idle satisfies
    | latched => exact before (by simpa using idle) (by simpa using satisfies)
    | observed _ _ why next effects observation =>
      rw [observation_satisfies observation] at satisfies
      refine before ?_ satisfies
      generalize e.body = body at observation
      cases observation with
      | current => exact nomatch idle
      | _ => exact idle
    | moved mine _ next effects move =>
      rcases move_trust move (by simpa using idle) (by simpa using satisfies) with ⟨n, sat⟩ | trust
      · exact before n sat
      · rw [mine, own] at trust
        exact Or.inr (logged_applied (by rw [hd]) trust)
  · refine Or.inl (logged_applied (by rw [decision]) ?_)
    rw [latch_id] at own'
    rw [latch_satisfies] at satisfies
    cases hb : e.body with
    | taskDeclared task deps retries =>
      rw [hb] at declares
      simp only [Body.declares] at declares
      subst declares
      exact nomatch satisfies
    | legacyImported task deps retries status trusted =>
      rw [hb] at declares
      simp only [Body.declares] at declares
      subst declares
      have hid : task = id := own'
      subst hid
      cases status <;> cases trusted <;>
        simp [Task.satisfies, Task.phase, Task.imported, Task.declared, Status.imported] at satisfies
      exact ⟨deps, retries, rfl⟩
    | _ => rw [hb] at declares; exact declares.elim

/-- Theorem 17: a task that is not cleaned, legacy or not, satisfies those that depend on it only if it was
imported as trusted and done, or an applied LegacyTrusted stands in the log. (Theirs may be waived instead.) -/
theorem legacy_satisfies_only_trusted {s : State} (reachable : s.Reachable) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) (satisfied : satisfiedIn s.tasks id = true)
    (uncleaned : ∀ tx receipt cleanup, t.phase ≠ some (.cleaned tx receipt cleanup)) :
    s.logged (importedTrusted id) ∨ s.logged (trusts id) := by
  obtain ⟨u, found', satisfies⟩ := satisfiedIn_iff.mp satisfied
  rw [found] at found'
  obtain rfl := Option.some.inj found'
  rcases satisfies_iff.mp satisfies with ⟨tx, r, c, h⟩ | ⟨h, _⟩
  · exact absurd h (uncleaned tx r c)
  · have logged : s.TrustLogged :=
      reachable_induction (fun _ _ _ found => by simp [initialState, findTask] at found)
        (fun _ e _ h => trust_step e h) reachable
    exact logged id t found (phase_none.mp h) satisfies

/-- Theorem 17: a legacy task, as any other, yields succeeded with receipt r only with an applied acceptance
with r, whose key is its own. -/
theorem legacy_succeeds_by_acceptance {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    {d : Disposition} {r : Nat} (requested : Requested (.succeeded k d r) s e) :
    ∃ tx, (reduce s e).state.logged (acceptedWith k tx r) := by
  obtain ⟨tx, _, _, applied, body, _⟩ := succeeded_only_by_acceptance reachable requested
  refine ⟨tx, logged_applied applied ?_⟩
  rcases body with h | h
  · exact ⟨_, Or.inl rfl, h⟩
  · exact ⟨_, Or.inr rfl, h⟩

/-- Theorem 17: a legacy task, as any other, yields projectDone with receipt r only with or after an applied
acceptance with r, whose key is its own and of that generation. -/
theorem legacy_done_by_acceptance {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    {d : Disposition} {r : Nat} (requested : Requested (.projectDone id g d r) s e) :
    ∃ k tx, k.task = id ∧ k.generation = g ∧ (reduce s e).state.logged (acceptedWith k tx r) := by
  obtain ⟨k, tx, task, generation, _, way⟩ := projectDone_provenance reachable requested
  exact ⟨k, tx, task, generation, way.logged (by simp)⟩

end Lifecycle
