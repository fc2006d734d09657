import Lifecycle.Proofs.Safety.Attempts
import Lifecycle.Proofs.Steps.Sources
/-!
# Success is final

Proves that no event takes a durable success back or reports a failure of its task (theorem 5), and that the
lifecycle of a cleaned task never changes again (theorem 6).
-/

namespace Lifecycle

/-! ## From success no failure -/

/-- Theorem 5, the phase: a success stays one; accepted may become cleaned with its receipt. -/
theorem success_stays {p q : Phase} (success : p.succeeded = true) (leads : p.leads q) :
    q.succeeded = true ∧ q.tx = p.tx := by
  cases p with
  | accepted tx receipt => rcases leads with rfl | ⟨c, rfl⟩ <;> exact ⟨rfl, rfl⟩
  | cleaned tx receipt cleanup => subst leads; exact ⟨rfl, rfl⟩
  | _ => exact nomatch success

/-- Theorem 5: from accepted or cleaned no event leads to failed or cancelled. -/
theorem success_never_ends {s : State} (reachable : s.Reachable) (e : Event) {key : Key} {p : Phase}
    (has : s.has key p) (success : p.succeeded = true) :
    ∃ q, (reduce s e).state.has key q ∧ q.succeeded = true := by
  obtain ⟨q, has', leads⟩ := reduce_attempt reachable e has
  exact ⟨q, has', (success_stays success leads).1⟩

/-- The task that an effect on a failure is about. -/
def Effect.fails : Effect → Option Nat
  | .attemptFailed key _ => some key.task
  | .projectFailed task _ _ => some task
  | _ => none

theorem stop_fails {a : Attempt} {x : Effect} (mem : x ∈ a.stop) : x.fails = none := by
  unfold Attempt.stop at mem
  split at mem <;> simp_all [Effect.fails]

theorem stopAgain_fails {a : Attempt} {x : Effect} (mem : x ∈ a.stopAgain) : x.fails = none := by
  unfold Attempt.stopAgain at mem
  split at mem <;> simp_all [Effect.fails]

/-- A task with a success has no failure to project. -/
theorem due_fails {t : Task} (success : t.hasSuccess = true) {x : Effect} (mem : x ∈ t.due) :
    x.fails = none := by
  unfold Task.due at mem
  split at mem <;> simp_all [Effect.fails, Task.hasSuccess, Phase.succeeded]

theorem reproject_fails {t : Task} (success : t.hasSuccess = true) {x : Effect} (mem : x ∈ t.reproject) :
    x.fails = none := by
  unfold Task.reproject at mem
  split at mem
  · simp at mem
  · exact due_fails success mem

theorem outstanding_fails {t : Task} (success : t.hasSuccess = true) {x : Effect}
    (mem : x ∈ t.outstanding) : x.fails = none := by
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · exact stopAgain_fails mem
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact stopAgain_fails mem
  · unfold Attempt.resume at mem
    split at mem <;> simp_all [Effect.fails]
  · exact reproject_fails success mem
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp at mem
    all_goals rcases mem with rfl | rfl <;> rfl

theorem hasSuccess_iff {t : Task} :
    t.hasSuccess = true ↔ ∃ a, t.current = some a ∧ a.phase.succeeded = true := by
  cases current : t.current <;> simp [Task.hasSuccess, Task.phase, current]

