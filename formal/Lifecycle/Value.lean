/-!
# Values

Defines the values that events, decisions and states are made of: identities are natural numbers, an
attempt is named by its `Key`, and every enumeration mirrors one of the same name in the
implementations.
-/

namespace Lifecycle

/-- Identities, retries and counts are integers that every JSON reader represents exactly. -/
def maxInteger : Nat := 9007199254740991

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
  | released
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

/-- The status of a task, in the reducer's own truth and in a projection. -/
inductive Status where
  | «open»
  | active
  | done
  | failed
  | abandoned
deriving DecidableEq

/-- What the outside was last seen to display. -/
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
