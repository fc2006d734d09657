module
public import Lifecycle.Reduce
/-!
# Lists of tasks, attempts, entries and effects

Proves what the model's own list functions do: appending is `++`, and replacing, adding or latching a
task changes what is found under each id exactly as one expects. The later files reason over these
facts alone.
-/

@[expose] public section

namespace Lifecycle

/-! ## Appending -/

theorem snocAttempt_eq (as : List Attempt) (a : Attempt) : snocAttempt as a = as ++ [a] := by
  induction as with
  | nil => rfl
  | cons b bs ih => simp [snocAttempt, ih]

theorem snocEntry_eq (es : List Entry) (e : Entry) : snocEntry es e = es ++ [e] := by
  induction es with
  | nil => rfl
  | cons d ds ih => simp [snocEntry, ih]

theorem snocTask_eq (ts : List Task) (t : Task) : snocTask ts t = ts ++ [t] := by
  induction ts with
  | nil => rfl
  | cons u us ih => simp [snocTask, ih]

theorem appendEffects_eq (ds es : List Effect) : appendEffects ds es = ds ++ es := by
  induction ds with
  | nil => rfl
  | cons d ds ih => simp [appendEffects, ih]

/-! ## Membership -/

theorem isClosed_iff (key : Key) (as : List Attempt) :
    isClosed key as = true ↔ ∃ a, a ∈ as ∧ a.key = key := by
  induction as with
  | nil => simp [isClosed]
  | cons b bs ih => by_cases h : b.key = key <;> simp [isClosed, h, ih]

theorem findEntry_some {eid : Nat} {es : List Entry} {e : Entry} (h : findEntry eid es = some e) :
    e ∈ es ∧ e.event.eid = eid := by
  induction es with
  | nil => simp [findEntry] at h
  | cons d ds ih =>
    by_cases hd : d.event.eid = eid
    · simp [findEntry, hd] at h
      subst h
      simp [hd]
    · simp [findEntry, hd] at h
      simp [ih h]

theorem findEntry_none {eid : Nat} {es : List Entry} :
    findEntry eid es = none ↔ ∀ e, e ∈ es → e.event.eid ≠ eid := by
  induction es with
  | nil => simp [findEntry]
  | cons d ds ih => by_cases hd : d.event.eid = eid <;> simp [findEntry, hd, ih]

theorem findTask_some {id : Nat} {ts : List Task} {t : Task} (h : findTask id ts = some t) :
    t ∈ ts ∧ t.id = id := by
  induction ts with
  | nil => simp [findTask] at h
  | cons u us ih =>
    by_cases hu : u.id = id
    · simp [findTask, hu] at h
      subst h
      simp [hu]
    · simp [findTask, hu] at h
      simp [ih h]

theorem findTask_none {id : Nat} {ts : List Task} :
    findTask id ts = none ↔ ∀ t, t ∈ ts → t.id ≠ id := by
  induction ts with
  | nil => simp [findTask]
  | cons u us ih => by_cases hu : u.id = id <;> simp [findTask, hu, ih]

/-! ## Replacing and adding a task -/

/-- A task put back as it was found changes nothing. -/
theorem replaceTask_same {ts : List Task} {t : Task} (h : findTask t.id ts = some t) :
    replaceTask t ts = ts := by
  induction ts with
  | nil => rfl
  | cons u us ih =>
    by_cases hu : u.id = t.id
    · simp [findTask, hu] at h
      simp [replaceTask, h]
    · simp [findTask, hu] at h
      simp [replaceTask, hu, ih h]

theorem findTask_replaceTask (id : Nat) (next : Task) (ts : List Task) :
    findTask id (replaceTask next ts) =
      if next.id = id then (findTask id ts).map (fun _ => next) else findTask id ts := by
  induction ts with
  | nil => simp [replaceTask, findTask]
  | cons u us ih =>
    by_cases hu : u.id = next.id
    · by_cases hn : next.id = id
      · simp [replaceTask, findTask, hu, hn]
      · simp [replaceTask, findTask, hu, hn]
    · by_cases hn : next.id = id
      · have hui : u.id ≠ id := fun h => hu (h.trans hn.symm)
        simp only [hn, if_true] at ih
        simp [replaceTask, findTask, hui, hn, ih]
      · by_cases hui : u.id = id
        · have hin : ¬id = next.id := fun h => hn h.symm
          simp [replaceTask, findTask, hui, hn, hin]
        · simp [replaceTask, findTask, hu, hui, hn] at ih ⊢
          exact ih

