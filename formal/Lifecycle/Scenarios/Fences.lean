import Lifecycle.Scenarios.Script
/-!
# Scenarios of the fences

Old and unknown attempts, foreign transactions, conflicting records, and legacy tasks: they bless
nothing and mutate nothing.
-/

namespace Lifecycle.Fences

def k : Key := attemptKey 1 1 2 5

/-- Attempt 1 of generation 0 failed with fence 3; attempt 2 of generation 1 runs with fence 5. -/
def secondRuns : List Body := [
  .taskDeclared 1 [] 2, claim (attemptKey 1 0 1 3), workerExit (attemptKey 1 0 1 3) 1,
  retry 1 0, claim k]

/-- A success and a failure of an attempt that is not the current one. -/
def bothEnds (old : Key) : List Body := [
  accept old 1 1 1, probed old 1 (some 1), probed old 1 none, clean old 1 1 1, exit old 1,
  fault old .timeout, lose old, failTask old, kill old, release old, lateCommit old 4,
  begin old 1 1, validate old 1 1, intend old 1 1, workerExit old 0]

def one (id : String) (parts : List (List Body)) : Scenario :=
  scenario id ["fence"] (secondRuns :: parts)

def keys : List Scenario := [
  one "fence/closed-attempt" [bothEnds (attemptKey 1 0 1 3)],
  one "fence/stale-generation" [bothEnds (attemptKey 1 0 2 5)],
  one "fence/future-generation" [bothEnds (attemptKey 1 2 2 5)],
  one "fence/stale-attempt" [bothEnds (attemptKey 1 1 1 5)],
  one "fence/future-attempt" [bothEnds (attemptKey 1 1 3 5)],
  one "fence/future-generation-old-attempt" [bothEnds (attemptKey 1 2 1 3)],
  one "fence/future-attempt-old-fence" [bothEnds (attemptKey 1 1 3 4)],
  one "fence/stale-fence" [bothEnds (attemptKey 1 1 2 4)],
  one "fence/future-fence" [bothEnds (attemptKey 1 1 2 6)],
  one "fence/other-graph" [bothEnds { k with graph := 2 }, [claim { k with graph := 2 }]],
  one "fence/unknown-task" [bothEnds (attemptKey 9 1 2 5),
    [claim (attemptKey 9 1 2 5), see 9 0 .missing, abandon 9 0, retry 9 0, reopen 9 0, clearHold 9 0,
      grant 9 0 1, trust 9 0, waive 9 0 1, converge 9]],
  one "fence/stale-generation-while-promoting"
    [[begin k 1 1, validate k 1 1, intend k 1 1], bothEnds (attemptKey 1 0 1 3)]]

def claims : List Scenario := [
  scenario "fence/claims" ["fence"]
    [[.taskDeclared 1 [] 2, claim (attemptKey 1 1 1 1), claim (attemptKey 1 0 0 1),
      claim (attemptKey 1 0 2 1), claim (attemptKey 1 0 1 0), claim (attemptKey 1 0 1 4),
      claim (attemptKey 1 0 2 5), release (attemptKey 1 0 1 4), claim (attemptKey 1 0 2 4),
      claim (attemptKey 1 0 2 9), workerExit (attemptKey 1 0 2 9) 1, claim (attemptKey 1 0 3 10),
      retry 1 0, claim (attemptKey 1 0 3 10), claim (attemptKey 1 1 3 10)]],
  scenario "fence/not-ready" ["fence"]
    [[.taskDeclared 1 [] 0, .taskDeclared 2 [1] 0, claim (attemptKey 2 0 1 1),
      converge 1, converge 2]],
  scenario "fence/full-match-without-attempt" ["fence"]
    [[.taskDeclared 1 [] 1, exit (attemptKey 1 0 0 0) 1, claim (attemptKey 1 0 1 1),
      workerExit (attemptKey 1 0 1 1) 1, retry 1 0, exit (attemptKey 1 1 1 1) 1]]]

def transactions : List Scenario := [
  one "fence/no-transaction"
    [[validate k 1 1, intend k 1 1, accept k 1 1 1, probed k 1 none, probed k 1 (some 1),
      clean k 1 1 1]],
  one "fence/other-transaction-while-finishing"
    [[begin k 1 1, begin k 1 1, begin k 2 1, begin k 1 2, begin k 1 1 .deliver, validate k 2 1,
      validate k 1 2, intend k 1 1, intend k 2 1, accept k 1 1 1, probed k 1 (some 1),
      probed k 1 none, probed k 2 none, clean k 1 1 1, release k]],
  one "fence/other-transaction-while-promoting"
    [[begin k 1 1, validate k 1 1, intend k 1 1, accept k 2 1 1, accept k 1 2 1, probed k 2 (some 1),
      clean k 1 1 1, clean k 2 1 1, begin k 1 1, validate k 1 1, intend k 1 1, intend k 1 2]],
  one "fence/other-transaction-after-success"
    [[begin k 1 1, validate k 1 1, intend k 1 1, accept k 1 1 1, accept k 2 1 1, accept k 1 2 1,
      clean k 2 1 1, probed k 2 (some 1)]]]

/-- A log, and all of it delivered once more. -/
def again (log : List Event) : List Event := log ++ log

