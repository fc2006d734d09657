import Lifecycle.Proofs.Safety.Provenance
import Lifecycle.Proofs.Safety.Success
/-!
# Where success comes from

Proves that success is announced only by an applied acceptance of an intended promotion (theorem 9), at most
once for an attempt (theorem 10), and that a task is projected as done only when it is cleaned, with the whole
way there in the log (theorems 11 and 29).
-/

namespace Lifecycle

/-! ## Effects of a kind -/

/-- The effects by which a worker goes on are none of these. -/
def Effect.plain : Effect → Bool
  | .succeeded .. | .projectDone .. => false
  | _ => true

theorem stop_plain {a : Attempt} {x : Effect} (mem : x ∈ a.stop) : x.plain = true := by
  unfold Attempt.stop at mem
  split at mem <;> simp_all [Effect.plain]

theorem stopAgain_plain {a : Attempt} {x : Effect} (mem : x ∈ a.stopAgain) : x.plain = true := by
  unfold Attempt.stopAgain at mem
  split at mem <;> simp_all [Effect.plain]

theorem failEffects_plain {t : Task} {a : Attempt} {cls : Class} {x : Effect}
    (mem : x ∈ failEffects t a cls) : x.plain = true := by
  simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false] at mem
  rcases mem with (rfl | mem) | rfl
  · rfl
  · exact stop_plain mem
  · rfl

/-- A task is cleaned by this transaction, with this receipt. -/
def Task.cleanedBy (t : Task) (a : Attempt) (tx : Tx) (receipt : Nat) : Prop :=
  t.current = some a ∧ ∃ cleanup, a.phase = .cleaned tx receipt cleanup

/-- The effect projects this task as done, truly. -/
def Effect.honest (x : Effect) (t : Task) : Prop :=
  x.plain = true ∨ ∃ a tx receipt, t.cleanedBy a tx receipt ∧
    x = .projectDone t.id t.generation tx.contract.disposition receipt

theorem due_honest {t : Task} {x : Effect} (mem : x ∈ t.due) : x.honest t := by
  unfold Task.due at mem
  split at mem
  · rename_i h
    obtain ⟨a, current, phase⟩ := phase_some.mp h
    simp only [List.mem_singleton] at mem
    exact Or.inr ⟨a, _, _, ⟨current, _, phase⟩, mem⟩
  all_goals simp_all [Effect.honest, Effect.plain]

theorem reproject_honest {t : Task} {x : Effect} (mem : x ∈ t.reproject) : x.honest t := by
  unfold Task.reproject at mem
  split at mem
  · simp at mem
  · exact due_honest mem

theorem outstanding_honest {t : Task} {x : Effect} (mem : x ∈ t.outstanding) : x.honest t := by
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · exact Or.inl (stopAgain_plain mem)
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact Or.inl (stopAgain_plain mem)
  · unfold Attempt.resume at mem
    split at mem <;> simp_all [Effect.honest, Effect.plain]
  · exact reproject_honest mem
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp at mem
    all_goals rcases mem with rfl | rfl <;> exact Or.inl rfl

/-- Where a move requests more than a worker's going on: it accepts, or it projects what it stores. -/
theorem move_honest {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) {x : Effect} (mem : x ∈ effects) :
    x.honest next ∨ ∃ a tx deferred act receipt, t.current = some a ∧ a.phase = .promoting tx deferred ∧
      act.accepts tx receipt ∧ body = .onAttempt a.key act ∧ next = t.enter a (.accepted tx receipt) ∧
      x = .succeeded a.key tx.contract.disposition receipt := by
  cases move with
  | accept a current tx deferred phase act receipt accepts =>
    simp only [List.mem_cons] at mem
    rcases mem with rfl | rfl | mem
    · exact Or.inr ⟨a, tx, deferred, act, receipt, current, phase, accepts, rfl, rfl, rfl⟩
    · exact Or.inl (Or.inl rfl)
    · exact Or.inl (Or.inl (stopAgain_plain mem))
  | clean a current tx receipt cleanup phase =>
    simp only [List.mem_singleton] at mem
    exact Or.inl (Or.inr ⟨_, tx, receipt, ⟨rfl, cleanup, rfl⟩, mem⟩)
  | fail | releaseFail => exact Or.inl (Or.inl (failEffects_plain mem))
  | kill | absentKill => exact Or.inl (Or.inl (stop_plain mem))
  | abandonLive | absentAbandon =>
    rcases List.mem_append.mp mem with mem | mem
    · exact Or.inl (Or.inl (stop_plain mem))
    · simp_all [Effect.honest, Effect.plain]
  | abandonIdle =>
    rcases List.mem_append.mp mem with mem | mem
    · obtain ⟨a, _, mem⟩ := List.mem_flatMap.mp mem
      exact Or.inl (Or.inl (stop_plain mem))
    · simp_all [Effect.honest, Effect.plain]
  | clear => exact Or.inl (outstanding_honest mem)
  | _ => simp_all [Effect.honest, Effect.plain]

