module
public import Lifecycle.Proofs.Satisfied
/-!
# Well-formedness is invariant

Proves that the graph before its first event is well-formed, that every event keeps it so, and hence
that every reachable state is well-formed (theorem 22).
-/

@[expose] public section

namespace Lifecycle

/-! ## Ids and dependencies -/

/-- What no event changes of a declared task. -/
def Task.declaration (t : Task) : Nat × List Nat × Origin := (t.id, t.deps, t.origin)

theorem move_declaration {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) : next.declaration = t.declaration := by
  cases move <;> rfl

/-- The declarations stand as they were, or one is added behind them. -/
theorem turn_declarations {s : State} {body : Body} {d : Decision} {ts : List Task}
    (turn : Turn s body d ts) :
    ts.map Task.declaration = s.tasks.map Task.declaration ∨
      ∃ t : Task, findTask t.id s.tasks = none ∧ allDeclared s.tasks t.deps = true ∧
        ts.map Task.declaration = s.tasks.map Task.declaration ++ [t.declaration] := by
  have latched : ∀ us, (latchReady us us).map Task.declaration = us.map Task.declaration := by
    intro us
    simp [latchReady_eq, Function.comp_def, Task.declaration]
  cases turn with
  | still => exact Or.inl rfl
  | added t declares fresh known us tasks =>
    exact Or.inr ⟨t, fresh, known, by rw [latched, tasks, snocTask_eq]; simp⟩
  | glanced t found within why seen effects glance =>
    have own := (findTask_some found).2
    exact Or.inl (map_replaceTask Task.declaration (t := t) (by simp [own, found]) rfl)
  | moved t found within next effects move us tasks =>
    have own := (findTask_some found).2
    refine Or.inl ?_
    rw [latched, tasks]
    exact map_replaceTask Task.declaration (t := t) (by simp [move.id, own, found])
      (by have same := move_declaration move; exact same)

theorem declaredInOrder_congr {seen : List Nat} {ts us : List Task}
    (same : ts.map Task.declaration = us.map Task.declaration) (order : DeclaredInOrder seen us) :
    DeclaredInOrder seen ts := by
  induction ts generalizing seen us with
  | nil => trivial
  | cons t ts ih =>
    cases us with
    | nil => simp at same
    | cons u us =>
      simp only [List.map_cons, List.cons.injEq, Task.declaration, Prod.mk.injEq] at same
      obtain ⟨⟨id, deps, _⟩, rest⟩ := same
      exact ⟨by rw [deps]; exact order.1, ih rest (by rw [id]; exact order.2)⟩

theorem declaredInOrder_snoc {seen : List Nat} {ts : List Task} {t : Task}
    (order : DeclaredInOrder seen ts)
    (deps : ∀ d, d ∈ t.deps → d ∈ seen ∨ d ∈ ts.map Task.id) :
    DeclaredInOrder seen (ts ++ [t]) := by
  induction ts generalizing seen with
  | nil => exact ⟨fun d mem => by simpa using deps d mem, trivial⟩
  | cons u us ih =>
    refine ⟨order.1, ih order.2 fun d mem => ?_⟩
    have h := deps d mem
    simp only [List.map_cons, List.mem_cons] at h ⊢
    rcases h with h | h | h
    · exact Or.inl (Or.inr h)
    · exact Or.inl (Or.inl h)
    · exact Or.inr h

theorem ids_of_declarations {ts us : List Task}
    (same : ts.map Task.declaration = us.map Task.declaration) :
    ts.map Task.id = us.map Task.id := by
  have h := congrArg (List.map Prod.fst) same
  simpa [Function.comp_def, Task.declaration] using h

theorem turn_unique {s : State} {body : Body} {d : Decision} {ts : List Task}
    (unique : (s.tasks.map Task.id).Nodup) (turn : Turn s body d ts) :
    (ts.map Task.id).Nodup := by
  rcases turn_declarations turn with same | ⟨t, fresh, known, same⟩
  · rw [ids_of_declarations same]
    exact unique
  · have ids : ts.map Task.id = (s.tasks ++ [t]).map Task.id :=
      ids_of_declarations (by rw [same]; simp)
    rw [ids, List.map_append, List.nodup_append]
    refine ⟨unique, by simp, fun id mem other isNew => ?_⟩
    simp only [List.map_cons, List.map_nil, List.mem_singleton] at isNew
    subst isNew
    obtain ⟨u, known, rfl⟩ := List.mem_map.mp mem
    exact findTask_none.mp fresh u known

