import Foundation
import Testing

@Suite("Command: mixhost rules")
struct RulesCommandTests {
  private static let rule = """
    return {
      kind = "match", doc = "Titles alone.",
      fields = {query = {"title"}, candidate = {"title"}, aliases = {title = {"Song_Name"}}},
      features = {{name = "title", weight = 1, score = function(q, c)
        return q.title == c.title and 1 or 0, "the title" end}},
      accept = 0.5, review = 0.5, margin = 0,
    }
    """

  private struct Evaluation: Decodable {
    struct Wrong: Decodable {
      let label: Bool
      let decision: String
      let place: String
    }
    struct Compared: Decodable { let rules: String }
    let precision: Double
    let recall: Double
    let f1: Double
    let pairs: Int
    let positives: Int
    let missing_labels: Int
    let unknown_columns: [String]
    let wrong: [Wrong]
    let compared: [Compared]?
  }

  @Test("A mistake in the user's own table of aliases is named by its row")
  func ownAliases() throws {
    let program = try Program([
      "home/config/rules/data/own_aliases.csv":
        "name,alias,relation,source\nAda Lune,Selene,,me\nSelene,Ada Lune,,me\nalone\n"
    ])
    let checked = try program.run("rules", "check", "match/tracks")
    #expect(checked.status == 0 && checked.output.hasSuffix("good\n"))
    #expect(checked.errors.contains("own_aliases.csv:3: "))
    #expect(checked.errors.contains("own_aliases.csv:4: a name and an alias expected"))
  }

