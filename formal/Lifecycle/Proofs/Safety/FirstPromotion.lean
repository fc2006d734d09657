import Lifecycle.Proofs.Claims.Applied
import Lifecycle.Proofs.Safety.Promotion
/-!
# The first promotion

Proves that the first promotion of an attempt is requested by an applied intent (theorem 14).
-/

namespace Lifecycle

/-- An applied intent requests the promotion. -/
theorem intent_requests {s : State} {e : Event} {k : Key} {tx : Tx}
    (applied : (reduce s e).decision.verdict = .applied) (isIntent : intended k tx e.body) :
    ∃ n c, Requested (.promote k n c) s e := by
  unfold intended at isIntent
  rcases applied_by applied with ⟨u, declares, _⟩ | ⟨t, next, effects, _, _, move, decided, _⟩
  · rw [isIntent] at declares
    exact declares.elim
  · generalize hb : e.body = body at move
    rw [isIntent] at hb
    unfold Requested
    rw [decided]
    cases move with
    | intend a current tx' =>
      injection hb with h
      subst h
      exact ⟨tx'.tx, tx'.candidate, by simp⟩
    | accept _ _ _ _ _ act _ accepts => rcases accepts with rfl | rfl <;> simp at hb
    | fail _ _ act cls fails =>
      injection hb with _ h
      subst h
      cases fails with
      | failure failure => simp [Act.failure] at failure
    | deferFail _ _ _ _ act cls failure =>
      injection hb with _ h
      subst h
      simp [Act.failure] at failure
    | gone _ act shows =>
      injection hb with _ h
      subst h
      simp [Act.showsGone] at shows
    | _ => simp at hb

/-- Theorem 14: over every log, the first promotion of an attempt is requested by an applied intent. -/
theorem promote_first_by_intent (graph : Nat) (es : List Event) {e : Event} {k : Key} {n c : Nat}
    (requested : Requested (.promote k n c) (finalState (initialState graph) es) e)
    (first : ¬Occurs (initialState graph) es fun s e => ∃ n c, Requested (.promote k n c) s e) :
    (reduce (finalState (initialState graph) es) e).decision.verdict = .applied ∧
      ∃ tx, intended k tx e.body := by
  have reachable : (finalState (initialState graph) es).Reachable := (initial_reachable graph).run es
  obtain ⟨t, a, tx, found, _, current, rfl, rfl, rfl, _, from_⟩ := promote_source requested
  rcases from_ with ⟨_, body, applied, _⟩ | ⟨phase, _⟩
  · exact ⟨applied, tx, body⟩
  · have stages := current_provenance reachable _ _ _ found current
    rw [Attempt.stages, phase] at stages
    obtain ⟨before, x, after, rfl, applied, isIntent⟩ :=
      logged_occurs graph es (stages.logged (kind := intended a.key tx) (by simp [Phase.stages]))
    exact absurd ⟨before, x, after, rfl, intent_requests applied isIntent⟩ first

end Lifecycle