theorem turn_order {s : State} {body : Body} {d : Decision} {ts : List Task}
    (order : DeclaredInOrder [] s.tasks) (turn : Turn s body d ts) : DeclaredInOrder [] ts := by
  rcases turn_declarations turn with same | ⟨t, fresh, known, same⟩
  · exact declaredInOrder_congr same order
  · refine declaredInOrder_congr (us := s.tasks ++ [t]) (by rw [same]; simp) ?_
    exact declaredInOrder_snoc order fun d mem => Or.inr ((allDeclared_iff _ _).mp known d mem)

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
      simp [findTask, other, ih unique.2 mem]

/-! ## Tasks and latches -/

theorem turn_tasks {s : State} {body : Body} {d : Decision} {ts : List Task}
    (wf : s.WellFormed) (turn : Turn s body d ts) (t : Task) (mem : t ∈ ts) :
    t.WellFormed s.graph := by
  rcases turn_origin turn (findTask_of_mem (turn_unique wf.unique turn) mem) with
    ⟨u, found, fate⟩ | ⟨u, all, declares, _, _, rfl⟩
  · exact fate_wellFormed (wf.tasks u (findTask_some found).1) fate
  · exact (declared_wellFormed declares).after_latch all

/-- What was claimable before a turn, and is the same task after it, is claimable still. -/
theorem claimable_mono {ts us : List Task} {t : Task}
    (kept : ∀ id u, findTask id ts = some u → u.satisfies = true →
      ∃ v, findTask id us = some v ∧ v.satisfies = true)
    (claimable : t.claimable ts = true) : t.claimable us = true := by
  simp only [Task.claimable, Bool.and_eq_true] at claimable ⊢
  refine ⟨claimable.1, (allSatisfied_iff _ _).mpr fun d mem => ?_⟩
  obtain ⟨u, found, satisfied⟩ := (allSatisfied_iff _ _).mp claimable.2 d mem
  exact kept d u found satisfied

theorem claimable_congr {ts us : List Task} {t u : Task} (status : t.status = u.status)
    (current : t.current = u.current) (deps : t.deps = u.deps)
    (same : allSatisfied ts u.deps = allSatisfied us u.deps) :
    t.claimable ts = u.claimable us := by
  simp [Task.claimable, Task.hasLive, status, current, deps, same]

theorem allSatisfied_latchReady (all us : List Task) (deps : List Nat) :
    allSatisfied (latchReady all us) deps = allSatisfied us deps := by
  induction deps with
  | nil => rfl
  | cons d ds ih =>
    simp only [allSatisfied, findTask_latchReady]
    cases findTask d us <;> simp [ih]

theorem latchReady_latched {us : List Task}
    (sound : ∀ u, u ∈ us → u.ready = true → u.claimable us = true) (t : Task)
    (mem : t ∈ latchReady us us) : t.ready = t.claimable (latchReady us us) := by
  rw [latchReady_eq, List.mem_map] at mem
  obtain ⟨u, mem, rfl⟩ := mem
  have same : (u.latch us).claimable (latchReady us us) = u.claimable us :=
    claimable_congr (by simp) (by simp) (by simp) (allSatisfied_latchReady us us u.deps)
  rw [same, latch_ready]
  cases ready : u.ready with
  | false => rfl
  | true => simp [sound u mem ready]

theorem mem_replaceTask {next t : Task} {ts : List Task} (mem : t ∈ replaceTask next ts) :
    t = next ∨ t ∈ ts := by
  induction ts with
  | nil => simp [replaceTask] at mem
  | cons u us ih =>
    unfold replaceTask at mem
    split at mem
    · rcases List.mem_cons.mp mem with h | h
      · exact Or.inl h
      · exact Or.inr (List.mem_cons_of_mem u h)
    · rcases List.mem_cons.mp mem with h | h
      · exact Or.inr (by simp [h])
      · rcases ih h with h | h
        · exact Or.inl h
        · exact Or.inr (List.mem_cons_of_mem u h)

