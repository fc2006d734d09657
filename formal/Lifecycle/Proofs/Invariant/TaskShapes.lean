import Lifecycle.Proofs.Invariant.WellFormed
/-!
# Ways in which a task stays well-formed

Proves that a task is well-formed at its declaration, and after each shape of change that the rules make: its
current attempt changes, is closed, or is claimed; a worker is gone; the rest of it changes.
-/

namespace Lifecycle

theorem declared_wellFormed {graph : Nat} {body : Body} {t : Task} (declares : body.declares t) :
    t.WellFormed graph := by
  cases body with
  | taskDeclared id deps retries =>
    subst declares
    constructor <;> simp [Task.history, Task.declared]
  | legacyImported id deps retries status trusted =>
    subst declares
    have idle : (Task.imported id deps retries status trusted).current = none →
        (Task.imported id deps retries status trusted).status = .open ∨
          (Task.imported id deps retries status trusted).status = .abandoned ∨
          ((Task.imported id deps retries status trusted).origin ≠ .native ∧
            (Task.imported id deps retries status trusted).attempts = 0 ∧
            (Task.imported id deps retries status trusted).generation = 0 ∧
            ((Task.imported id deps retries status trusted).status = .done ∨
              (Task.imported id deps retries status trusted).status = .failed)) := by
      cases status <;> simp [Task.imported, Task.declared, Status.imported]
    constructor
    case idle => exact idle
    all_goals simp [Task.history, Task.imported, Task.declared]
  | _ => exact declares.elim

variable {graph : Nat} {t : Task}

/-- A change of what no attempt depends on. -/
theorem Task.WellFormed.after_rest (wf : t.WellFormed graph) (retries : Nat) (projection : Projection)
    (held : Option Hold) : { t with retries, projection, held }.WellFormed graph :=
  ⟨fun a mem => ⟨(wf.belong a mem).1, (wf.belong a mem).2, (wf.belong a mem).3, (wf.belong a mem).4⟩,
    wf.order, wf.numbers, wf.current, wf.status, wf.idle, wf.ended, wf.workers, wf.exclusive, wf.one,
    wf.waived, wf.latch⟩

theorem Task.WellFormed.after_ready (wf : t.WellFormed graph) (ready : Bool)
    (latch : ready = true → t.status = .open ∧ ∀ a, a ∈ t.closed → a.worker = .gone) :
    { t with ready }.WellFormed graph :=
  ⟨fun a mem => ⟨(wf.belong a mem).1, (wf.belong a mem).2, (wf.belong a mem).3, (wf.belong a mem).4⟩,
    wf.order, wf.numbers, wf.current, wf.status, wf.idle, wf.ended, wf.workers, wf.exclusive, wf.one,
    wf.waived, latch⟩

theorem Task.WellFormed.after_latch (wf : t.WellFormed graph) (sat : Nat → Bool) :
    (t.latch sat).WellFormed graph := by
  rw [latch_eq]
  refine wf.after_ready _ fun ready => ?_
  rw [Bool.or_eq_true] at ready
  rcases ready with ready | claimable
  · exact wf.latch ready
  · have := claimable_iff.mp claimable
    exact ⟨this.1, this.2.2.2⟩

theorem Task.WellFormed.after_origin (wf : t.WellFormed graph) (trusted : Bool) :
    { t with origin := .legacy trusted }.WellFormed graph := by
  refine ⟨fun a mem => ⟨(wf.belong a mem).1, (wf.belong a mem).2, (wf.belong a mem).3, (wf.belong a mem).4⟩,
    wf.order, wf.numbers, wf.current, wf.status, fun none => ?_, wf.ended, wf.workers, wf.exclusive,
    wf.one, wf.waived, wf.latch⟩
  rcases wf.idle none with h | h | ⟨_, h⟩
  · exact Or.inl h
  · exact Or.inr (Or.inl h)
  · exact Or.inr (Or.inr ⟨by simp, h⟩)

