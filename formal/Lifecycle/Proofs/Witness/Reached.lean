import Lifecycle.Scenarios
/-!
# Hypotheses that runs reach

Defines `reaches`: for each theorem with hypotheses, a committed scenario, and a condition that holds at one of its
events and meets the hypotheses there. Proves that each is reached by a run from the empty graph (`all_reached`).
-/

namespace Lifecycle.Witness

/-- A theorem, and where a scenario meets its hypotheses. -/
structure Reach where
  /-- Name of the theorem. -/
  name : String
  scenario : Scenario
  /-- Whether the hypotheses hold at this event. -/
  holds : State → Event → Bool

/-- Whether the condition holds at some event of a run. -/
def occurs (holds : State → Event → Bool) : State → List Event → Bool
  | _, [] => false
  | s, e :: es => holds s e || occurs holds (reduce s e).state es

def Reach.reached (r : Reach) : Bool :=
  occurs r.holds (initialState r.scenario.graph) r.scenario.events

/-! ## Conditions -/

/-- The task that the event concerns meets this. -/
def ofTask (p : Task → Bool) (s : State) (e : Event) : Bool := (findTask e.body.task s.tasks).any p

/-- The decision requests such an effect. -/
def requests (p : Effect → Bool) (s : State) (e : Event) : Bool := (reduce s e).decision.effects.any p

/-- The event gets this verdict. -/
def gets (verdict : Verdict) (s : State) (e : Event) : Bool := (reduce s e).decision.verdict = verdict

def both (p q : State → Event → Bool) (s : State) (e : Event) : Bool := p s e && q s e

def phaseIs (p : Phase → Bool) (t : Task) : Bool := t.phase.any p

def isPromoting : Phase → Bool
  | .promoting .. => true
  | _ => false

def isWorking : Phase → Bool
  | .running | .finishing .. => true
  | _ => false

def isCleaned : Phase → Bool
  | .cleaned .. => true
  | _ => false

def isFailed : Phase → Bool
  | .failed _ => true
  | _ => false

def body (p : Body → Bool) (_ : State) (e : Event) : Bool := p e.body

def act (p : Act → Bool) : State → Event → Bool :=
  body fun
    | .onAttempt _ a => p a
    | _ => false

def isConverge : Body → Bool
  | .convergeRequested _ => true
  | _ => false

def isSeen : Body → Bool
  | .onTask _ _ (.projectionObserved _) => true
  | _ => false

def isClaim : Body → Bool
  | .attemptClaimed _ => true
  | _ => false

def isKill : Act → Bool
  | .killRequested => true
  | _ => false

def isExit : Act → Bool
  | .processExited _ code => code ≠ 0
  | _ => false

/-- A projection is due, and what is shown disagrees. -/
def undone (t : Task) : Bool := !t.due.isEmpty && !t.agrees t.projection

def isMissing (t : Task) : Bool := t.projection = .missing

/-- The event is applied, and its task and some other do not depend on each other. Whether a third depends on both
differs from `apart`. -/
def independent (apart : Bool) (s : State) (e : Event) : Bool :=
  gets .applied s e && s.tasks.any fun u => u.id ≠ e.body.task && !u.deps.contains e.body.task &&
    ofTask (fun t => !t.deps.contains u.id) s e &&
    (s.tasks.any fun v => v.deps.contains e.body.task && v.deps.contains u.id) != apart

/-! ## Theorems -/

