import Lifecycle.Proofs.Oracle.Written
/-!
# Round trip

Proves that the oracle reads what `Lifecycle.Codec` writes of any events: every name in it stands for
itself (`isPlain`), so its text is read as the values that it is made of, and these decode to the events.
-/

namespace Lifecycle

open Oracle

/-! ## No name needs an escape -/

/-- Whether no character of the text needs an escape. -/
noncomputable def isPlain (s : String) : Bool :=
  s.toList.all fun c => c != '"' && c != '\\' && !decide (c < ' ')

theorem plainText_of {s : String} (h : isPlain s = true) : PlainText s := by
  intro c hc
  have := List.all_eq_true.mp h c hc
  simp only [Bool.and_eq_true, bne_iff_ne, ne_eq, Bool.not_eq_true', decide_eq_false_iff_not] at this
  exact ⟨this.1.1, this.1.2, this.2⟩

/-- Fields whose names and values need no escape. -/
def PlainFields (fields : List (String × Json)) : Prop :=
  ∀ f ∈ fields, isPlain f.1 = true ∧ f.2.Plain

theorem members_plain : {fields : List (String × Json)} → PlainFields fields → (members fields).Plain
  | [], _ => by simp [members, Members.Plain]
  | f :: fs, h => by
    have first := h f (by simp)
    have rest := members_plain (fields := fs) (fun g hg => h g (by simp [hg]))
    simp only [members, Members.Plain]
    exact ⟨plainText_of first.1, first.2, rest⟩

theorem natItems_plain : (ns : List Nat) → (natItems ns).Plain
  | [] => by simp [natItems, Items.Plain]
  | n :: ns => by simp [natItems, Items.Plain, Json.Plain, natItems_plain ns]

theorem maybe_plain (n : Option Nat) : (maybeTree n).Plain := by
  cases n <;> simp [maybeTree, Json.Plain]

theorem key_plain (k : Key) : k.tree.Plain := by
  simp only [Key.tree, Json.Plain]
  exact natItems_plain _

theorem status_plain (s : Status) : s.tree.Plain := by cases s <;> exact plainText_of rfl

theorem contract_plain (c : Contract) : c.tree.Plain := by cases c <;> exact plainText_of rfl

theorem role_plain (r : Role) : r.tree.Plain := by cases r <;> exact plainText_of rfl

theorem fault_plain (f : Fault) : f.tree.Plain := by cases f <;> exact plainText_of rfl

theorem natural_plain (n : Nat) : (Json.natural n).Plain := by simp [Json.Plain]

theorem bool_plain (b : Bool) : (Json.bool b).Plain := by simp [Json.Plain]

theorem deps_plain (deps : List Nat) : (Json.list (natItems deps)).Plain := by
  simp only [Json.Plain]
  exact natItems_plain deps

theorem noFields_plain : PlainFields [] := fun _ h => nomatch h

theorem fields_plain {name : String} {v : Json} {fields : List (String × Json)}
    (hname : isPlain name = true) (hv : v.Plain) (hs : PlainFields fields) :
    PlainFields ((name, v) :: fields) := by
  intro f hf
  cases hf with
  | head => exact ⟨hname, hv⟩
  | tail _ hf => exact hs f hf

theorem projection_plain (p : Projection) : p.tree.Plain := by
  cases p with
  | missing => simp [Projection.tree, Json.Plain]
  | shown status receipt =>
    simp only [Projection.tree, Json.Plain]
    exact members_plain (fields_plain rfl (status_plain status)
      (fields_plain rfl (maybe_plain receipt) noFields_plain))

theorem act_plain : (act : Act) → PlainFields act.tree.2
  | .attemptReleased | .failRequested | .ownerLost | .killRequested => noFields_plain
  | .finishBegun tx candidate contract =>
    fields_plain rfl (natural_plain tx) (fields_plain rfl (natural_plain candidate)
      (fields_plain rfl (contract_plain contract) noFields_plain))
  | .candidateValidated tx candidate passed =>
    fields_plain rfl (natural_plain tx) (fields_plain rfl (natural_plain candidate)
      (fields_plain rfl (bool_plain passed) noFields_plain))
  | .promotionIntended tx candidate =>
    fields_plain rfl (natural_plain tx) (fields_plain rfl (natural_plain candidate) noFields_plain)
  | .outcomeAccepted tx candidate receipt =>
    fields_plain rfl (natural_plain tx) (fields_plain rfl (natural_plain candidate)
      (fields_plain rfl (natural_plain receipt) noFields_plain))
  | .promotionProbed tx found =>
    fields_plain rfl (natural_plain tx) (fields_plain rfl (maybe_plain found) noFields_plain)
  | .cleanupRecorded tx receipt cleanup =>
    fields_plain rfl (natural_plain tx) (fields_plain rfl (natural_plain receipt)
      (fields_plain rfl (natural_plain cleanup) noFields_plain))
  | .processExited role code =>
    fields_plain rfl (role_plain role) (fields_plain rfl (natural_plain code) noFields_plain)
  | .providerFault fault => fields_plain rfl (fault_plain fault) noFields_plain
  | .lateCommitSeen commit => fields_plain rfl (natural_plain commit) noFields_plain

theorem taskAct_plain : (act : TaskAct) → PlainFields act.tree.2
  | .abandonRequested | .retryRequested | .reopenRequested | .holdCleared | .legacyTrusted =>
    noFields_plain
  | .projectionObserved projection => fields_plain rfl (projection_plain projection) noFields_plain
  | .retriesGranted count => fields_plain rfl (natural_plain count) noFields_plain
  | .dependencyWaived dep => fields_plain rfl (natural_plain dep) noFields_plain

theorem body_plain : (body : Body) → PlainFields body.tree.2
  | .taskDeclared task deps retries =>
    fields_plain rfl (natural_plain task) (fields_plain rfl (deps_plain deps)
      (fields_plain rfl (natural_plain retries) noFields_plain))
  | .legacyImported task deps retries status trusted =>
    fields_plain rfl (natural_plain task) (fields_plain rfl (deps_plain deps)
      (fields_plain rfl (natural_plain retries) (fields_plain rfl (status_plain status)
        (fields_plain rfl (bool_plain trusted) noFields_plain))))
  | .attemptClaimed key => fields_plain rfl (key_plain key) noFields_plain
  | .onAttempt key act => fields_plain rfl (key_plain key) (act_plain act)
  | .onTask task generation act =>
    fields_plain rfl (natural_plain task) (fields_plain rfl (natural_plain generation) (taskAct_plain act))
  | .convergeRequested task => fields_plain rfl (natural_plain task) noFields_plain

theorem actType_plain (act : Act) : isPlain act.tree.1 = true := by
  cases act <;> simp only [Act.tree] <;> rfl

theorem taskActType_plain (act : TaskAct) : isPlain act.tree.1 = true := by
  cases act <;> simp only [TaskAct.tree] <;> rfl

theorem type_plain (body : Body) : isPlain body.tree.1 = true := by
  cases body with
  | onAttempt key act =>
    have type : (Body.onAttempt key act).tree.1 = act.tree.1 := by simp only [Body.tree]
    rw [type]
    exact actType_plain act
  | onTask task generation act =>
    have type : (Body.onTask task generation act).tree.1 = act.tree.1 := by simp only [Body.tree]
    rw [type]
    exact taskActType_plain act
  | _ => simp only [Body.tree]; rfl

theorem event_plain (e : Event) : e.tree.Plain := by
  simp only [Event.tree, Json.Plain]
  exact members_plain (fields_plain rfl (by simp only [Json.Plain]; exact plainText_of (type_plain e.body))
    (fields_plain rfl (natural_plain e.eid) (body_plain e.body)))

theorem events_plain : (es : List Event) → (eventItems es).Plain
  | [] => by simp [eventItems, Items.Plain]
  | e :: es => by
    simp only [eventItems, Items.Plain]
    exact ⟨event_plain e, events_plain es⟩

/-! ## Every list of events -/

theorem toList_events : (es : List Event) → (commas (jsonEvents es)).toList = (eventItems es).written
  | [] => by simp [jsonEvents, commas, eventItems, Items.written]
  | [e] => by simp [jsonEvents, commas, eventItems, Items.written, event_written]
  | e :: f :: es => by
    have rest := toList_events (f :: es)
    simp only [jsonEvents, eventItems] at rest ⊢
    simp only [commas, String.toList_append, toList_comma, rest, event_written, Items.written,
      List.append_assoc, List.cons_append, List.nil_append]

/-- What the codec writes of any events that the wire can say, the oracle reads as these events. -/
theorem events_round_trip (printed : PrintsDecimal) {es : List Event} (h : ∀ e ∈ es, e.OnWire) :
    ∃ items, parse ((array (jsonEvents es)).toList.length + 1) (array (jsonEvents es)).toList =
      .ok (.list items) [] ∧ readEvents items = .ok es := by
  refine ⟨eventItems es, ?_, readEvents_tree h⟩
  have text : (array (jsonEvents es)).toList = (Json.list (eventItems es)).written := by
    rw [toList_array, toList_events, Json.written]
  rw [text]
  exact parse_written printed (by simp only [Json.Plain]; exact events_plain es)

end Lifecycle