theorem Task.WellFormed.after_waive (wf : t.WellFormed graph) {dep : Nat} (dependency : dep ∈ t.deps) :
    { t with waived := t.waived ++ [dep] }.WellFormed graph := by
  refine ⟨fun a mem => ⟨(wf.belong a mem).1, (wf.belong a mem).2, (wf.belong a mem).3, (wf.belong a mem).4⟩,
    wf.order, wf.numbers, wf.current, wf.status, wf.idle, wf.ended, wf.workers, wf.exclusive,
    wf.one, fun d mem => ?_, wf.latch⟩
  rcases List.mem_append.mp mem with mem | mem
  · exact wf.waived d mem
  · simp only [List.mem_singleton] at mem
    exact mem ▸ dependency

/-- The current attempt changes its phase or its worker. -/
theorem Task.WellFormed.after_current (wf : t.WellFormed graph) {a : Attempt} (current : t.current = some a)
    (b : Attempt) (status : Status) (projection : Projection) (key : b.key = a.key := by simp)
    (hasStatus : b.phase.hasStatus status) (allows : b.phase.allows b.worker) :
    { t with current := some b, status, projection }.WellFormed graph := by
  have unready := wf.unready current
  have belong := wf.belong a (wf.current_mem current)
  refine ⟨fun c mem => ?_, ?_, ?_, ?_, ?_, nofun, wf.ended, fun c mem => ?_, ?_, ?_, wf.waived, ?_⟩
  · simp only [Task.history, Option.toList_some, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · have := wf.belong c (wf.closed_mem mem)
      exact ⟨this.1, this.2, this.3, this.4⟩
    · rw [key]
      exact ⟨belong.1, belong.2, belong.3, belong.4⟩
  · simpa [Task.history, current, key] using wf.order
  · simpa [Task.history, current, key] using wf.numbers
  · rintro c ⟨⟩
    rw [key]
    exact wf.current a current
  · rintro c ⟨⟩
    exact hasStatus
  · simp only [Task.history, Option.toList_some, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact wf.workers c (wf.closed_mem mem)
    · exact allows
  · intro _ _
    exact wf.exclusive a current
  · have none : t.closed.countP (fun a => decide (a.worker ≠ .gone)) = 0 := by
      simpa [List.countP_eq_zero] using wf.exclusive a current
    simp only [Task.history, Option.toList_some, List.countP_append, none]
    exact Nat.le_trans (Nat.le_of_eq (Nat.zero_add _)) (List.countP_le_length ..)
  · simp [unready]

/-- The current attempt ends and is closed; the task is open or given up, in this generation or the next. -/
theorem Task.WellFormed.after_close (wf : t.WellFormed graph) {a : Attempt} (current : t.current = some a)
    (b : Attempt) (retries generation : Nat) (ready : Bool) (status : Status) (projection : Projection)
    (key : b.key = a.key := by simp) (ended : b.phase.ended = true) (worker : b.worker ≠ .present)
    (later : t.generation ≤ generation) (unready : ready = false ∨ ready = t.ready)
    (idle : status = .open ∨ status = .abandoned) :
    { t with
      retries, generation, ready, status, projection
      current := none
      closed := t.closed ++ [b] }.WellFormed graph := by
  have isFalse : ready = false := by
    rcases unready with h | h
    · exact h
    · rw [h, wf.unready current]
  have belong := wf.belong a (wf.current_mem current)
  have allows : b.phase.allows b.worker := by
    cases phase : b.phase <;> simp_all [Phase.ended, Phase.allows]
  refine ⟨fun c mem => ?_, ?_, ?_, nofun, nofun, ?_, fun c mem => ?_, fun c mem => ?_, nofun, ?_, wf.waived,
    by simp [isFalse]⟩
  · simp only [Task.history, Option.toList_none, List.append_nil, List.mem_append,
      List.mem_singleton] at mem
    rcases mem with mem | rfl
    · have := wf.belong c (wf.closed_mem mem)
      exact ⟨this.1, this.2, Nat.le_trans this.3 later, this.4⟩
    · rw [key]
      exact ⟨belong.1, belong.2, Nat.le_trans belong.3 later, belong.4⟩
  · simpa [Task.history, current, key] using wf.order
  · simpa [Task.history, current, key] using wf.numbers
  · intro _
    rcases idle with h | h
    · exact Or.inl h
    · exact Or.inr (Or.inl h)
  · rcases List.mem_append.mp mem with mem | mem
    · exact wf.ended c mem
    · simp only [List.mem_singleton] at mem
      exact mem ▸ ended
  · simp only [Task.history, Option.toList_none, List.append_nil, List.mem_append,
      List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact wf.workers c (wf.closed_mem mem)
    · exact allows
  · have none : t.closed.countP (fun a => decide (a.worker ≠ .gone)) = 0 := by
      simpa [List.countP_eq_zero] using wf.exclusive a current
    simp only [Task.history, Option.toList_none, List.append_nil, List.countP_append, none]
    exact Nat.le_trans (Nat.le_of_eq (Nat.zero_add _)) (List.countP_le_length ..)

/-- A task without a live attempt is given up, or goes to its next generation without any. -/
theorem Task.WellFormed.after_idle (wf : t.WellFormed graph) (retries generation : Nat) (status : Status)
    (projection : Projection) (later : t.generation ≤ generation)
    (kept : generation = t.generation ∨ t.current = none)
    (hasStatus : ∀ a, t.current = some a → a.phase.hasStatus status)
    (idle : t.current = none → status = .open ∨ status = .abandoned) :
    { t with retries, generation, status, projection, ready := false }.WellFormed graph := by
  refine ⟨fun a mem => ?_, wf.order, wf.numbers, fun a current => ?_, hasStatus, fun none => ?_,
    wf.ended, wf.workers, wf.exclusive, wf.one, wf.waived, nofun⟩
  · have := wf.belong a mem
    exact ⟨this.1, this.2, Nat.le_trans this.3 later, this.4⟩
  · rcases kept with same | none
    · rw [same]
      exact wf.current a current
    · exact absurd current (by simp [none])
  · rcases idle none with h | h
    · exact Or.inl h
    · exact Or.inr (Or.inl h)

theorem loseClosed_mem {key : Key} {b : Attempt} (mem : b ∈ (t.loseClosed key).closed) :
    ∃ a, a ∈ t.closed ∧ b.key = a.key ∧ b.phase = a.phase ∧ (b.worker = a.worker ∨ b.worker = .gone) ∧
      (a.worker = .gone → b.worker = .gone) := by
  simp only [Task.loseClosed, List.mem_map] at mem
  obtain ⟨a, mem, rfl⟩ := mem
  refine ⟨a, mem, ?_⟩
  split <;> simp

theorem loseClosed_countP (t : Task) (key : Key) :
    (t.loseClosed key).closed.countP (fun a => decide (a.worker ≠ .gone)) ≤
      t.closed.countP (fun a => decide (a.worker ≠ .gone)) := by
  simp only [Task.loseClosed, List.countP_map]
  refine List.countP_mono_left fun a _ h => ?_
  simp only [Function.comp, decide_eq_true_eq] at *
  split at h <;> simp_all

theorem loseClosed_keys {α : Type} (t : Task) (key : Key) (f : Key → α) :
    (t.loseClosed key).history.map (fun a => f a.key) = t.history.map (fun a => f a.key) := by
  simp only [Task.history, Task.loseClosed, List.map_append, List.map_map]
  congr 1
  refine List.map_congr_left fun a _ => ?_
  simp only [Function.comp]
  split <;> rfl

/-- The worker of a closed attempt is gone. -/
theorem Task.WellFormed.after_lose (wf : t.WellFormed graph) (key : Key) :
    (t.loseClosed key).WellFormed graph := by
  refine ⟨fun b mem => ?_, ?_, ?_, wf.current, wf.status, wf.idle, fun b mem => ?_, fun b mem => ?_,
    fun a current b mem => ?_, ?_, wf.waived, fun ready => ⟨(wf.latch ready).1, fun b mem => ?_⟩⟩
  · simp only [Task.history, List.mem_append] at mem
    rcases mem with mem | mem
    · obtain ⟨a, mem, same, _⟩ := loseClosed_mem mem
      have := wf.belong a (wf.closed_mem mem)
      rw [same]
      exact ⟨this.1, this.2, this.3, this.4⟩
    · have := wf.belong b (List.mem_append_right _ mem)
      exact ⟨this.1, this.2, this.3, this.4⟩
  · have same : List.map Attempt.key (t.loseClosed key).history = List.map Attempt.key t.history :=
      loseClosed_keys t key fun k => k
    rw [same]
    exact wf.order
  · exact (loseClosed_keys t key Key.attempt).trans wf.numbers
  · obtain ⟨a, mem, _, same, _⟩ := loseClosed_mem mem
    rw [same]
    exact wf.ended a mem
  · simp only [Task.history, List.mem_append] at mem
    rcases mem with mem | mem
    · obtain ⟨a, mem, _, same, worker, _⟩ := loseClosed_mem mem
      have allowed := wf.workers a (wf.closed_mem mem)
      have ended := wf.ended a mem
      rw [same]
      cases phase : a.phase <;> simp_all [Phase.ended, Phase.allows]
      all_goals rcases worker with h | h <;> simp [h, allowed]
    · exact wf.workers b (List.mem_append_right _ mem)
  · obtain ⟨a', mem, _, _, _, gone⟩ := loseClosed_mem mem
    exact gone (wf.exclusive a current a' mem)
  · have := wf.one
    simp only [Task.history, List.countP_append] at this ⊢
    exact Nat.le_trans (Nat.add_le_add_right (loseClosed_countP t key) _) this
  · obtain ⟨a', mem, _, _, _, gone⟩ := loseClosed_mem mem
    exact gone ((wf.latch ready).2 a' mem)

/-- A new attempt is claimed. -/
theorem Task.WellFormed.after_claim (wf : t.WellFormed graph) {key : Key} (ready : t.ready = true)
    (inGraph : key.graph = graph) (task : key.task = t.id) (generation : key.generation = t.generation)
    (attempt : key.attempt = t.attempts + 1) (fence : t.fence < key.fence) :
    (t.claim key).WellFormed graph := by
  have none := wf.open_idle (wf.latch ready).1
  have history : (t.claim key).history = t.history ++ [⟨key, .running, .present⟩] := by
    simp [Task.history, Task.claim, none]
  have gone := (wf.latch ready).2
  refine ⟨fun a mem => ?_, ?_, ?_, ?_, ?_, nofun, wf.ended, fun a mem => ?_, fun _ _ => gone, ?_, wf.waived,
    nofun⟩
  · rw [history, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · have := wf.belong a mem
      exact ⟨this.1, this.2, this.3, Nat.le_trans this.4 (Nat.le_of_lt fence)⟩
    · exact ⟨inGraph, task, Nat.le_of_eq generation, Nat.le_refl _⟩
  · rw [history, List.map_append, List.pairwise_append]
    refine ⟨wf.order, by simp, fun k isOld other isKey => ?_⟩
    simp only [List.map_cons, List.map_nil, List.mem_singleton] at isKey
    subst isKey
    obtain ⟨a, mem, rfl⟩ := List.mem_map.mp isOld
    have belong := wf.belong a mem
    have number : a.key.attempt ∈ t.history.map (·.key.attempt) := List.mem_map_of_mem (f := (·.key.attempt)) mem
    rw [wf.numbers, List.mem_range'_1] at number
    have := belong.generation
    exact ⟨by omega, by omega, Nat.lt_of_le_of_lt belong.fence fence⟩
  · rw [history]
    have : (t.claim key).attempts = t.attempts + 1 := rfl
    rw [this, List.map_append, wf.numbers, List.range'_concat]
    simp [attempt, Nat.add_comm]
  · rintro a ⟨⟩
    obtain ⟨g, i, n, m, f⟩ := key
    simp_all [Task.claim, Task.currentKey]
  · rintro a ⟨⟩
    rfl
  · rw [history, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact wf.workers a mem
    · rfl
  · have zero : t.closed.countP (fun a => decide (a.worker ≠ .gone)) = 0 := by
      simpa [List.countP_eq_zero] using gone
    simp only [Task.history, Task.claim, Option.toList_some, List.countP_append, zero]
    exact Nat.le_trans (Nat.le_of_eq (Nat.zero_add _)) (List.countP_le_length ..)

end Lifecycle
