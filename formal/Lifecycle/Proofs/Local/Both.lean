import Lifecycle.Proofs.Local.Store
/-!
# One event and then another

Defines `Independent`: two events about different tasks, neither in the other's dependencies. Proves that the second
gets the answer that it would have got at first (`answer_after`), and what both store and latch together
(`store_after`).
-/

namespace Lifecycle

/-- Bodies about different tasks, neither of which depends on the other's; not both declare their task. -/
structure Independent (s : State) (b b' : Body) : Prop where
  apart : b.task ≠ b'.task
  left : ¬b.looksAt (findTask b.task s.tasks) b'.task
  right : ¬b'.looksAt (findTask b'.task s.tasks) b.task
  declares : ¬((∃ u, b.declares u) ∧ ∃ u, b'.declares u)

theorem Independent.symm {s : State} {b b' : Body} (h : Independent s b b') : Independent s b' b :=
  ⟨h.apart.symm, h.right, h.left, fun ⟨h1, h2⟩ => h.declares ⟨h2, h1⟩⟩

/-- The tasks with the answer to a body stored, before anything is latched. -/
def State.stored (s : State) (body : Body) : List Task := put body.task (s.answer body).next s.tasks

variable {s : State} {b b' : Body}

theorem findTask_stored (i : Nat) (other : i ≠ b.task) : findTask i (s.stored b) = findTask i s.tasks := by
  rw [State.stored, findTask_store fun n h => (answer_next h).1, if_neg other]

theorem satisfiedIn_stored (d : Nat) (other : d ≠ b.task) :
    satisfiedIn (s.stored b) d = satisfiedIn s.tasks d := by
  simp only [satisfiedIn, findTask_stored d other]

/-- Of other ids, nothing is stored that was not known. -/
theorem mem_stored {t : Task} (mem : t ∈ s.stored b) (other : t.id ≠ b.task) : t ∈ s.tasks := by
  unfold State.stored put at mem
  split at mem
  · exact mem
  · rename_i n h
    have own := (answer_next h).1
    split at mem
    · rcases mem_replaceTask mem with rfl | ⟨mem, _⟩
      · exact absurd own other
      · exact mem
    · rcases List.mem_append.mp mem with mem | mem
      · exact mem
      · exact absurd (by rw [List.mem_singleton.mp mem]; exact own) other

/-- A task that does not depend on the one concerned is as claimable as before. -/
theorem claimable_stored {t : Task} (independent : b.task ∉ t.deps) :
    t.claimable (satisfiedIn (s.stored b)) = t.claimable (satisfiedIn s.tasks) :=
  claimable_sat rfl fun d mem => satisfiedIn_stored d fun h => independent (h ▸ mem)

/-- What is latched already stays as it is. -/
theorem latch_calm {sat : Nat → Bool} {t : Task} (h : t.claimable sat = true → t.ready = true) :
    t.latch sat = t ∧ t.readyEffect sat = [] := by
  have := latchReady_calm (ts := [t])
  unfold Task.latch Task.readyEffect
  split
  · have := h ‹_›
    cases t
    simp_all
  · simp_all

/-- A fresh event stores its answer and latches. -/
theorem reduce_answer (wf : s.WellFormed) {e : Event} (fresh : findEntry e.eid s.evidence = none) :
    (reduce s e).decision =
        ⟨(s.answer e.body).verdict, (s.answer e.body).effects ++ readyEffects (s.stored e.body)⟩ ∧
      (reduce s e).state.tasks = latchReady (s.stored e.body) := by
  simp only [reduce, fresh, consume, change_answer wf]
  exact ⟨rfl, rfl⟩

/-- After an event, the answer to one that is independent of it is the same. -/
theorem answer_after (wf : s.WellFormed) (ind : Independent s b b') {s' : State} (graph : s'.graph = s.graph)
    (tasks : s'.tasks = latchReady (s.stored b)) : s'.answer b' = s.answer b' := by
  have found : findTask b'.task s'.tasks = findTask b'.task s.tasks := by
    rw [tasks, findTask_latchReady, findTask_stored _ ind.apart.symm]
    cases h : findTask b'.task s.tasks with
    | none => rfl
    | some t =>
      have independent : b.task ∉ t.deps := fun mem => ind.right (Or.inl ⟨t, h, mem⟩)
      simp [(latch_calm (sat := satisfiedIn (s.stored b)) (t := t) (by
        rw [claimable_stored independent]
        exact wf.latched t (findTask_some h).1)).1]
  unfold State.answer
  rw [graph, found]
  refine answer_congr (fun d looks => ?_) fun d looks => ?_
  all_goals have other : d ≠ b.task := fun h => ind.right (h ▸ looks)
  · rw [tasks, satisfiedIn_latchReady, satisfiedIn_stored d other]
  · simp only [knownIn, tasks, findTask_latchReady, findTask_stored d other, Option.isSome_map]

/-- The tasks with both answers stored. -/
def State.both (s : State) (b b' : Body) : List Task := put b'.task (s.answer b').next (s.stored b)

theorem both_comm (ind : Independent s b b') : s.both b b' = s.both b' b := by
  refine put_comm ind.apart (fun n h => (answer_next h).1) (fun n h => (answer_next h).1) ?_
  cases h : (s.answer b).next with
  | none => exact Or.inl rfl
  | some n =>
    cases h' : (s.answer b').next with
    | none => exact Or.inr (Or.inl rfl)
    | some n' =>
      cases k : findTask b.task s.tasks with
      | some t => simp
      | none =>
        cases k' : findTask b'.task s.tasks with
        | some t => simp
        | none => exact absurd ⟨answer_adds h k, answer_adds h' k'⟩ ind.declares

/-- The latch of the first event makes no difference to what the second one latches. -/
theorem latch_latch {sat sat' : Nat → Bool} (more : ∀ d, sat d = true → sat' d = true) (t : Task) :
    (t.latch sat).latch sat' = t.latch sat' ∧
      t.readyEffect sat ++ (t.latch sat).readyEffect sat' = t.readyEffect sat' := by
  cases h : t.claimable sat with
  | false =>
    have : t.latch sat = t := by simp [Task.latch, h]
    simp [this, Task.readyEffect, h]
  | true =>
    have h' := claimable_mono more h
    constructor
    · rw [latch_eq sat' (t.latch sat), latch_ready, latch_claimable, latch_eq sat t, latch_eq sat' t, h, h']
      simp
    · simp [Task.readyEffect, h, h']

theorem perm_flatMap {α β : Type} {l : List α} {f g h : α → List β} (each : ∀ x, x ∈ l → f x ++ g x = h x) :
    (l.flatMap f ++ l.flatMap g).Perm (l.flatMap h) := by
  induction l with
  | nil => exact .refl _
  | cons x xs ih =>
    have := ih fun y mem => each y (List.mem_cons_of_mem _ mem)
    simp only [List.flatMap_cons, ← each x List.mem_cons_self, List.append_assoc]
    refine List.Perm.append_left _ ?_
    refine List.Perm.trans ?_ (List.Perm.append_left _ this)
    exact List.perm_append_comm_assoc ..

theorem perm_exchange {α : Type} {a r a' r' : List α} :
    ((a ++ r) ++ (a' ++ r')).Perm ((a ++ a') ++ (r ++ r')) := by
  simp only [List.append_assoc]
  exact List.Perm.append_left a (List.perm_append_comm_assoc r a' r')

theorem added_latched {ts : List Task} {id : Nat} {next : Option Task} :
    added id next (latchReady ts) = added id next ts := by
  simp [added, findTask_latchReady]

theorem satisfiedIn_put_latched {ts : List Task} {id : Nat} {next : Option Task}
    (own : ∀ n, next = some n → n.id = id) :
    satisfiedIn (put id next (latchReady ts)) = satisfiedIn (put id next ts) := by
  funext d
  simp only [satisfiedIn, findTask_store own, findTask_latchReady]
  split
  · cases next with
    | some n => rfl
    | none => cases findTask id ts <;> simp
  · cases findTask d ts <;> simp

/-- The second event stores and latches as if the first had not latched. -/
theorem store_after (wf : s.WellFormed) (ind : Independent s b b') {s' : State} (wf' : s'.WellFormed)
    (graph : s'.graph = s.graph) (tasks : s'.tasks = latchReady (s.stored b)) :
    latchReady (s'.stored b') = latchReady (s.both b b') ∧
      (readyEffects (s.stored b) ++ readyEffects (s'.stored b')).Perm (readyEffects (s.both b b')) := by
  have own : ∀ n, (s.answer b').next = some n → n.id = b'.task := fun n h => (answer_next h).1
  have same := answer_after wf ind graph tasks
  have stored : s'.stored b' = put b'.task (s.answer b').next (latchReady (s.stored b)) := by
    rw [State.stored, same, tasks]
  have sat : satisfiedIn (s'.stored b') = satisfiedIn (s.both b b') := by
    rw [stored, satisfiedIn_put_latched own]
    rfl
  have more : ∀ d, satisfiedIn (s.stored b) d = true → satisfiedIn (s.both b b') d = true := by
    intro d h
    have := satisfiedIn_mono wf'.tasks (change_step s' b') (dep := d) (by rw [tasks]; simpa using h)
    rw [change_answer wf'] at this
    simpa [Answer.change, ← sat, State.stored] using this
  have split_ : s'.stored b' = (s.stored b).map
      (fun t => substitute b'.task (s.answer b').next (t.latch (satisfiedIn (s.stored b)))) ++
        added b'.task (s.answer b').next (s.stored b) := by
    rw [stored, put_eq own, added_latched, latchReady, List.map_map]
    rfl
  have both : s.both b b' = (s.stored b).map (substitute b'.task (s.answer b').next) ++
      added b'.task (s.answer b').next (s.stored b) := put_eq own
  constructor
  · simp only [latchReady]
    rw [sat, split_]
    generalize satisfiedIn (s.both b b') = sat12 at more
    rw [both, List.map_append, List.map_append, List.map_map, List.map_map]
    congr 1
    refine List.map_congr_left fun t mem => ?_
    simp only [Function.comp, substitute, latch_id]
    split
    · cases (s.answer b').next with
      | some n => rfl
      | none => exact (latch_latch more t).1
    · exact (latch_latch more t).1
  · simp only [readyEffects]
    rw [sat, split_]
    generalize satisfiedIn (s.both b b') = sat12 at more
    rw [both, List.flatMap_append, List.flatMap_append, ← List.append_assoc, List.flatMap_map, List.flatMap_map]
    refine List.Perm.append_right _ (perm_flatMap fun t mem => ?_)
    simp only [substitute, latch_id]
    split
    · rename_i concerned
      cases next : (s.answer b').next with
      | none => exact (latch_latch more t).2
      | some n =>
        have known : t ∈ s.tasks := mem_stored mem (by rw [concerned]; exact ind.apart.symm)
        have independent : b.task ∉ t.deps := fun h =>
          ind.right (Or.inl ⟨t, by rw [← concerned]; exact findTask_of_mem wf.unique known, h⟩)
        have none : t.readyEffect (satisfiedIn (s.stored b)) = [] := (latch_calm (by
          rw [claimable_stored independent]
          exact wf.latched t known)).2
        simp [none]
    · exact (latch_latch more t).2

end Lifecycle