/-- What a move of a task with a success requests is no failure. -/
theorem move_fails {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (success : t.hasSuccess = true) (move : Move sat t body next effects)
    {x : Effect} (mem : x ∈ effects) : x.fails = none := by
  have settled : t.settled = true := by simp [Task.settled, success]
  obtain ⟨b, h, succeeded⟩ := hasSuccess_iff.mp success
  have not : ∀ {a : Attempt}, t.current = some a → a.phase.succeeded = false → x.fails = none := by
    intro a current no
    obtain rfl := same_attempt current h
    simp [succeeded] at no
  cases move with
  | fail a current act cls fails =>
    refine not current ?_
    rcases fails.working_or_promoting with h | ⟨_, _, h⟩
    · cases phase : a.phase <;> simp_all [Phase.working, Phase.succeeded]
    · simp [h, Phase.succeeded]
  | releaseFail a current phase => exact not current (by simp [phase, Phase.succeeded])
  | accept a current tx deferred phase => exact not current (by simp [phase, Phase.succeeded])
  | kill a current phase | abandonLive _ a current phase =>
    exact not current (by cases p : a.phase <;> simp_all [Phase.working, Phase.succeeded])
  | absentKill a current tx phase | absentAbandon a current tx phase =>
    exact not current (by simp [phase, Phase.succeeded])
  | abandonIdle id unsettled | retry id unsettled | reopen id unsettled => simp [settled] at unsettled
  | clear id hold held _ cleared =>
    subst cleared
    exact outstanding_fails (t := { t with held := none, ready := _ }) success mem
  | _ => simp_all [Effect.fails]

theorem observation_fails {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (success : t.hasSuccess = true) (observation : Observation t body why next effects) {x : Effect}
    (mem : x ∈ effects) : x.fails = none := by
  cases observation with
  | current a current act why effects requests =>
    cases requests with
    | reproject => exact reproject_fails success mem
    | stop => exact stop_fails mem
    | _ => simp_all [Effect.fails]
  | contradicts id seen =>
    unfold Task.correction at mem
    split at mem
    · simp_all [Effect.fails]
    · exact due_fails success mem
  | converge => exact outstanding_fails success mem
  | _ => simp_all [Effect.fails]

/-- The task that a move, or an observation, concerns in its effects is its own. -/
theorem fails_own {s : State} (reachable : s.Reachable) {t next : Task} {body : Body}
    {effects : List Effect} (found : findTask body.task s.tasks = some t)
    (from_ : Move (satisfiedIn s.tasks) t body next effects ∨ ∃ why, Observation t body why next effects)
    {x : Effect} (mem : x ∈ effects) {id : Nat} (fails : x.fails = some id) : id = body.task := by
  have own := (findTask_some found).2
  have wf := reachable.task found
  have key : ∀ {a : Attempt}, t.current = some a → a.key.task = t.id := fun current => by
    rw [wf.current _ current]; rfl
  have due : ∀ {u : Task}, u.id = t.id → x ∈ u.due → id = body.task := by
    intro u same mem
    unfold Task.due at mem
    split at mem <;> simp_all [Effect.fails]
  have out : ∀ {u : Task}, u.id = t.id → x ∈ u.outstanding → id = body.task := by
    intro u same mem
    simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
    rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
    · simp [stopAgain_fails mem] at fails
    · unfold Attempt.stopCurrent at mem
      split at mem
      · simp at mem
      · simp [stopAgain_fails mem] at fails
    · unfold Attempt.resume at mem
      split at mem <;> simp_all [Effect.fails]
    · unfold Task.reproject at mem
      split at mem
      · simp at mem
      · exact due same mem
    · unfold Task.opening at mem
      repeat' split at mem
      all_goals simp at mem
      all_goals rcases mem with rfl | rfl <;> simp [Effect.fails] at fails
  have failed : ∀ {a : Attempt} {cls : Class}, a.key.task = t.id → x ∈ failEffects t a cls → id = body.task := by
    intro a cls hk mem
    simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false] at mem
    rcases mem with (rfl | mem) | rfl
    · simp only [Effect.fails, Option.some.injEq] at fails
      omega
    · simp [stop_fails mem] at fails
    · simp only [Effect.fails, Option.some.injEq] at fails
      omega
  rcases from_ with move | ⟨why, observation⟩
  · cases move with
    | fail a current act cls _ => exact failed (by rw [mark_key]; exact key current) mem
    | releaseFail a current => exact failed (a := a.leave) (show a.leave.key.task = t.id from key (a := a) current) mem
    | clear id hold held _ cleared => subst cleared; exact out (u := { t with held := none, ready := _ }) rfl mem
    | kill | absentKill => simp [stop_fails mem] at fails
    | abandonLive | absentAbandon =>
      rcases List.mem_append.mp mem with mem | mem
      · simp [stop_fails mem] at fails
      · simp_all [Effect.fails]
    | abandonIdle =>
      rcases List.mem_append.mp mem with mem | mem
      · obtain ⟨a, _, mem⟩ := List.mem_flatMap.mp mem
        simp [stop_fails mem] at fails
      · simp_all [Effect.fails]
    | accept a =>
      simp only [List.mem_cons] at mem
      rcases mem with rfl | rfl | mem
      · simp [Effect.fails] at fails
      · simp [Effect.fails] at fails
      · simp [stopAgain_fails mem] at fails
    | _ => simp_all [Effect.fails]
  · cases observation with
    | current a current act why effects requests =>
      cases requests with
      | reproject =>
        unfold Task.reproject at mem
        split at mem
        · simp at mem
        · exact due rfl mem
      | stop => simp [stop_fails mem] at fails
      | _ => simp_all [Effect.fails]
    | contradicts id seen =>
      unfold Task.correction at mem
      split at mem
      · simp_all [Effect.fails]
      · exact due rfl mem
    | converge => exact out rfl mem
    | _ => simp_all [Effect.fails]

/-- Theorem 5: while a task has a success, no decision requests attemptFailed or projectFailed for it. -/
theorem success_requests_no_failure {s : State} (reachable : s.Reachable) (e : Event) {t : Task}
    (found : findTask t.id s.tasks = some t) (success : t.hasSuccess = true) {x : Effect}
    (requested : x ∈ (reduce s e).decision.effects) : x.fails ≠ some t.id := by
  intro fails
  have same : ∀ {u : Task}, findTask e.body.task s.tasks = some u → t.id = e.body.task → u = t := by
    intro u h id
    rw [← id, found] at h
    injection h with h
    exact h.symm
  rcases requested_by requested with ⟨u, next, effects, h, _, move, mem, _⟩ |
    ⟨u, why, next, effects, h, _, observation, mem, _⟩ | ⟨ts, u, _, _, _, effect, _⟩
  · obtain rfl := same h (fails_own reachable h (Or.inl move) mem fails)
    simp [move_fails success move mem] at fails
  · obtain rfl := same h (fails_own reachable h (Or.inr ⟨why, observation⟩) mem fails)
    simp [observation_fails success observation mem] at fails
  · simp [effect, Effect.fails] at fails

end Lifecycle