theorem observation_honest {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (observation : Observation t body why next effects) {x : Effect} (mem : x ∈ effects) :
    x.honest next := by
  have moved : ∀ {u : Task}, x.honest t → u.id = t.id → u.generation = t.generation →
      (∀ a, t.current = some a → ∃ b, u.current = some b ∧ b.phase = a.phase) → x.honest u := by
    rintro u (h | ⟨a, tx, r, ⟨current, c, phase⟩, rfl⟩) id generation same
    · exact Or.inl h
    · obtain ⟨b, current', phase'⟩ := same a current
      exact Or.inr ⟨b, tx, r, ⟨current', c, phase'.trans phase⟩, by rw [id, generation]⟩
  cases observation with
  | current a current act why effects requests =>
    cases requests with
    | reproject =>
      refine moved (reproject_honest mem) rfl rfl fun b h => ⟨_, rfl, ?_⟩
      rw [mark_phase, same_attempt h current]
    | stop => exact Or.inl (stop_plain mem)
    | _ => simp_all [Effect.honest, Effect.plain]
  | contradicts id seen =>
    unfold Task.correction at mem
    split at mem
    · simp_all [Effect.honest, Effect.plain]
    · exact moved (due_honest mem) rfl rfl fun b h => ⟨b, h, rfl⟩
  | converge => exact outstanding_honest mem
  | _ => simp_all [Effect.honest, Effect.plain]

/-! ## Success is announced by an acceptance -/

/-- The decision on the event requests the effect. -/
def Requested (x : Effect) (s : State) (e : Event) : Prop := x ∈ (reduce s e).decision.effects

/-- Where `succeeded` comes from. -/
theorem succeeded_source {s : State} {e : Event} {k : Key} {d : Disposition} {r : Nat}
    (requested : Requested (.succeeded k d r) s e) :
    ∃ t a tx deferred act, findTask e.body.task s.tasks = some t ∧ t.current = some a ∧ a.key = k ∧
      a.phase = .promoting tx deferred ∧ act.accepts tx r ∧ e.body = .onAttempt k act ∧
      d = tx.contract.disposition ∧ (reduce s e).decision.verdict = .applied ∧
      ∃ sat, findTask e.body.task (reduce s e).state.tasks = some ((t.enter a (.accepted tx r)).latch sat) := by
  rcases requested_by requested with ⟨t, next, effects, found, _, move, mem, applied, stored⟩ |
    ⟨t, why, next, effects, found, _, observation, mem, _⟩ | ⟨ts, t, _, _, _, effect, _⟩
  · rcases move_honest move mem with (h | ⟨_, _, _, _, h⟩) |
      ⟨a, tx, deferred, act, receipt, current, phase, accepts, body, rfl, eq⟩
    · exact nomatch h
    · exact nomatch h
    · injection eq with e1 e2 e3
      subst e1 e3
      exact ⟨t, a, tx, deferred, act, found, current, rfl, phase, accepts, body, e2, applied, _, stored⟩
  · rcases observation_honest observation mem with h | ⟨_, _, _, _, h⟩ <;> exact nomatch h
  · exact nomatch effect

/-- Theorem 9: `succeeded` is requested only by an applied acceptance with this key and receipt, while the
attempt is promoting, after an applied beginning and an applied intent of the same transaction. -/
theorem succeeded_only_by_acceptance {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    {d : Disposition} {r : Nat} (requested : Requested (.succeeded k d r) s e) :
    ∃ tx deferred, s.has k (.promoting tx deferred) ∧ (reduce s e).decision.verdict = .applied ∧
      (e.body = .onAttempt k (.outcomeAccepted tx.tx tx.candidate r) ∨
        e.body = .onAttempt k (.promotionProbed tx.tx (some r))) ∧
      d = tx.contract.disposition ∧
      AppliedInOrder s.evidence [begun k tx, intended k tx] := by
  obtain ⟨t, a, tx, deferred, act, found, current, rfl, phase, accepts, body, rfl, applied, _⟩ :=
    succeeded_source requested
  have task : a.key.task = e.body.task := by rw [body]; rfl
  refine ⟨tx, deferred, ⟨t, by rw [task]; exact found, a, ?_, rfl, phase⟩, applied, ?_, rfl, ?_⟩
  · simp [Task.history, current]
  · rw [body]
    rcases accepts with h | h <;> simp [h]
  · have stages := current_provenance reachable _ _ _ found current
    rw [Attempt.stages, phase] at stages
    exact stages.sublist (.cons _ (.cons₂ _ (.cons _ (.cons₂ _ .slnil))))

/-- Theorem 10: over every log, at most one `succeeded` is requested for a key. -/
theorem succeeded_at_most_once {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    {d : Disposition} {r : Nat} (requested : Requested (.succeeded k d r) s e) (es : List Event)
    {e' : Event} {d' : Disposition} {r' : Nat} :
    ¬Requested (.succeeded k d' r') (finalState (reduce s e).state es) e' := by
  intro again
  obtain ⟨t, a, tx, deferred, act, found, current, rfl, phase, accepts, body, rfl, applied, sat, stored⟩ :=
    succeeded_source requested
  have task : a.key.task = e.body.task := by rw [body]; rfl
  have has : (reduce s e).state.has a.key (.accepted tx r) := by
    refine ⟨_, by rw [task]; exact stored, { a with phase := .accepted tx r }, ?_, rfl, rfl⟩
    simp [Task.history, Task.enter]
  obtain ⟨q, has', success⟩ := has_forever (Q := fun p => p.succeeded = true)
    (fun p q h leads => (success_stays h leads).1) es (reachable.step e) has rfl
  obtain ⟨tx', deferred', promoting, _⟩ :=
    succeeded_only_by_acceptance ((reachable.step e).run es) again
  have := ((reachable.step e).run es).has_unique has' promoting
  simp [this, Phase.succeeded] at success

/-! ## Done is projected of what is cleaned -/

/-- Where `projectDone` comes from: after the decision its task is cleaned. -/
theorem projectDone_source {s : State} {e : Event} {id g : Nat} {d : Disposition} {r : Nat}
    (requested : Requested (.projectDone id g d r) s e) :
    ∃ t a tx, findTask id (reduce s e).state.tasks = some t ∧ t.cleanedBy a tx r ∧ g = t.generation ∧
      d = tx.contract.disposition := by
  have finish : ∀ {u v : Task} {other : Nat}, (Effect.projectDone id g d r).honest u →
      findTask other (reduce s e).state.tasks = some v → v.id = u.id → v.current = u.current →
      v.generation = u.generation → ∃ t a tx, findTask id (reduce s e).state.tasks = some t ∧
        t.cleanedBy a tx r ∧ g = t.generation ∧ d = tx.contract.disposition := by
    intro u v other honest stored same current generation
    rcases honest with h | ⟨a, tx, receipt, ⟨h, c, phase⟩, eq⟩
    · exact nomatch h
    · injection eq with e1 e2 e3 e4
      have own := (findTask_some stored).2
      refine ⟨v, a, tx, ?_, ⟨current.trans h, c, by rw [e4]; exact phase⟩, by rw [e2, generation], e3⟩
      rw [e1, ← same, own]
      exact stored
  rcases requested_by requested with ⟨t, next, effects, found, _, move, mem, applied, stored⟩ |
    ⟨t, why, next, effects, found, _, observation, mem, _, stored⟩ | ⟨ts, t, _, _, _, effect, _⟩
  · rcases move_honest move mem with h | ⟨_, _, _, _, _, _, _, _, _, _, eq⟩
    · exact finish h stored (by simp) (by simp) (by simp)
    · exact nomatch eq
  · exact finish (observation_honest observation mem) stored rfl rfl rfl
  · exact nomatch effect

/-- Theorem 29: whenever a task is projected as done, the whole way there stands in the log, applied and in
this order: claim, beginning, validation, intent, acceptance and cleanup, all of one key of the task in this
generation and of one transaction. The last may be the requesting event. -/
theorem projectDone_provenance {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    {d : Disposition} {r : Nat} (requested : Requested (.projectDone id g d r) s e) :
    ∃ k tx, k.task = id ∧ k.generation = g ∧ tx.contract.disposition = d ∧
      AppliedInOrder (reduce s e).state.evidence
        [claimed k, begun k tx, validated k tx, intended k tx, acceptedWith k tx r, cleanedWith k tx r] := by
  obtain ⟨t, a, tx, found, ⟨current, c, phase⟩, rfl, rfl⟩ := projectDone_source requested
  have wf := (reachable.step e).task found
  have key := wf.current a current
  have stages := current_provenance (reachable.step e) _ _ _ found current
  rw [Attempt.stages, phase] at stages
  exact ⟨a.key, tx, by rw [key]; exact (findTask_some found).2, by rw [key]; rfl, rfl, stages⟩

/-- Theorem 11: when a task is projected as done, it is cleaned in that generation with that receipt, and the
log has an applied acceptance and an applied cleanup with it, both with the current key. -/
theorem projectDone_only_cleaned {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    {d : Disposition} {r : Nat} (requested : Requested (.projectDone id g d r) s e) :
    ∃ t a tx, findTask id (reduce s e).state.tasks = some t ∧ t.generation = g ∧ t.cleanedBy a tx r ∧
      (reduce s e).state.logged (acceptedWith a.key tx r) ∧
      (reduce s e).state.logged (cleanedWith a.key tx r) := by
  obtain ⟨t, a, tx, found, ⟨current, c, phase⟩, rfl, rfl⟩ := projectDone_source requested
  have stages := current_provenance (reachable.step e) _ _ _ found current
  rw [Attempt.stages, phase] at stages
  exact ⟨t, a, tx, found, rfl, ⟨current, c, phase⟩,
    stages.logged (by simp [Phase.stages]), stages.logged (by simp [Phase.stages])⟩

end Lifecycle
