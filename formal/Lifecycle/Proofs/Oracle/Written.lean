import Lifecycle.Codec
import Lifecycle.Proofs.Oracle.Decoding
import Lifecycle.Proofs.Oracle.Reading
/-!
# What the codec writes

Proves that `Lifecycle.Codec` writes of an event exactly the text of the values that decode to it
(`Decoding`): what writes the fixtures and what reads questions speak of the same events.
-/

namespace Lifecycle

open Oracle

/-! ## Texts of the codec, as characters -/

theorem toList_quote : "\"".toList = ['"'] := rfl
theorem toList_quoteColon : "\":".toList = ['"', ':'] := rfl
theorem toList_comma : ",".toList = [','] := rfl
theorem toList_open : "[".toList = ['['] := rfl
theorem toList_close : "]".toList = [']'] := rfl
theorem toList_openBrace : "{".toList = ['{'] := rfl
theorem toList_closeBrace : "}".toList = ['}'] := rfl
theorem toList_null : "null".toList = ['n', 'u', 'l', 'l'] := rfl
theorem toList_true : "true".toList = ['t', 'r', 'u', 'e'] := rfl
theorem toList_false : "false".toList = ['f', 'a', 'l', 's', 'e'] := rfl

theorem toList_quoted (s : String) : (quoted s).toList = '"' :: (s.toList ++ ['"']) := by
  simp [quoted, toList_quote]

theorem toList_field (name value : String) :
    (field name value).toList = '"' :: (name.toList ++ '"' :: ':' :: value.toList) := by
  simp [field, toList_quote, toList_quoteColon]

theorem toList_array (items : List String) : (array items).toList = '[' :: ((commas items).toList ++ [']']) := by
  simp [array, toList_open, toList_close]

theorem toList_object (fields : List String) :
    (object fields).toList = '{' :: ((commas fields).toList ++ ['}']) := by
  simp [object, toList_openBrace, toList_closeBrace]

theorem toList_nats : (ns : List Nat) → (commas (jsonNats ns)).toList = (natItems ns).written
  | [] => by simp [jsonNats, commas, natItems, Items.written]
  | [n] => by simp [jsonNats, commas, natItems, Items.written, Json.written, jsonNat]
  | n :: m :: ns => by
    have rest := toList_nats (m :: ns)
    simp only [jsonNats, natItems] at rest ⊢
    simp only [commas, String.toList_append, toList_comma, rest, Items.written, Json.written,
      List.append_assoc, List.cons_append, List.nil_append]
    rfl

/-- A field as the codec writes it, and its name and value. -/
def Writes (text : String) (named : String × Json) : Prop :=
  text.toList = '"' :: (named.1.toList ++ '"' :: ':' :: named.2.written)

/-- Fields as the codec writes them, and their names and values. -/
inductive AllWrite : List String → List (String × Json) → Prop where
  | nil : AllWrite [] []
  | cons {text : String} {named : String × Json} {texts : List String} {fields : List (String × Json)}
      (first : Writes text named) (others : AllWrite texts fields) :
      AllWrite (text :: texts) (named :: fields)

theorem toList_fields : (texts : List String) → (fields : List (String × Json)) →
    AllWrite texts fields → (commas texts).toList = (members fields).written
  | [], [], _ => by simp [commas, members, Members.written]
  | [t], [f], .cons h _ => by
    simp only [Writes] at h
    simp [commas, members, Members.written, h]
  | t :: t' :: ts, f :: f' :: fs, .cons h hs => by
    have rest := toList_fields (t' :: ts) (f' :: fs) hs
    simp only [Writes] at h
    simp only [members] at rest ⊢
    simp only [commas, String.toList_append, toList_comma, h, rest, Members.written, List.append_assoc,
      List.cons_append, List.nil_append]

theorem writes_field {name value : String} {v : Json} (h : value.toList = v.written) :
    Writes (field name value) (name, v) := by
  simp [Writes, toList_field, h]

theorem writes_nat (name : String) (n : Nat) : Writes (field name (jsonNat n)) (name, .natural n) :=
  writes_field (by simp [jsonNat, Json.written])

theorem writes_bool (name : String) (b : Bool) : Writes (field name (jsonBool b)) (name, .bool b) :=
  writes_field (by cases b <;> simp [jsonBool, Json.written, toList_true, toList_false])

theorem toList_maybe (n : Option Nat) : (jsonMaybe n).toList = (maybeTree n).written := by
  cases n <;> simp [jsonMaybe, maybeTree, jsonNat, Json.written, toList_null]

theorem writes_key (k : Key) : Writes (field "key" k.json) ("key", k.tree) := by
  apply writes_field
  have nats := toList_nats [k.graph, k.task, k.generation, k.attempt, k.fence]
  simp only [jsonNats] at nats
  simp [Key.json, toList_array, Key.tree, Json.written, nats]

theorem writes_deps (deps : List Nat) :
    Writes (field "deps" (array (jsonNats deps))) ("deps", .list (natItems deps)) :=
  writes_field (by simp [toList_array, Json.written, toList_nats])

