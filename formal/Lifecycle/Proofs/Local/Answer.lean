import Lifecycle.Proofs.Invariant.Reachable
import Lifecycle.Proofs.Steps.Sources
/-!
# What an event asks of its own task alone

Defines `Body.answer`: the verdict on an event, its own effects, and its task after it, before anything is latched.
Proves that the answer depends on nothing but the task concerned and its dependencies (`answer_congr`), and that in
every well-formed state the reducer stores the answer and then latches (`change_answer`).
-/

namespace Lifecycle

/-- What an event does to its own task, before the latch. -/
structure Answer where
  verdict : Verdict
  effects : List Effect
  next : Option Task

/-- What the outcome for a task makes of it. -/
def Outcome.answer (t : Task) : Outcome → Answer
  | .applied next effects => ⟨.applied, effects, some next⟩
  | .observed why next effects => ⟨.observed why, effects, some next⟩
  | .noop why => ⟨.noop why, [], some t⟩
  | .rejected why => ⟨.rejected why, [], some t⟩
  | .hold why held => ⟨.hold why, [], some { t with held }⟩

/-- The answer to the declaration of `u`, given what is known under its id. -/
def declareAnswer (known : Nat → Bool) (u : Task) (t : Option Task) : Answer :=
  if t.isSome then ⟨.rejected .taskExists, [], t⟩
  else if u.deps.all known then ⟨.applied, [], some u⟩ else ⟨.rejected .unknownDependency, [], t⟩

/-- The answer to a body, given what is known under its id. -/
def Body.answer (graph : Nat) (known satisfied : Nat → Bool) (t : Option Task) (body : Body) : Answer :=
  if body.graph.all (· = graph) then
    match body with
    | .taskDeclared task deps retries => declareAnswer known (.declared task deps retries) t
    | .legacyImported task deps retries status trusted =>
      declareAnswer known (.imported task deps retries status trusted) t
    | body =>
      match t with
      | none => ⟨.rejected .unknownTask, [], none⟩
      | some t => (body.outcome satisfied t).answer t
  else ⟨.rejected .wrongGraph, [], t⟩

/-- The tasks with what is known under this id replaced, or added at the end. -/
def put (id : Nat) (next : Option Task) (ts : List Task) : List Task :=
  match next with
  | none => ts
  | some next => if (findTask id ts).isSome then replaceTask next ts else ts ++ [next]

/-- Whether a task is declared. -/
def knownIn (ts : List Task) (id : Nat) : Bool := (findTask id ts).isSome

/-- The answer to a body in a state. -/
def State.answer (s : State) (body : Body) : Answer :=
  body.answer s.graph (knownIn s.tasks) (satisfiedIn s.tasks) (findTask body.task s.tasks)

/-! ## The answer is what is stored -/

theorem put_same {ts : List Task} (unique : (ts.map Task.id).Nodup) (id : Nat) : put id (findTask id ts) ts = ts := by
  unfold put
  cases found : findTask id ts with
  | none => rfl
  | some t =>
    have own := (findTask_some found).2
    simpa [found] using replaceTask_same unique (own ▸ found)