def far : Key := { graph := maxInteger, task := maxInteger, generation := 0, attempt := 1, fence := maxInteger }

/-- Identities as great and as far apart as can be: none may be rounded, nor taken for another. -/
def numbers : Scenario :=
  { id := "fence/greatest-numbers", tags := ["fence"], graph := maxInteger
    events := again [
      { eid := maxInteger, body := .taskDeclared maxInteger [] 0 },
      { eid := 1073741824, body := .taskDeclared 1073741824 [maxInteger] 1 },
      { eid := 1073741825, body := .taskDeclared 34359738368 [1073741824, maxInteger] 1 },
      { eid := 1, body := claim far }, { eid := 0, body := claim { far with graph := 1 } },
      { eid := 4503599627370496, body := begin far maxInteger maxInteger },
      { eid := 1073741823, body := validate far maxInteger maxInteger },
      { eid := 33, body := intend far maxInteger maxInteger },
      { eid := 1025, body := accept far maxInteger maxInteger maxInteger },
      { eid := 9007199254740990, body := clean far maxInteger maxInteger maxInteger },
      { eid := 34359738368, body := lateCommit far maxInteger }, { eid := 32, body := exit far maxInteger },
      { eid := 1024, body := retry 34359738368 maxInteger },
      { eid := 4294967296, body := converge 1073741824 }] }

/-- A log of more than 32 entries, all of which are found again. -/
def long : Scenario :=
  { id := "fence/long-log-again", tags := ["fence"]
    events := again (number 1 ([secondRuns, bothEnds (attemptKey 1 0 1 3),
      bothEnds (attemptKey 1 1 1 5), bothEnds k, [.taskDeclared 33 [1] 0, converge 33]].flatten)) }

/-- One `eid`, two different events. -/
def conflict : Scenario :=
  { id := "fence/eid-conflict", tags := ["fence"]
    events := [
      { eid := 1, body := .taskDeclared 1 [] 0 }, { eid := 1, body := .taskDeclared 1 [] 0 },
      { eid := 1, body := .taskDeclared 1 [] 1 }, { eid := 2, body := claim (attemptKey 1 0 1 1) },
      { eid := 2, body := failTask (attemptKey 1 0 1 1) },
      { eid := 3, body := failTask (attemptKey 1 0 1 1) },
      { eid := 2, body := claim (attemptKey 1 0 1 1) }] }

def declarations : Scenario :=
  scenario "fence/declarations" ["fence"]
    [[.taskDeclared 1 [] 0, .taskDeclared 1 [] 0, .taskDeclared 2 [3] 0, .taskDeclared 2 [2] 0,
      .taskDeclared 2 [1] 0, .legacyImported 2 [] 0 .open true, .legacyImported 3 [4] 0 .open true,
      see 1 1 .missing, retry 1 1, abandon 1 1, reopen 1 1, clearHold 1 1, grant 1 1 1, trust 1 1,
      waive 1 1 1]]

/-- A legacy task in each status, and one that depends on it. -/
def legacy (id : String) (status : Status) (trusted : Bool) (bodies : List Body) : Scenario :=
  scenario id ["legacy"]
    [[.legacyImported 1 [] 1 status trusted, .taskDeclared 2 [1] 0, converge 1], bodies]

def old : Key := attemptKey 1 0 1 1

def legacies : List Scenario := [
  legacy "legacy/done-untrusted" .done false
    [claim old, claim (attemptKey 2 0 1 1), see 1 0 (.shown .done (some 1)),
      see 1 0 (.shown .done (some 2)), see 1 0 (.shown .open none), see 1 0 .missing, converge 1,
      retry 1 0, claim (attemptKey 1 1 1 1)],
  legacy "legacy/done-untrusted-abandoned" .done false
    [abandon 1 0, converge 1, trust 1 0, see 1 0 (.shown .abandoned (some 3)), reopen 1 0],
  legacy "legacy/done-trusted" .done true
    ([claim old, abandon 1 0, retry 1 0, reopen 1 0, grant 1 0 1, trust 1 0, clearHold 1 0] ++
      toCleaned (attemptKey 2 0 1 1) 1 1 1 1),
  legacy "legacy/open" .open false
    ([see 1 0 (.shown .done none), see 1 0 (.shown .open none), trust 1 0] ++
      toCleaned old 1 1 1 1 ++ [see 1 0 (.shown .failed none), trust 1 0]),
  legacy "legacy/open-then-failed" .open true
    [claim old, see 1 0 (.shown .done none), exit old 1, converge 1, see 1 0 (.shown .active none)],
  legacy "legacy/active-becomes-failed" .active false
    [see 1 0 (.shown .active none), see 1 0 (.shown .done none), retry 1 0,
      claim (attemptKey 1 1 1 1), exit (attemptKey 1 1 1 1) 1, retry 1 1],
  legacy "legacy/failed-then-abandoned" .failed false
    [abandon 1 0, see 1 0 (.shown .failed none), converge 1],
  legacy "legacy/abandoned" .abandoned true
    [claim old, retry 1 0, abandon 1 0, converge 1, reopen 1 0, claim (attemptKey 1 1 1 1)]]

def all : List Scenario :=
  [keys, claims, transactions, [conflict, declarations, numbers, long], legacies].flatten

end Lifecycle.Fences