theorem findTask_snocTask (id : Nat) (ts : List Task) (t : Task) :
    findTask id (snocTask ts t) =
      (findTask id ts).or (if t.id = id then some t else none) := by
  induction ts with
  | nil => by_cases h : t.id = id <;> simp [snocTask, findTask, h]
  | cons u us ih => by_cases hu : u.id = id <;> simp [snocTask, findTask, hu, ih]

/-- Replacing a task by one that agrees with it on `f` leaves the list of `f` as it was. -/
theorem map_replaceTask {α : Type} (f : Task → α) {ts : List Task} {t next : Task}
    (found : findTask next.id ts = some t) (agree : f next = f t) :
    (replaceTask next ts).map f = ts.map f := by
  induction ts with
  | nil => rfl
  | cons u us ih =>
    by_cases hu : u.id = next.id
    · simp [findTask, hu] at found
      subst found
      simp [replaceTask, hu, agree]
    · simp [findTask, hu] at found
      simp [replaceTask, hu, ih found]

/-! ## Setting the latch -/

/-- The task with its latch set, if it may be claimed. -/
def Task.latch (all : List Task) (t : Task) : Task :=
  if t.claimable all then { t with ready := true } else t

theorem latchReady_eq (all ts : List Task) : latchReady all ts = ts.map (Task.latch all) := by
  induction ts with
  | nil => rfl
  | cons u us ih => simp [latchReady, ih, Task.latch]

@[simp] theorem latch_id (all : List Task) (t : Task) : (t.latch all).id = t.id := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_deps (all : List Task) (t : Task) : (t.latch all).deps = t.deps := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_retries (all : List Task) (t : Task) : (t.latch all).retries = t.retries := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_generation (all : List Task) (t : Task) :
    (t.latch all).generation = t.generation := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_attempts (all : List Task) (t : Task) :
    (t.latch all).attempts = t.attempts := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_fence (all : List Task) (t : Task) : (t.latch all).fence = t.fence := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_status (all : List Task) (t : Task) : (t.latch all).status = t.status := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_projection (all : List Task) (t : Task) :
    (t.latch all).projection = t.projection := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_current (all : List Task) (t : Task) :
    (t.latch all).current = t.current := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_closed (all : List Task) (t : Task) : (t.latch all).closed = t.closed := by
  unfold Task.latch; split <;> rfl
@[simp] theorem latch_origin (all : List Task) (t : Task) : (t.latch all).origin = t.origin := by
  unfold Task.latch; split <;> rfl

theorem latch_ready (all : List Task) (t : Task) :
    (t.latch all).ready = (t.ready || t.claimable all) := by
  unfold Task.latch; split <;> simp_all

theorem findTask_latchReady (id : Nat) (all ts : List Task) :
    findTask id (latchReady all ts) = (findTask id ts).map (Task.latch all) := by
  induction ts with
  | nil => rfl
  | cons u us ih =>
    have step : latchReady all (u :: us) = u.latch all :: latchReady all us := rfl
    by_cases hu : u.id = id <;> simp [step, findTask, hu, ih]

/-- Who is told `ready`: exactly the tasks that may be claimed and whose latch is not set. -/
theorem mem_readyEffects {all ts : List Task} {x : Effect} :
    x ∈ readyEffects all ts ↔
      ∃ t, t ∈ ts ∧ t.claimable all = true ∧ t.ready = false ∧ x = .ready t.id t.generation := by
  induction ts with
  | nil => simp [readyEffects]
  | cons u us ih =>
    by_cases h : (u.claimable all && !u.ready) = true
    · simp only [readyEffects, h, if_true, List.mem_cons, ih]
      simp only [Bool.and_eq_true, Bool.not_eq_true'] at h
      constructor
      · rintro (rfl | ⟨t, ht, rest⟩)
        · exact ⟨u, Or.inl rfl, h.1, h.2, rfl⟩
        · exact ⟨t, Or.inr ht, rest⟩
      · rintro ⟨t, rfl | ht, hc, hr, rfl⟩
        · exact Or.inl rfl
        · exact Or.inr ⟨t, ht, hc, hr, rfl⟩
    · simp only [readyEffects, h, List.mem_cons, ih, Bool.false_eq_true, if_false]
      simp only [Bool.and_eq_true, Bool.not_eq_true'] at h
      constructor
      · rintro ⟨t, ht, rest⟩
        exact ⟨t, Or.inr ht, rest⟩
      · rintro ⟨t, rfl | ht, hc, hr, rfl⟩
        · exact absurd ⟨hc, hr⟩ h
        · exact ⟨t, ht, hc, hr, rfl⟩

/-! ## Displaying -/

@[simp] theorem commit_id (t : Task) (es : List Effect) : (t.commit es).id = t.id := rfl

end Lifecycle