theorem writes_status (name : String) (s : Status) : Writes (field name s.json) (name, s.tree) :=
  writes_field (by cases s <;> simp [Status.json, Status.tree, toList_quoted, Json.written])

theorem writes_contract (c : Contract) : Writes (field "contract" c.json) ("contract", c.tree) :=
  writes_field (by cases c <;> simp [Contract.json, Contract.tree, toList_quoted, Json.written])

theorem writes_role (r : Role) : Writes (field "role" r.json) ("role", r.tree) :=
  writes_field (by cases r <;> simp [Role.json, Role.tree, toList_quoted, Json.written])

theorem writes_fault (f : Fault) : Writes (field "fault" f.json) ("fault", f.tree) :=
  writes_field (by cases f <;> simp [Fault.json, Fault.tree, toList_quoted, Json.written])

theorem writes_maybe (name : String) (n : Option Nat) :
    Writes (field name (jsonMaybe n)) (name, maybeTree n) :=
  writes_field (toList_maybe n)

theorem writes_projection (p : Projection) :
    Writes (field "projection" p.json) ("projection", p.tree) := by
  apply writes_field
  cases p with
  | missing => simp [Projection.json, Projection.tree, Json.written, toList_null]
  | shown status receipt =>
    have fields := toList_fields _ _
      (.cons (writes_status "status" status) (.cons (writes_maybe "receipt" receipt) .nil))
    simp [Projection.json, Projection.tree, toList_object, Json.written, fields]

/-! ## Events -/

theorem act_type (act : Act) : act.json.1 = act.tree.1 := by cases act <;> rfl

theorem act_fields : (act : Act) → AllWrite act.json.2 act.tree.2
  | .attemptReleased | .failRequested | .ownerLost | .killRequested => .nil
  | .finishBegun tx candidate contract =>
    .cons (writes_nat "tx" tx) (.cons (writes_nat "candidate" candidate)
      (.cons (writes_contract contract) .nil))
  | .candidateValidated tx candidate passed =>
    .cons (writes_nat "tx" tx) (.cons (writes_nat "candidate" candidate)
      (.cons (writes_bool "passed" passed) .nil))
  | .promotionIntended tx candidate =>
    .cons (writes_nat "tx" tx) (.cons (writes_nat "candidate" candidate) .nil)
  | .outcomeAccepted tx candidate receipt =>
    .cons (writes_nat "tx" tx) (.cons (writes_nat "candidate" candidate)
      (.cons (writes_nat "receipt" receipt) .nil))
  | .promotionProbed tx found =>
    .cons (writes_nat "tx" tx) (.cons (writes_maybe "found" found) .nil)
  | .cleanupRecorded tx receipt cleanup =>
    .cons (writes_nat "tx" tx) (.cons (writes_nat "receipt" receipt)
      (.cons (writes_nat "cleanup" cleanup) .nil))
  | .processExited role code => .cons (writes_role role) (.cons (writes_nat "code" code) .nil)
  | .providerFault fault => .cons (writes_fault fault) .nil
  | .lateCommitSeen commit => .cons (writes_nat "commit" commit) .nil

theorem taskAct_type (act : TaskAct) : act.json.1 = act.tree.1 := by cases act <;> rfl

theorem taskAct_fields : (act : TaskAct) → AllWrite act.json.2 act.tree.2
  | .abandonRequested | .retryRequested | .reopenRequested | .holdCleared | .legacyTrusted => .nil
  | .projectionObserved projection => .cons (writes_projection projection) .nil
  | .retriesGranted count => .cons (writes_nat "count" count) .nil
  | .dependencyWaived dep => .cons (writes_nat "dep" dep) .nil

theorem body_type (body : Body) : body.json.1 = body.tree.1 := by
  cases body <;> first | rfl | exact act_type _ | exact taskAct_type _

theorem body_fields : (body : Body) → AllWrite body.json.2 body.tree.2
  | .taskDeclared task deps retries =>
    .cons (writes_nat "task" task) (.cons (writes_deps deps) (.cons (writes_nat "retries" retries) .nil))
  | .legacyImported task deps retries status trusted =>
    .cons (writes_nat "task" task) (.cons (writes_deps deps) (.cons (writes_nat "retries" retries)
      (.cons (writes_status "status" status) (.cons (writes_bool "trusted" trusted) .nil))))
  | .attemptClaimed key => .cons (writes_key key) .nil
  | .onAttempt key act => .cons (writes_key key) (act_fields act)
  | .onTask task generation act =>
    .cons (writes_nat "task" task) (.cons (writes_nat "generation" generation) (taskAct_fields act))
  | .convergeRequested task => .cons (writes_nat "task" task) .nil

/-- The codec writes of an event what is written of its tree. -/
theorem event_written (e : Event) : e.json.toList = e.tree.written := by
  have type : Writes (field "type" (quoted e.body.json.1)) ("type", .text e.body.tree.1) :=
    writes_field (by rw [body_type]; simp [toList_quoted, Json.written])
  have fields := toList_fields _ _ (.cons type (.cons (writes_nat "eid" e.eid) (body_fields e.body)))
  simp [Event.json, tagged, toList_object, Event.tree, Json.written, fields]

end Lifecycle