  @Test func listsCopiesAndChecks() throws {
    let program = try Program()
    let list = try program.run("rules", "list")
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.output.contains("match/books/classic") && list.output.contains("mixhost"))
    let copied = try program.run("rules", "copy", "match/books/classic")
    let path = program.folder.path + "/home/config/rules/match/books/classic.lua"
    #expect(copied.output == path + "\n")
    let again = try program.run("rules", "copy", "match/books/classic")
    #expect(again.status == 1)
    #expect(again.errors == "mixhost: \(path) is there already; --force replaces it\n")
    #expect(try program.run("rules", "copy", "match/books/classic", "--force").status == 0)
    #expect(try program.run("rules", "list").output.contains("yours, replaces mixhost's"))
    let check = try program.run("rules", "check", "match/books/classic")
    #expect(check.output == path + ": good\n")
    #expect(try program.run("rules", "copy", "match/none").errors.contains("were not found"))
  }

  @Test func checksAFileWithItsFunctions() throws {
    let program = try Program([
      "good.lua": Self.rule,
      "bad.lua": Self.rule.replacing("q.title == c.title", with: "q.title:len() == 1"),
      "unknown.lua": Self.rule.replacing("accept", with: "acept"),
    ])
    #expect(try program.run("rules", "check", "good.lua").status == 0)
    let bad = try program.run("rules", "check", "bad.lua")
    #expect(bad.status == 1)
    #expect(bad.errors.contains("bad.lua:5: attempt to index a nil value (field 'title')"))
    let unknown = try program.run("rules", "check", "unknown.lua", "--json")
    #expect(unknown.status == 1)
    #expect(unknown.output.contains("(did you mean 'accept'?)"))
    #expect(unknown.output.contains("\"field\":\"acept\""))
  }

  @Test func checksAFileOfTheOlderForm() throws {
    let older =
      "local titles = require(\"lib.titles\")(text)\n"
      + Self.rule.replacing("q.title == c.title", with: "titles.parse(\"A\").core == \"a\"")
    let program = try Program([
      "older.lua": older, "helper.lua": "return mix.text.fold",
      "beside.lua": "assert(require(\"helper\"))\n" + Self.rule,
      "service.lua": "require(\"services.itunes.provider\")\n" + Self.rule,
    ])
    let check = try program.run("rules", "check", "older.lua")
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.output.hasSuffix("older.lua: good\n"))
    #expect(check.errors.contains("older.lua:1: "), "\(check.errors)")
    #expect(check.errors.split(separator: "\n").count == 1, "\(check.errors)")
    let list = try program.run("rules", "check", "older.lua", "--json")
    #expect(list.output.contains("\"notes\":[\""), "\(list.output)")
    #expect(try program.run("rules", "check", "beside.lua").status == 0)
    let service = try program.run("rules", "check", "service.lua")
    #expect(service.status == 1)
    #expect(service.errors.contains("module 'services.itunes.provider' is not for rules: "))
    #expect(service.errors.contains("cannot be used in a rule: it "), "\(service.errors)")
  }

  @Test(arguments: [
    "[{\"title\": \"Emma\"}, {\"title\": \"Dune\"}]",
    "{\"title\": \"Emma\"}\n{\"title\": \"Dune\"}\n", "title\nEmma\nDune\n",
  ])
  func explainsInWords(candidates: String) throws {
    let program = try Program(["t.lua": Self.rule])
    let arguments = [
      "rules", "explain", "t.lua", "--query", "{\"title\": \"Dune\"}", "--candidates", "-",
    ]
    let outcome = try program.run(arguments, input: candidates)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for part in [
      "Looking for: title \"Dune\"", "Candidate 2 is the match: Dune", "score 100 %",
      "the match", "too low", "Why 2 and not 1:", "title        100 % more",
    ] {
      #expect(outcome.output.contains(part), "\(part): \(outcome.output)")
    }
    let json = try program.run(arguments + ["--json"], input: candidates)
    #expect(json.output.contains("\"decided_by\": \"score\""))
  }

  @Test(arguments: [
    "[{\"title\": \"Emma\"}, 3, {\"title\": \"Dune\"}]",
    "{\"title\": \"Emma\"}\n{\"tit\n{\"title\": \"Dune\"}\n",
  ])
  func leavesDamagedCandidatesOut(candidates: String) throws {
    let program = try Program(["t.lua": Self.rule])
    let outcome = try program.run(
      ["rules", "explain", "t.lua", "--query", "{\"title\": \"Dune\"}", "--candidates", "-"],
      input: candidates)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Candidate 2 is the match: Dune"), "\(outcome.output)")
    #expect(outcome.errors.contains("--candidates: record 2: "), "\(outcome.errors)")
  }

  @Test(arguments: [
    "left.title,right.title,label\na,a,1\na,b,0\na,b,1\nb,b,0\n",
    "ltable_Song_Name,rtable_Song_Name,gold_labels\na,a,1\na,b,0\na,b,1\nb,b,0\n",
    """
    {"left": {"title": "a"}, "right": {"title": "a"}, "label": 1}
    {"left": {"title": "a"}, "right": {"title": "b"}, "label": false}
    {"left": {"title": "a"}, "right": {"title": "b"}, "label": true}
    {"left": {"title": "b"}, "right": {"title": "b"}, "label": 0}
    """,
    "COL Song_Name VAL a \tCOL Song_Name VAL a \t1\nCOL Song_Name VAL a\tCOL Song_Name VAL b\t0\n"
      + "COL Song_Name VAL a \tCOL Song_Name VAL b \t1\nCOL Song_Name VAL b\tCOL Song_Name VAL b\t0\n",
  ])
  func measuresLabelledPairs(pairs: String) throws {
    let program = try Program(["t.lua": Self.rule, "pairs": pairs])
    let outcome = try program.run(
      "rules", "eval", "t.lua", "--pairs", "pairs", "--compare", "match/tracks/classic", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let result = try JSONDecoder().decode(Evaluation.self, from: Data(outcome.output.utf8))
    #expect(result.pairs == 4 && result.positives == 2)
    #expect(result.precision == 0.5 && result.recall == 0.5 && result.f1 == 0.5)
    #expect(result.wrong.map(\.label) == [true, false])
    #expect(result.wrong.map(\.decision) == ["none", "matched"])
    #expect(result.compared?.map(\.rules) == ["match/tracks/classic"])
  }

  @Test func printsTheReport() throws {
    let program = try Program([
      "t.lua": Self.rule, "a.csv": "left.title,right.title,label\na,a,1\na,b,0\n",
      "b.csv": "left.title,right.title,label\nc,d,1\ne,e,1\n",
    ])
    let arguments = [
      "t.lua", "--pairs", "a.csv", "--pairs", "b.csv", "--compare", "match/tracks/classic",
      "--threshold-sweep", "--folds", "2",
    ]
    let outcome = try program.run(["rules", "eval"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for part in [
      "4 pairs, 3 of them the same", "precision  100.0 %", "recall     66.7 %",
      "Side by side:", "Other thresholds:", "Cross-validation in 2 folds: accept, and nothing else",
      "Wrong pairs: 1", "b.csv:2: labelled the same, but none",
    ] {
      #expect(outcome.output.contains(part), "\(part): \(outcome.output)")
    }
    let script = try program.run([Program.script("scripts/evaluate.lua")] + arguments)
    #expect(script.output == outcome.output, "the command and the script are one")
  }

  @Test(arguments: [
    ("left.title,right.title,label\na,a,\na,b,0\nb,b,1\n", 0, "1 of 3 pairs have no label"),
    ("left.title,right.title,label\na,a,\n", 1, "no pair has a label"),
    ("left.title,right.title,label,left.price\na,a,1,3\n", 0, "does not know are left out: price"),
    ("left.title,right.title,label\na,b,0\n", 0, "no positives"),
    ("left.title,right.title\na,b\n", 1, "there is no column label or gold_labels"),
    ("one,two\na,b\n", 1, "there is no column "),
    ("{\"left\": 1}\n", 1, "pairs:1: a pair is {\"left\": {…}"),
    ("{\"left\": {}", 1, "pairs:1: "),
    ("COL a VAL b\n", 1, "pairs:1: two records and a label"),
    ("", 1, "pairs: the file is empty"),
  ])
  func saysWhatIsWrongWithLabelledFiles(text: String, status: Int, message: String) throws {
    let program = try Program(["t.lua": Self.rule, "pairs": text])
    let outcome = try program.run("rules", "eval", "t.lua", "--pairs", "pairs")
    #expect(outcome.status == Int32(status), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["eval", "match/none", "--pairs", "pairs"], 2, "were not found"),
    (["check", "tracks"], 2, "write kind/name"),
    (["eval", "t.lua"], 2, "--pairs is missing"),
    (["eval", "t.lua", "--pairs", "none"], 1, "cannot read none"),
    (["eval", "t.lua", "--pairs", "pairs", "--folds", "1"], 2, "--folds takes"),
    (["explain", "t.lua", "--candidates", "pairs"], 2, "--query is missing"),
    (["explain", "t.lua", "--query", "{", "--candidates", "pairs"], 2, "--query: "),
    (["explain", "t.lua", "--query", "[1]", "--candidates", "pairs"], 2, "is a JSON object"),
    (["check", "none.lua"], 1, "rules 'none.lua' were not found"),
    (["copy"], 2, "NAME is missing"),
  ])
  func endsWithACodeAndALine(arguments: [String], status: Int, message: String) throws {
    let program = try Program([
      "t.lua": Self.rule, "pairs": "left.title,right.title,label\na,a,1\n",
    ])
    let outcome = try program.run(["rules"] + arguments)
    #expect(outcome.status == Int32(status), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
