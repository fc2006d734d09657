import Lifecycle.Reduce
/-!
# Lists of tasks

Proves what finding, replacing, adding and latching tasks do to what is found under each id. The later files
reason over these facts alone.
-/

namespace Lifecycle

/-! ## Finding -/

theorem findEntry_some {eid : Nat} {es : List Entry} {e : Entry} (h : findEntry eid es = some e) :
    e ∈ es ∧ e.event.eid = eid :=
  ⟨List.mem_of_find?_eq_some h, by simpa using List.find?_some h⟩

theorem findEntry_none {eid : Nat} {es : List Entry} :
    findEntry eid es = none ↔ ∀ e, e ∈ es → e.event.eid ≠ eid := by
  simp [findEntry]

theorem findTask_some {id : Nat} {ts : List Task} {t : Task} (h : findTask id ts = some t) :
    t ∈ ts ∧ t.id = id :=
  ⟨List.mem_of_find?_eq_some h, by simpa using List.find?_some h⟩

theorem findTask_none {id : Nat} {ts : List Task} :
    findTask id ts = none ↔ ∀ t, t ∈ ts → t.id ≠ id := by
  simp [findTask]

/-- Where ids are unique, a task is found under its own. -/
theorem findTask_of_mem {ts : List Task} (unique : (ts.map Task.id).Nodup) {t : Task}
    (mem : t ∈ ts) : findTask t.id ts = some t := by
  induction ts with
  | nil => simp at mem
  | cons u us ih =>
    simp only [List.map_cons, List.nodup_cons] at unique
    rcases List.mem_cons.mp mem with rfl | mem
    · simp [findTask]
    · have other : u.id ≠ t.id := fun h => unique.1 (h ▸ List.mem_map_of_mem mem)
      have := ih unique.2 mem
      simpa [findTask, other] using this

/-- A function of tasks that keeps ids is met by what is found. -/
theorem findTask_map {f : Task → Task} (ids : ∀ t, (f t).id = t.id) (id : Nat) (ts : List Task) :
    findTask id (ts.map f) = (findTask id ts).map f := by
  simp [findTask, List.find?_map, Function.comp_def, ids]

theorem findTask_replaceTask (id : Nat) (next : Task) (ts : List Task) :
    findTask id (replaceTask next ts) =
      if next.id = id then (findTask id ts).map (fun _ => next) else findTask id ts := by
  unfold replaceTask
  rw [findTask_map (by intro t; split <;> simp_all)]
  split
  · rename_i same
    cases found : findTask id ts with
    | none => rfl
    | some t => simp [(findTask_some found).2, same]
  · rename_i other
    cases found : findTask id ts with
    | none => rfl
    | some t =>
      have := (findTask_some found).2
      have : t.id ≠ next.id := by omega
      simp [this]

theorem findTask_append (id : Nat) (ts : List Task) (t : Task) :
    findTask id (ts ++ [t]) = (findTask id ts).or (if t.id = id then some t else none) := by
  by_cases h : t.id = id <;> simp [findTask, List.find?_append, h]

theorem mem_replaceTask {next t : Task} {ts : List Task} (mem : t ∈ replaceTask next ts) :
    t = next ∨ (t ∈ ts ∧ t.id ≠ next.id) := by
  simp only [replaceTask, List.mem_map] at mem
  obtain ⟨u, mem, rfl⟩ := mem
  split
  · exact Or.inl rfl
  · exact Or.inr ⟨mem, by assumption⟩

/-- Replacing a task by one that agrees with it on `f` leaves the list of `f` as it was. -/
theorem map_replaceTask {α : Type} (f : Task → α) {ts : List Task} (unique : (ts.map Task.id).Nodup)
    {t next : Task} (found : findTask next.id ts = some t) (agree : f next = f t) :
    (replaceTask next ts).map f = ts.map f := by
  simp only [replaceTask, List.map_map]
  refine List.map_congr_left fun u mem => ?_
  simp only [Function.comp]
  split
  · rename_i same
    have := findTask_of_mem unique mem
    rw [same, found] at this
    injection this with this
    rw [agree, this]
  · rfl

theorem map_id_replaceTask (next : Task) (ts : List Task) :
    (replaceTask next ts).map Task.id = ts.map Task.id := by
  simp only [replaceTask, List.map_map]
  refine List.map_congr_left fun u _ => ?_
  simp only [Function.comp]
  split <;> simp_all

/-- A task put back as it was found changes nothing. -/
theorem replaceTask_same {ts : List Task} (unique : (ts.map Task.id).Nodup) {t : Task}
    (found : findTask t.id ts = some t) : replaceTask t ts = ts := by
  simpa using map_replaceTask id unique found rfl

/-! ## Setting the latch -/