open Success Failure Fences TurningPoints in
def reaches : List Reach := [
  ⟨"duplicate_identity", duplicates, fun s e => (findEntry e.eid s.evidence).any (·.event = e)⟩,
  ⟨"eid_conflict_identity", conflict, fun s e => (findEntry e.eid s.evidence).any (·.event ≠ e)⟩,
  ⟨"observed_authority", deferredKill.scenario, gets (.observed .afterSuccess)⟩,
  ⟨"hold_authority", lateAcceptance.scenario, gets (.hold .acceptedAfterClose)⟩,
  ⟨"refusal_authority", lateAcceptance.scenario, gets (.rejected .held)⟩,
  ⟨"applied_latches_dependents", legacyTrusted.scenario, fun s e => gets .applied s e && s.tasks.length > 1⟩,
  ⟨"success_never_ends", deferredKill.scenario, both (ofTask Task.hasSuccess) (act isExit)⟩,
  ⟨"success_requests_no_failure", Incidents.finish, ofTask Task.hasSuccess⟩,
  ⟨"cleaned_forever", Incidents.finish, both (ofTask (phaseIs isCleaned)) (body isSeen)⟩,
  ⟨"ended_forever", killThenClaim.scenario, ofTask fun t => !t.closed.isEmpty⟩,
  ⟨"foreign_key_changes_nothing", killThenClaim.scenario,
    fun s e => act Act.showsGone s e && ofTask (fun t => t.current.isNone && !t.closed.isEmpty) s e⟩,
  ⟨"succeeded_only_by_acceptance", Incidents.finish, requests fun
    | .succeeded .. => true
    | _ => false⟩,
  ⟨"projectDone_provenance", Incidents.finish, requests fun
    | .projectDone .. => true
    | _ => false⟩,
  ⟨"claim_increases", killThenClaim.scenario, both (body isClaim) (gets .applied)⟩,
  ⟨"nonzero_exit_fails", Incidents.finish, both (ofTask (phaseIs isWorking)) (act isExit)⟩,
  ⟨"promote_only_after_validation", Incidents.finish, requests fun
    | .promote .. => true
    | _ => false⟩,
  ⟨"promote_again_only_after_absent_probe", lateAcceptance.scenario,
    both (gets (.observed .promotionAbsent)) (requests fun
      | .promote .. => true
      | _ => false)⟩,
  ⟨"ready_means_claimable", killThenClaim.scenario, requests fun
    | .ready .. => true
    | _ => false⟩,
  ⟨"ready_again_only_after_claim", releaseLoop.scenario, fun s e =>
    gets .applied s e && ofTask (fun t => t.attempts ≠ 0) s e && requests (fun
      | .ready .. => true
      | _ => false) s e⟩,
  ⟨"legacy_satisfies_only_trusted", legacyTrusted.scenario,
    ofTask fun t => t.satisfies && t.current.isNone⟩,
  ⟨"convergence_requests", missingProjection.scenario,
    both (body isConverge) (ofTask fun t => undone t && isMissing t && phaseIs isCleaned t)⟩,
  ⟨"convergence_requests", afterFailure, both (body isConverge) (ofTask fun t => undone t && phaseIs isFailed t)⟩,
  ⟨"convergence_requests", Success.contradicted,
    both (body isConverge) (ofTask fun t => undone t && !isMissing t && phaseIs isCleaned t)⟩,
  ⟨"convergence_requests", Failure.abandonedOpen,
    both (body isConverge) (ofTask fun t => undone t && t.status = .abandoned)⟩,
  ⟨"convergence_observed", missingProjection.scenario, both (body isSeen) (gets (.observed .projectionAgrees))⟩,
  ⟨"convergence_agrees", missingProjection.scenario, both (body isConverge) (ofTask fun t => t.agrees t.projection)⟩,
  ⟨"exit_acceptance_commute", brokenInFlight, both (ofTask (phaseIs isPromoting)) (act isExit)⟩,
  ⟨"kill_acceptance_commute", deferredKill.scenario, both (ofTask (phaseIs isPromoting)) (act isKill)⟩,
  ⟨"abandon_acceptance_commute", abandonedInFlight, both (ofTask (phaseIs isPromoting)) (gets .applied)⟩,
  ⟨"no_dead_end", missingProjection.scenario, ofTask fun t => t.outstanding.isEmpty && t.held.isNone⟩,
  ⟨"hold_binds", lateAcceptance.scenario, ofTask fun t => t.held.isSome⟩,
  ⟨"worker_ends_before_claim", killThenClaim.scenario, requests fun
    | .stopProcess _ => true
    | _ => false⟩,
  ⟨"independent_commute", joined "success/two-dependencies-first-then-second" 1 2, independent false⟩,
  ⟨"independent_decisions", joined "success/two-dependencies-first-then-second" 1 2, independent true⟩,
  ⟨"succeeded_at_most_once", Incidents.finish, requests fun
    | .succeeded .. => true
    | _ => false⟩,
  ⟨"projectDone_only_cleaned", Incidents.finish, requests fun
    | .projectDone .. => true
    | _ => false⟩,
  ⟨"lost_requests_return", missingProjection.scenario, both (gets .applied) (requests fun
    | .projectDone .. => true
    | _ => false)⟩,
  ⟨"lost_requests_return", killThenClaim.scenario, both (gets .applied) (requests fun
    | .stopProcess _ => true
    | _ => false)⟩,
  ⟨"answer_was_requested", killThenClaim.scenario, both (body isConverge) (gets (.observed .converging))⟩,
  ⟨"rank_falls_by_validation", exitZero.scenario, both (gets .applied) (act fun
    | .candidateValidated _ _ passed => passed
    | _ => false)⟩,
  ⟨"rank_falls_by_refusal", exitZeroRefused.scenario, both (gets .applied) (act fun
    | .candidateValidated _ _ passed => !passed
    | _ => false)⟩,
  ⟨"rank_falls_by_closed_worker", killThenClaim.scenario, fun s e => act Act.showsGone s e &&
    ofTask (fun t => t.closed.any (·.worker = .stopping)) s e⟩,
  ⟨"rank_falls_by_worker", deferredKill.scenario, fun s e => act Act.showsGone s e &&
    ofTask (fun t => t.hasSuccess && t.current.any (·.worker = .stopping)) s e⟩]

/-- Every one of the theorems is reached by its scenario. -/
theorem all_reached : reaches.all Reach.reached = true := by
  rfl

end Lifecycle.Witness
