module
/-!
# Values

Defines the values that events, decisions and states are made of: identities are natural numbers, an
attempt is named by its `Key`, and every enumeration mirrors one of the same name in the
implementations.

The executable model calls only small structural functions of its own over lists: they prove easily,
and they compile on a Lean that ships no code for the polymorphic library.
-/

@[expose] public section

namespace Lifecycle

/-- Equality of lists of identities, by structure. -/
instance instDecidableEqNats : DecidableEq (List Nat)
  | [], [] => isTrue rfl
  | [], _ :: _ => isFalse (fun h => nomatch h)
  | _ :: _, [] => isFalse (fun h => nomatch h)
  | a :: as, b :: bs =>
    if h : a = b then
      match instDecidableEqNats as bs with
      | isTrue hs => isTrue (by rw [h, hs])
      | isFalse hs => isFalse (fun e => hs (List.cons.inj e).2)
    else isFalse (fun e => h (List.cons.inj e).1)

/-- Equality of optional identities. -/
instance instDecidableEqMaybeNat : DecidableEq (Option Nat)
  | none, none => isTrue rfl
  | none, some _ => isFalse (fun h => nomatch h)
  | some _, none => isFalse (fun h => nomatch h)
  | some a, some b => if h : a = b then isTrue (by rw [h]) else isFalse (fun e => h (Option.some.inj e))

/-- Whether an identity is in a list. -/
def memNat (n : Nat) : List Nat → Bool
  | [] => false
  | m :: ms => if n = m then true else memNat n ms

/-- The exact attempt that an event speaks of; the fence that keeps attempts apart. -/
structure Key where
  graph : Nat
  task : Nat
  generation : Nat
  attempt : Nat
  fence : Nat
deriving DecidableEq

/-- What a transaction promises to do with its candidate. -/
inductive Contract where
  | land
  | deliver
  | report
deriving DecidableEq

/-- What an accepted transaction has done. -/
inductive Disposition where
  | landed
  | delivered
  | reported
deriving DecidableEq

/-- The disposition that fulfils a contract. -/
def Contract.disposition : Contract → Disposition
  | .land => .landed
  | .deliver => .delivered
  | .report => .reported

/-- Why an attempt failed. -/
inductive Class where
  | exit
  | fault
  | lost
  | requested
  | noCompletion
deriving DecidableEq

/-- Why an attempt was closed without failing. -/
inductive Cancel where
  | released
  | killed
  | abandoned
deriving DecidableEq

/-- Which process of an attempt exited. -/
inductive Role where
  | worker
  | wrapper
deriving DecidableEq

/-- What a provider reported. -/
inductive Fault where
  | timeout
  | unavailable
deriving DecidableEq

/-- What the graph displays of a task. -/
inductive Status where
  | «open»
  | active
  | done
  | failed
  | abandoned
deriving DecidableEq

/-- What the graph was last seen, or told, to display. -/
inductive Projection where
  | missing
  | shown (status : Status) (receipt : Option Nat)
deriving DecidableEq

/-- The transaction by which a worker completes its own task. -/
structure Tx where
  tx : Nat
  candidate : Nat
  contract : Contract
deriving DecidableEq

end Lifecycle