@[simp] theorem latch_id (sat : Nat → Bool) (t : Task) : (t.latch sat).id = t.id := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_deps (sat : Nat → Bool) (t : Task) : (t.latch sat).deps = t.deps := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_waived (sat : Nat → Bool) (t : Task) : (t.latch sat).waived = t.waived := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_retries (sat : Nat → Bool) (t : Task) : (t.latch sat).retries = t.retries := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_generation (sat : Nat → Bool) (t : Task) :
    (t.latch sat).generation = t.generation := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_attempts (sat : Nat → Bool) (t : Task) : (t.latch sat).attempts = t.attempts := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_fence (sat : Nat → Bool) (t : Task) : (t.latch sat).fence = t.fence := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_status (sat : Nat → Bool) (t : Task) : (t.latch sat).status = t.status := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_projection (sat : Nat → Bool) (t : Task) :
    (t.latch sat).projection = t.projection := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_held (sat : Nat → Bool) (t : Task) : (t.latch sat).held = t.held := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_current (sat : Nat → Bool) (t : Task) : (t.latch sat).current = t.current := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_closed (sat : Nat → Bool) (t : Task) : (t.latch sat).closed = t.closed := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_origin (sat : Nat → Bool) (t : Task) : (t.latch sat).origin = t.origin := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_ready (sat : Nat → Bool) (t : Task) :
    (t.latch sat).ready = (t.ready || t.claimable sat) := by
  unfold Task.latch; split <;> simp_all

@[simp] theorem latch_phase (sat : Nat → Bool) (t : Task) : (t.latch sat).phase = t.phase := by
  simp [Task.phase]

/-- The latch changes nothing that being claimable depends on. -/
@[simp] theorem latch_claimable (sat sat' : Nat → Bool) (t : Task) :
    (t.latch sat).claimable sat' = t.claimable sat' := by
  simp [Task.claimable]

@[simp] theorem latch_satisfies (sat : Nat → Bool) (t : Task) :
    (t.latch sat).satisfies = t.satisfies := by
  simp [Task.satisfies]

/-- A latched task differs in its latch alone. -/
theorem latch_eq (sat : Nat → Bool) (t : Task) :
    t.latch sat = { t with ready := t.ready || t.claimable sat } := by
  unfold Task.latch
  split <;> simp_all

theorem findTask_latchReady (id : Nat) (ts : List Task) :
    findTask id (latchReady ts) = (findTask id ts).map (Task.latch (satisfiedIn ts)) :=
  findTask_map (latch_id _) id ts

theorem mem_readyEffects {ts : List Task} {x : Effect} :
    x ∈ readyEffects ts ↔
      ∃ t, t ∈ ts ∧ t.claimable (satisfiedIn ts) = true ∧ t.ready = false ∧
        x = .ready t.id t.generation := by
  simp only [readyEffects, List.mem_flatMap, Task.readyEffect]
  constructor
  · rintro ⟨t, mem, h⟩
    refine ⟨t, mem, ?_⟩
    split at h
    · simp_all
    · simp at h
  · rintro ⟨t, mem, claimable, unready, rfl⟩
    exact ⟨t, mem, by simp [claimable, unready]⟩

/-! ## Satisfaction -/

theorem satisfiedIn_iff {ts : List Task} {d : Nat} :
    satisfiedIn ts d = true ↔ ∃ t, findTask d ts = some t ∧ t.satisfies = true := by
  simp [satisfiedIn, Option.any_eq_true]

@[simp] theorem satisfiedIn_latchReady (ts : List Task) : satisfiedIn (latchReady ts) = satisfiedIn ts := by
  funext d
  simp only [satisfiedIn, findTask_latchReady]
  cases findTask d ts <;> simp

/-- What is asked of a claimable task. -/
theorem claimable_iff {sat : Nat → Bool} {t : Task} :
    t.claimable sat = true ↔
      t.status = .open ∧ t.held = none ∧ (∀ d, d ∈ t.deps → d ∈ t.waived ∨ sat d = true) ∧
        ∀ a, a ∈ t.closed → a.worker = .gone := by
  simp [Task.claimable, and_assoc]

/-- Being claimable depends on nothing but these parts. -/
theorem claimable_congr {sat sat' : Nat → Bool} {t u : Task} (status : t.status = u.status)
    (held : t.held = u.held) (deps : t.deps = u.deps) (waived : t.waived = u.waived)
    (closed : t.closed = u.closed) (same : ∀ d, d ∈ u.deps → sat d = sat' d) :
    t.claimable sat = u.claimable sat' := by
  rw [Bool.eq_iff_iff, claimable_iff, claimable_iff, status, held, deps, waived, closed]
  constructor <;> rintro ⟨h1, h2, h3, h4⟩ <;> refine ⟨h1, h2, fun d mem => ?_, h4⟩ <;>
    have := h3 d mem <;> rw [same d mem] at * <;> assumption

/-- More satisfied dependencies keep a task claimable. -/
theorem claimable_mono {sat sat' : Nat → Bool} {t : Task} (more : ∀ d, sat d = true → sat' d = true)
    (claimable : t.claimable sat = true) : t.claimable sat' = true := by
  rw [claimable_iff] at *
  exact ⟨claimable.1, claimable.2.1, fun d mem => (claimable.2.2.1 d mem).imp_right (more d),
    claimable.2.2.2⟩

end Lifecycle