theorem turn_latched {s : State} {body : Body} {d : Decision} {ts : List Task}
    (wf : s.WellFormed) (turn : Turn s body d ts) (t : Task) (mem : t ∈ ts) :
    t.ready = t.claimable ts := by
  cases turn with
  | still => exact wf.latched t mem
  | added u declares fresh known us tasks =>
    refine latchReady_latched (fun v mem ready => ?_) t mem
    subst tasks
    rw [snocTask_eq, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · refine claimable_mono (fun id w found satisfied => ⟨w, ?_, satisfied⟩)
        ((wf.latched v mem).symm.trans ready)
      simp [findTask_snocTask, found]
    · cases body <;> simp only [Body.declares] at declares <;> subst declares <;> exact nomatch ready
  | glanced u found within why seen effects glance =>
    have own := (findTask_some found).2
    have kept : ∀ deps, allSatisfied
        (replaceTask ({ u with projection := seen }.commit effects) s.tasks) deps =
        allSatisfied s.tasks deps := by
      intro deps
      induction deps with
      | nil => rfl
      | cons d ds ih =>
        simp only [allSatisfied, findTask_replaceTask, ih]
        by_cases h : u.id = d
        · subst h
          rw [← own] at found
          simp [found, Task.commit, Task.satisfies]
        · simp [h]
    rcases mem_replaceTask mem with rfl | mem
    · have before := wf.latched u (findTask_some found).1
      exact before.trans (claimable_congr rfl rfl rfl (kept u.deps).symm)
    · exact (wf.latched t mem).trans (claimable_congr rfl rfl rfl (kept t.deps).symm)
  | moved u found within next effects move us tasks =>
    have own := (findTask_some found).2
    have uwf := wf.tasks u (findTask_some found).1
    refine latchReady_latched (fun v mem ready => ?_) t mem
    subst tasks
    rcases mem_replaceTask mem with rfl | mem
    · exact nomatch (uwf.move_unlatches move).symm.trans ready
    · refine claimable_mono (fun id w found' satisfied => ?_) ((wf.latched v mem).symm.trans ready)
      by_cases h : u.id = id
      · subst h
        rw [← own, found'] at found
        injection found with same
        subst same
        exact absurd move (uwf.done_no_move (uwf.done_of_satisfies satisfied))
      · exact ⟨w, by simp [findTask_replaceTask, move.id, h, found'], satisfied⟩

/-! ## States -/

/-- Theorem 22, at the start. -/
theorem initial_wellFormed (graph : Nat) : (initialState graph).WellFormed := by
  constructor <;> simp [initialState, DeclaredInOrder]

theorem evidence_unique {s : State} (unique : (s.evidence.map (fun x => x.event.eid)).Nodup)
    (e : Event) : ((reduce s e).state.evidence.map (fun x => x.event.eid)).Nodup := by
  unfold reduce
  split
  · split <;> exact unique
  · rename_i fresh
    simp only [consume, snocEntry_eq, List.map_append, List.map_cons, List.map_nil]
    rw [List.nodup_append]
    refine ⟨unique, by simp, fun eid mem other isNew => ?_⟩
    rw [List.mem_singleton] at isNew
    subst isNew
    obtain ⟨entry, known, rfl⟩ := List.mem_map.mp mem
    exact findEntry_none.mp fresh entry known

/-- Theorem 22, one event. -/
theorem reduce_wellFormed {s : State} (wf : s.WellFormed) (e : Event) :
    (reduce s e).state.WellFormed := by
  have turn := reduce_turn s e
  exact ⟨by simpa using turn_tasks wf turn, turn_unique wf.unique turn, turn_order wf.order turn,
    turn_latched wf turn, evidence_unique wf.evidence e⟩

/-- Theorem 22, every log. -/
theorem finalState_wellFormed {s : State} (wf : s.WellFormed) (es : List Event) :
    (finalState s es).WellFormed := by
  induction es generalizing s with
  | nil => exact wf
  | cons e es ih => exact ih (reduce_wellFormed wf e)

/-- Theorem 22: every reachable state is well-formed. -/
theorem reachable_wellFormed {s : State} (reachable : s.Reachable) : s.WellFormed := by
  obtain ⟨graph, es, rfl⟩ := reachable
  exact finalState_wellFormed (initial_wellFormed graph) es

end Lifecycle
