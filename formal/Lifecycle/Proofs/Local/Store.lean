import Lifecycle.Proofs.Local.Answer
/-!
# Storing tasks of different ids

Proves what is found after a task is stored, and that two tasks of different ids may be stored in either order.
-/

namespace Lifecycle

theorem findTask_store {ts : List Task} {id : Nat} {next : Option Task} (own : ∀ n, next = some n → n.id = id)
    (i : Nat) : findTask i (put id next ts) = if i = id then next.or (findTask id ts) else findTask i ts := by
  unfold put
  cases next with
  | none => split <;> simp_all
  | some n =>
    have hn := own n rfl
    simp only
    split
    · rename_i known
      obtain ⟨t, found⟩ := Option.isSome_iff_exists.mp known
      rw [findTask_replaceTask]
      by_cases h : i = id
      · subst h
        simp [hn, found]
      · simp [hn, h, Ne.symm h]
    · rename_i fresh
      simp only [Option.isSome_iff_ne_none, ne_eq, Decidable.not_not] at fresh
      rw [findTask_append]
      by_cases h : i = id
      · subst h
        simp [hn, fresh]
      · simp [hn, h, Ne.symm h]

/-- What is added at the end of the list. -/
def added (id : Nat) (next : Option Task) (ts : List Task) : List Task :=
  if (findTask id ts).isSome then [] else next.toList

/-- The task that takes the place of another. -/
def substitute (id : Nat) (next : Option Task) (t : Task) : Task := if t.id = id then next.getD t else t

theorem substitute_other {id : Nat} {next : Option Task} {t : Task} (other : t.id ≠ id) :
    substitute id next t = t := if_neg other

/-- The stored list: the task replaced where it is, or added at the end. -/
theorem put_eq {ts : List Task} {id : Nat} {next : Option Task} (own : ∀ n, next = some n → n.id = id) :
    put id next ts = ts.map (substitute id next) ++ added id next ts := by
  unfold put added
  cases next with
  | none =>
    have : substitute id none = fun t => t := by
      funext t
      simp [substitute]
    simp [this]
  | some n =>
    have hn := own n rfl
    simp only [Option.toList_some]
    split
    · simp [replaceTask, substitute, hn]
    · rename_i fresh
      simp only [Option.isSome_iff_ne_none, ne_eq, Decidable.not_not] at fresh
      congr 1
      conv => lhs; rw [← List.map_id ts]
      refine List.map_congr_left fun t mem => ?_
      simp [substitute, findTask_none.mp fresh t mem]

section
variable {ts : List Task} {id id' : Nat} {next next' : Option Task} (apart : id ≠ id')
  (own : ∀ n, next = some n → n.id = id) (own' : ∀ n, next' = some n → n.id = id')
include apart own

theorem added_put : added id' next' (put id next ts) = added id' next' ts := by
  simp only [added, findTask_store own, if_neg apart.symm]

theorem added_apart {n : Task} (mem : n ∈ added id next ts) : n.id ≠ id' := by
  unfold added at mem
  split at mem
  · simp at mem
  · rw [own n (by simpa using mem)]
    exact apart

theorem map_added : (added id next ts).map (substitute id' next') = added id next ts := by
  conv => rhs; rw [← List.map_id (added id next ts)]
  exact List.map_congr_left fun n mem => by simp [substitute, added_apart apart own mem]

include own'

theorem put_put : put id' next' (put id next ts) =
    ts.map (substitute id' next' ∘ substitute id next) ++ added id next ts ++ added id' next' ts := by
  rw [put_eq own', added_put apart own, put_eq own, List.map_append, map_added apart own, List.map_map]

theorem put_comm (one : next = none ∨ next' = none ∨ (findTask id ts).isSome ∨ (findTask id' ts).isSome) :
    put id' next' (put id next ts) = put id next (put id' next' ts) := by
  rw [put_put apart own own', put_put apart.symm own' own]
  have each : substitute id' next' ∘ substitute id next = substitute id next ∘ substitute id' next' := by
    funext t
    simp only [Function.comp, substitute]
    by_cases h : t.id = id
    · have h' : t.id ≠ id' := h ▸ apart
      cases next with
      | none => simp [h, apart]
      | some n => simp [h, apart, own n rfl]
    · by_cases h' : t.id = id'
      · cases next' with
        | none => simp [h', apart.symm]
        | some n => simp [h', apart.symm, own' n rfl]
      · simp [h, h']
  rw [each]
  simp only [List.append_assoc]
  congr 1
  unfold added
  rcases one with h | h | h | h <;> simp [h]

end

end Lifecycle