/-- In a well-formed state there is nothing to latch. -/
theorem latchReady_calm {ts : List Task}
    (latched : ∀ t, t ∈ ts → t.claimable (satisfiedIn ts) = true → t.ready = true) :
    latchReady ts = ts ∧ readyEffects ts = [] := by
  constructor
  · unfold latchReady
    conv => rhs; rw [← List.map_id ts]
    refine List.map_congr_left fun t mem => ?_
    unfold Task.latch
    split
    · have := latched t mem ‹_›
      cases t
      simp_all
    · rfl
  · refine List.flatMap_eq_nil_iff.mpr fun t mem => ?_
    unfold Task.readyEffect
    split
    · rename_i h
      simp only [Bool.and_eq_true, Bool.not_eq_true'] at h
      simp [latched t mem h.1] at h
    · rfl

/-- What an answer comes to, once it is stored and the latch is set. -/
def Answer.change (a : Answer) (id : Nat) (ts : List Task) : Change :=
  { decision := { verdict := a.verdict, effects := a.effects ++ readyEffects (put id a.next ts) }
    tasks := latchReady (put id a.next ts) }

/-- A change that is the answer without a latch, in a state where nothing is to be latched after it. -/
theorem change_calm {s : State} {c : Change} {a : Answer} {id : Nat}
    (decision : c.decision = ⟨a.verdict, a.effects⟩) (tasks : c.tasks = put id a.next s.tasks)
    (latched : ∀ t, t ∈ c.tasks → t.claimable (satisfiedIn c.tasks) = true → t.ready = true) :
    c = a.change id s.tasks := by
  obtain ⟨h1, h2⟩ := latchReady_calm latched
  obtain ⟨d, ts⟩ := c
  simp only at *
  subst decision tasks
  simp [Answer.change, h1, h2]

theorem declare_answer {s : State} (wf : s.WellFormed) {u : Task} {id : Nat} (own : u.id = id)
    (latched : ∀ t, t ∈ (declare s u).tasks → t.claimable (satisfiedIn (declare s u).tasks) = true →
      t.ready = true) :
    declare s u = (declareAnswer (knownIn s.tasks) u (findTask id s.tasks)).change id s.tasks := by
  subst own
  have same := put_same wf.unique u.id
  unfold declare at latched ⊢
  unfold declareAnswer
  have known : (u.deps.all fun dep => (findTask dep s.tasks).isSome) = u.deps.all (knownIn s.tasks) := rfl
  rw [known] at latched ⊢
  split
  · rename_i exist
    simp only [exist, if_true] at latched
    exact change_calm rfl same.symm latched
  · rename_i fresh
    simp only [fresh] at latched
    split
    · simp [Answer.change, applyTasks, put, fresh]
    · rename_i unknown
      simp only [unknown] at latched
      exact change_calm rfl same.symm latched

theorem conclude_answer {s : State} (wf : s.WellFormed) {t : Task} {id : Nat} (found : findTask id s.tasks = some t)
    (o : Outcome)
    (latched : ∀ u, u ∈ (conclude s t o).tasks → u.claimable (satisfiedIn (conclude s t o).tasks) = true →
      u.ready = true) :
    conclude s t o = (o.answer t).change id s.tasks := by
  have same := put_same wf.unique id
  rw [found] at same
  cases o with
  | applied next effects => simp [conclude, Outcome.answer, Answer.change, applyTasks, put, found]
  | observed why next effects => exact change_calm rfl (by simp [conclude, Outcome.answer, put, found]) latched
  | hold why held => exact change_calm rfl (by simp [conclude, Outcome.answer, put, found]) latched
  | noop why => exact change_calm rfl same.symm latched
  | rejected why => exact change_calm rfl same.symm latched

/-- In a well-formed state, an event stores its answer and latches. -/
theorem change_answer {s : State} (wf : s.WellFormed) (body : Body) :
    change s body = (s.answer body).change body.task s.tasks := by
  have latched := fun t mem => (change_latched wf body t mem).1
  unfold change at latched ⊢
  unfold State.answer Body.answer
  split
  · rename_i inGraph
    simp only [inGraph, if_true] at latched
    have other : ∀ b : Body, body = b → dispatch s b = concern s b →
        concern s b = (match findTask b.task s.tasks with
          | none => (⟨.rejected .unknownTask, [], none⟩ : Answer)
          | some t => (b.outcome (satisfiedIn s.tasks) t).answer t).change b.task s.tasks := by
      rintro _ rfl dispatched
      rw [dispatched] at latched
      unfold concern at latched ⊢
      cases found : findTask body.task s.tasks with
      | none =>
        simp only [found] at latched
        exact change_calm rfl rfl latched
      | some t =>
        simp only [found] at latched
        exact conclude_answer wf found _ latched
    cases body with
    | taskDeclared => exact declare_answer wf rfl latched
    | legacyImported => exact declare_answer wf rfl latched
    | _ => exact other _ rfl rfl
  · rename_i foreign
    simp only [foreign] at latched
    exact change_calm rfl (put_same wf.unique _).symm latched

/-! ## What the answer depends on -/

/-- The dependencies that the answer to a body looks at: those of its task, or of the one that it declares. -/
def Body.looksAt (body : Body) (t : Option Task) (d : Nat) : Prop :=
  (∃ u, t = some u ∧ d ∈ u.deps) ∨ ∃ u, body.declares u ∧ d ∈ u.deps

variable {sat sat' known known' : Nat → Bool} {t : Task}

theorem claimable_sat {u : Task} (deps : u.deps = t.deps) (same : ∀ d, d ∈ t.deps → sat d = sat' d) :
    u.claimable sat = u.claimable sat' :=
  claimable_congr rfl rfl rfl rfl rfl fun d mem => same d (deps ▸ mem)

/-- What is said of a task depends on which of its own dependencies are satisfied alone. -/
theorem outcome_congr (same : ∀ d, d ∈ t.deps → sat d = sat' d) (body : Body) :
    body.outcome sat t = body.outcome sat' t := by
  cases body with
  | onAttempt key act =>
    have gone : goneOutcome sat t key = goneOutcome sat' t key := by
      simp only [goneOutcome]
      rw [claimable_sat (u := t.loseClosed key) rfl same]
    have closed : closedOutcome sat t key act = closedOutcome sat' t key act := by
      simp only [closedOutcome, gone]
    have other : otherRule sat t key act = otherRule sat' t key act := by
      simp only [otherRule, closed]
    simp only [Body.outcome, attemptRule, other]
  | onTask id g act =>
    have rule : taskRule sat t act = taskRule sat' t act := by
      cases act with
      | holdCleared =>
        simp only [taskRule, clearRule]
        rw [claimable_sat (u := { t with held := none }) rfl same]
      | dependencyWaived dep =>
        simp only [taskRule, waiveRule]
        split
        · rfl
        · rename_i isDep
          rw [same dep (by simpa using isDep)]
      | _ => rfl
    simp only [Body.outcome, generationRule, rule]
  | _ => rfl

/-- The answer depends on the task concerned and its dependencies alone. -/
theorem answer_congr {graph : Nat} {t : Option Task} {body : Body}
    (sats : ∀ d, body.looksAt t d → sat d = sat' d) (knowns : ∀ d, body.looksAt t d → known d = known' d) :
    body.answer graph known sat t = body.answer graph known' sat' t := by
  have declared : ∀ u, body.declares u → declareAnswer known u t = declareAnswer known' u t := by
    intro u declares
    have : u.deps.all known = u.deps.all known' := by
      rw [Bool.eq_iff_iff, List.all_eq_true, List.all_eq_true]
      constructor <;> intro h d mem
      · rw [← knowns d (Or.inr ⟨u, declares, mem⟩)]; exact h d mem
      · rw [knowns d (Or.inr ⟨u, declares, mem⟩)]; exact h d mem
    unfold declareAnswer
    rw [this]
  unfold Body.answer
  split
  · split
    · exact declared _ rfl
    · exact declared _ rfl
    · split
      · rfl
      · rw [outcome_congr fun d mem => sats d (Or.inl ⟨_, rfl, mem⟩)]
  · rfl

/-! ## What the answer stores -/

/-- A stored task has the id and the dependencies of the task concerned. -/
theorem answer_next {s : State} {body : Body} {next : Task} (stored : (s.answer body).next = some next) :
    next.id = body.task ∧ ∀ d, d ∈ next.deps → body.looksAt (findTask body.task s.tasks) d := by
  have same : findTask body.task s.tasks = some next →
      next.id = body.task ∧ ∀ d, d ∈ next.deps → body.looksAt (findTask body.task s.tasks) d :=
    fun found => ⟨(findTask_some found).2, fun d mem => Or.inl ⟨next, found, mem⟩⟩
  have declared : ∀ u, body.declares u →
      (declareAnswer (knownIn s.tasks) u (findTask body.task s.tasks)).next = some next →
      next.id = body.task ∧ ∀ d, d ∈ next.deps → body.looksAt (findTask body.task s.tasks) d := by
    intro u declares h
    unfold declareAnswer at h
    repeat' split at h
    · exact same h
    · obtain rfl := Option.some.inj h
      exact ⟨(Body.declares.fresh declares).1.symm, fun d mem => Or.inr ⟨u, declares, mem⟩⟩
    · exact same h
  unfold State.answer Body.answer at stored
  split at stored
  · split at stored
    · exact declared _ rfl stored
    · exact declared _ rfl stored
    · split at stored
      · exact nomatch stored
      · rename_i t found
        have own := (findTask_some found).2
        have classified := outcome_classified (satisfiedIn s.tasks) t body
        have of_task : next.id = t.id → next.deps = t.deps →
            next.id = body.task ∧ ∀ d, d ∈ next.deps → body.looksAt (some t) d :=
          fun id deps => ⟨id.trans own, fun d mem => Or.inl ⟨t, rfl, deps ▸ mem⟩⟩
        rw [found]
        cases h : body.outcome (satisfiedIn s.tasks) t with
        | applied u effects =>
          rw [h] at stored classified
          obtain rfl := Option.some.inj stored
          exact of_task (Move.id classified) (Move.deps classified)
        | observed why u effects =>
          rw [h] at stored classified
          obtain rfl := Option.some.inj stored
          exact of_task (Observation.id classified) (Observation.deps classified)
        | noop | rejected | hold =>
          rw [h] at stored
          obtain rfl := Option.some.inj stored
          exact of_task rfl rfl
  · exact same stored

/-- Only a declaration stores a task where none was known. -/
theorem answer_adds {s : State} {body : Body} {next : Task} (stored : (s.answer body).next = some next)
    (fresh : findTask body.task s.tasks = none) : ∃ u, body.declares u := by
  unfold State.answer Body.answer at stored
  rw [fresh] at stored
  split at stored
  · split at stored
    · exact ⟨_, rfl⟩
    · exact ⟨_, rfl⟩
    · exact nomatch stored
  · exact nomatch stored

end Lifecycle
