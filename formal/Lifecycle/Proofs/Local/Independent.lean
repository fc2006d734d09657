import Lifecycle.Proofs.Local.Both
/-!
# Independent events commute

Proves that two events about different tasks, neither in the other's dependencies, get the same verdicts in either
order, and leave the same tasks, effects and evidence; and where no task depends on both, the same decisions
(theorem 28).
-/

namespace Lifecycle

variable {s : State} {b b' : Body}

/-- No task of the state depends on the tasks of both bodies. -/
def Apart (s : State) (b b' : Body) : Prop := ∀ t, t ∈ s.tasks → ¬(b.task ∈ t.deps ∧ b'.task ∈ t.deps)

/-- Where no task depends on both, a second event makes the same tasks ready as it would have made at first. -/
theorem ready_after (wf : s.WellFormed) (ind : Independent s b b') (apart : Apart s b b') {s' : State}
    (graph : s'.graph = s.graph) (tasks : s'.tasks = latchReady (s.stored b)) :
    readyEffects (s'.stored b') = readyEffects (s.stored b') := by
  have own : ∀ n, (s.answer b).next = some n → n.id = b.task := fun n h => (answer_next h).1
  have own' : ∀ n, (s.answer b').next = some n → n.id = b'.task := fun n h => (answer_next h).1
  have same := answer_after wf ind graph tasks
  have stored : s'.stored b' = put b'.task (s.answer b').next (latchReady (s.stored b)) := by
    rw [State.stored, same, tasks]
  have sat : satisfiedIn (s'.stored b') = satisfiedIn (s.both b b') := by
    rw [stored, satisfiedIn_put_latched own']
    rfl
  -- What does not depend on the first task is as claimable as without the first event.
  have free : ∀ t : Task, b.task ∉ t.deps →
      t.claimable (satisfiedIn (s.both b b')) = t.claimable (satisfiedIn (s.stored b')) := by
    intro t independent
    refine claimable_sat rfl fun d mem => ?_
    have other : d ≠ b.task := fun h => independent (h ▸ mem)
    rw [both_comm ind]
    simp only [satisfiedIn, State.both, findTask_store own, if_neg other]
  -- What does not depend on the second task is as claimable as without the second event.
  have free' : ∀ t : Task, b'.task ∉ t.deps →
      t.claimable (satisfiedIn (s.both b b')) = t.claimable (satisfiedIn (s.stored b)) := by
    intro t independent
    refine claimable_sat rfl fun d mem => ?_
    have other : d ≠ b'.task := fun h => independent (h ▸ mem)
    simp only [satisfiedIn, State.both, findTask_store own', if_neg other]
  have quiet : ∀ (sat : Nat → Bool) (t : Task), (t.claimable sat = true → t.ready = true) → t.readyEffect sat = [] :=
    fun sat t h => (latch_calm h).2
  have split_ : s'.stored b' = (s.tasks.map
      (fun t => substitute b'.task (s.answer b').next
        ((substitute b.task (s.answer b).next t).latch (satisfiedIn (s.stored b)))) ++
        (added b.task (s.answer b).next s.tasks).map
          (fun t => substitute b'.task (s.answer b').next (t.latch (satisfiedIn (s.stored b))))) ++
          added b'.task (s.answer b').next s.tasks := by
    have first : s.stored b = s.tasks.map (substitute b.task (s.answer b).next) ++
        added b.task (s.answer b).next s.tasks := put_eq own
    rw [stored, put_eq own', added_latched, State.stored, added_put ind.apart own, ← State.stored, latchReady]
    generalize satisfiedIn (s.stored b) = sat1
    rw [first, List.map_append, List.map_append, List.map_map, List.map_map, List.map_map]
    rfl
  have alone : ∀ sat, (s.stored b').flatMap (Task.readyEffect sat) =
      (s.tasks.map (substitute b'.task (s.answer b').next)).flatMap (Task.readyEffect sat) ++
        (added b'.task (s.answer b').next s.tasks).flatMap (Task.readyEffect sat) := by
    intro sat
    rw [State.stored, put_eq own', List.flatMap_append]
  have added_id : ∀ {id : Nat} {next : Option Task} {t : Task}, t ∈ added id next s.tasks → next = some t := by
    intro id next t mem
    unfold added at mem
    split at mem
    · simp at mem
    · simpa using mem
  -- The dependencies of a stored task are those that its event looked at.
  have deps : ∀ n, (s.answer b).next = some n → b'.task ∉ n.deps :=
    fun n h mem => ind.left ((answer_next h).2 _ mem)
  have deps' : ∀ n, (s.answer b').next = some n → b.task ∉ n.deps :=
    fun n h mem => ind.right ((answer_next h).2 _ mem)
  simp only [readyEffects]
  rw [alone, sat, split_, List.flatMap_append, List.flatMap_append, List.flatMap_map, List.flatMap_map,
    List.flatMap_map]
  have middle : (added b.task (s.answer b).next s.tasks).flatMap
      (fun t => (substitute b'.task (s.answer b').next (t.latch (satisfiedIn (s.stored b)))).readyEffect
        (satisfiedIn (s.both b b'))) = [] := by
    refine List.flatMap_eq_nil_iff.mpr fun t mem => ?_
    have h := added_id mem
    have other : t.id ≠ b'.task := by rw [own t h]; exact ind.apart
    simp only [substitute, latch_id, if_neg other]
    refine quiet _ _ fun claimable => ?_
    rw [latch_claimable, free' t (deps t h)] at claimable
    simp [claimable]
  rw [middle, List.append_nil]
  have again : ∀ t : Task, b.task ∉ t.deps →
      t.readyEffect (satisfiedIn (s.both b b')) = t.readyEffect (satisfiedIn (s.stored b')) := by
    intro t independent
    simp only [Task.readyEffect, free t independent]
  congr 1
  · rw [List.flatMap_def, List.flatMap_def]
    congr 1
    refine List.map_congr_left fun t mem => ?_
    have found := findTask_of_mem wf.unique mem
    -- A task that the first event does not reach.
    have calm : t.id ≠ b.task → b.task ∉ t.deps → (substitute b'.task (s.answer b').next
        ((substitute b.task (s.answer b).next t).latch (satisfiedIn (s.stored b)))).readyEffect
          (satisfiedIn (s.both b b')) =
        (substitute b'.task (s.answer b').next t).readyEffect (satisfiedIn (s.stored b')) := by
      intro other independent
      have same : t.latch (satisfiedIn (s.stored b)) = t := (latch_calm (by
        rw [claimable_stored independent]
        exact wf.latched t mem)).1
      rw [substitute_other other, same]
      unfold substitute
      split
      · cases next : (s.answer b').next with
        | none => exact again t independent
        | some n => exact again n (deps' n next)
      · exact again t independent
    -- A task that the second event does not reach.
    have calm' : t.id ≠ b'.task → b'.task ∉ (substitute b.task (s.answer b).next t).deps →
        b'.task ∉ t.deps → (substitute b'.task (s.answer b').next
        ((substitute b.task (s.answer b).next t).latch (satisfiedIn (s.stored b)))).readyEffect
          (satisfiedIn (s.both b b')) =
        (substitute b'.task (s.answer b').next t).readyEffect (satisfiedIn (s.stored b')) := by
      intro other independent independent'
      have id : (substitute b.task (s.answer b).next t).id = t.id := by
        unfold substitute
        split
        · cases next : (s.answer b).next with
          | none => rfl
          | some n => exact (own n next).trans (Eq.symm ‹_›)
        · rfl
      rw [substitute_other (by rw [latch_id, id]; exact other), substitute_other other]
      rw [quiet _ _ fun claimable => ?_, quiet _ _ fun claimable => ?_]
      · rw [claimable_stored independent'] at claimable
        exact wf.latched t mem claimable
      · rw [latch_claimable, free' _ independent] at claimable
        simp [claimable]
    by_cases h : t.id = b.task
    · have h' : t.id ≠ b'.task := h ▸ ind.apart
      have independent : b'.task ∉ t.deps := fun h' => ind.left (Or.inl ⟨t, h ▸ found, h'⟩)
      refine calm' h' ?_ independent
      rw [substitute, if_pos h]
      cases next : (s.answer b).next with
      | none => exact independent
      | some n => exact deps n next
    · by_cases h' : t.id = b'.task
      · exact calm h fun mem' => ind.right (Or.inl ⟨t, h' ▸ found, mem'⟩)
      · by_cases first : b.task ∈ t.deps
        · have second : b'.task ∉ t.deps := fun second => apart t mem ⟨first, second⟩
          exact calm' h' (by rwa [substitute_other h]) second
        · exact calm h first
  · rw [List.flatMap_def, List.flatMap_def]
    congr 1
    exact List.map_congr_left fun t mem => again t (deps' t (added_id mem))

/-- What two events do in one order is what they do in the other. -/
structure Commute (s : State) (e e' : Event) : Prop where
  verdict : (reduce (reduce s e').state e).decision.verdict = (reduce s e).decision.verdict
  verdict' : (reduce (reduce s e).state e').decision.verdict = (reduce s e').decision.verdict
  tasks : (reduce (reduce s e).state e').state.tasks = (reduce (reduce s e').state e).state.tasks
  effects : ((reduce s e).decision.effects ++ (reduce (reduce s e).state e').decision.effects).Perm
    ((reduce s e').decision.effects ++ (reduce (reduce s e').state e).decision.effects)
  /-- The same evidence, but for the order of these two. -/
  evidence : (reduce (reduce s e).state e').state.evidence =
      s.evidence ++ entriesOf s [e] ++ entriesOf s [e'] ∧
    (reduce (reduce s e').state e).state.evidence = s.evidence ++ entriesOf s [e'] ++ entriesOf s [e]

/-- An event under a consumed `eid` changes nothing, and gets the same answer after any other event. -/
theorem reduce_stale {e : Event} {entry : Entry} (stale : findEntry e.eid s.evidence = some entry) :
    (reduce s e).state = s ∧ ∀ e', (reduce (reduce s e').state e).decision = (reduce s e).decision ∧
      (reduce (reduce s e').state e).state = (reduce s e').state := by
  have after : ∀ e', findEntry e.eid (reduce s e').state.evidence = some entry := by
    intro e'
    rw [evidence_grows_by_one]
    split
    · simp only [findEntry] at stale
      simp [findEntry, List.find?_append, stale]
    · exact stale
  constructor
  · unfold reduce
    rw [stale]
    dsimp only
    split <;> rfl
  · intro e'
    have h := after e'
    generalize (reduce s e').state = s' at h
    unfold reduce
    rw [h, stale]
    dsimp only
    split <;> exact ⟨rfl, rfl⟩

theorem reduce_fresh_after {e e' : Event} (different : e.eid ≠ e'.eid) (fresh : findEntry e'.eid s.evidence = none) :
    findEntry e'.eid (reduce s e).state.evidence = none := by
  rw [evidence_grows_by_one]
  split
  · simp only [findEntry] at fresh
    simp [findEntry, List.find?_append, fresh, entryOf, different]
  · exact fresh

theorem evidence_two {e e' : Event}
    (verdict : (reduce (reduce s e).state e').decision.verdict = (reduce s e').decision.verdict) :
    (reduce (reduce s e).state e').state.evidence = s.evidence ++ entriesOf s [e] ++ entriesOf s [e'] := by
  rw [evidence_grows_by_one, evidence_grows_by_one, verdict]
  simp only [entriesOf, entryOf, verdict]
  split <;> split <;> simp

/-- Theorem 28: in every reachable state, two events with different eids about different tasks, neither in the
other's dependencies, not both declaring, get the same verdicts in either order, and leave the same tasks, the same
effects in total, and the same evidence but for the order of these two. -/
theorem independent_commute (reachable : s.Reachable) {e e' : Event} (different : e.eid ≠ e'.eid)
    (ind : Independent s e.body e'.body) : Commute s e e' := by
  have wf := reachable_wellFormed reachable
  cases stale : findEntry e.eid s.evidence with
  | some entry =>
    have ⟨h1, h2⟩ := reduce_stale stale
    have ⟨h3, h4⟩ := h2 e'
    have v : (reduce (reduce s e).state e').decision.verdict = (reduce s e').decision.verdict := by rw [h1]
    refine ⟨by rw [h3], v, by rw [h4, h1], ?_, evidence_two v, evidence_two (by rw [h3])⟩
    rw [h1, h3]
    exact List.perm_append_comm
  | none =>
    cases stale' : findEntry e'.eid s.evidence with
    | some entry =>
      have ⟨h1, h2⟩ := reduce_stale stale'
      have ⟨h3, h4⟩ := h2 e
      have v : (reduce (reduce s e').state e).decision.verdict = (reduce s e).decision.verdict := by rw [h1]
      refine ⟨v, by rw [h3], by rw [h4, h1], ?_, evidence_two (by rw [h3]), evidence_two v⟩
      rw [h1, h3]
      exact List.perm_append_comm
    | none =>
      have ⟨d, t⟩ := reduce_answer wf stale
      have ⟨d', t'⟩ := reduce_answer wf stale'
      have next := reachable_wellFormed (reachable.step e)
      have next' := reachable_wellFormed (reachable.step e')
      have ⟨dn, tn⟩ := reduce_answer next (reduce_fresh_after different stale')
      have ⟨dn', tn'⟩ := reduce_answer next' (reduce_fresh_after different.symm stale)
      have a := answer_after wf ind (reduce_graph s e) t
      have a' := answer_after wf ind.symm (reduce_graph s e') t'
      have ⟨s1, p1⟩ := store_after wf ind next (reduce_graph s e) t
      have ⟨s2, p2⟩ := store_after wf ind.symm next' (reduce_graph s e') t'
      have v : (reduce (reduce s e').state e).decision.verdict = (reduce s e).decision.verdict := by
        rw [dn', d, a']
      have v' : (reduce (reduce s e).state e').decision.verdict = (reduce s e').decision.verdict := by
        rw [dn, d', a]
      refine ⟨v, v', by rw [tn, tn', s1, s2, both_comm ind], ?_, evidence_two v', evidence_two v⟩
      rw [d, d', dn, dn', a, a']
      refine perm_exchange.trans (.trans ?_ perm_exchange.symm)
      refine List.Perm.append List.perm_append_comm (p1.trans ?_)
      rw [both_comm ind]
      exact p2.symm

/-- Theorem 28: if no task depends on both, each decision is the same, effects and their order included. -/
theorem independent_decisions (reachable : s.Reachable) {e e' : Event} (different : e.eid ≠ e'.eid)
    (ind : Independent s e.body e'.body) (apart : Apart s e.body e'.body) :
    (reduce (reduce s e).state e').decision = (reduce s e').decision := by
  have wf := reachable_wellFormed reachable
  cases stale : findEntry e.eid s.evidence with
  | some entry => rw [(reduce_stale stale).1]
  | none =>
    cases stale' : findEntry e'.eid s.evidence with
    | some entry => exact ((reduce_stale stale').2 e).1
    | none =>
      have t := (reduce_answer wf stale).2
      have next := reachable_wellFormed (reachable.step e)
      rw [(reduce_answer wf stale').1, (reduce_answer next (reduce_fresh_after different stale')).1,
        answer_after wf ind (reduce_graph s e) t, ready_after wf ind apart (reduce_graph s e) t]

end Lifecycle
