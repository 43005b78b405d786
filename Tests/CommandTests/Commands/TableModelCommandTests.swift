import Foundation
import Testing

/// `match/records` by the commands: tables whose columns no domain knows.
@Suite("Command: match/records")
struct TableModelCommandTests {
  private static let syllables = ["ba", "ko", "ri", "tu", "se", "mo", "la", "ni"]

  private static func word(_ number: Int) -> String {
    [0, 3, 6].map { syllables[(number * 7919 >> $0) & 7] }.joined()
  }

  /// An inn; with a slip as the other table writes it.
  private static func inn(_ number: Int, slip: Bool) -> String {
    let name = "\(word(number)) \(word(number + 500))"
    return "\(slip ? String(name.dropLast()) : name),\(number * 7 % 300) \(word(number + 900)) st"
  }

  /// Pairs, of which each third is the same.
  private static func pairs(_ count: Int, labelled: Bool = true) -> String {
    var text = "left.inn,left.street,right.inn,right.street\(labelled ? ",label" : "")\n"
    for number in 0..<count {
      let same = number % 3 == 0
      text += "\(inn(number, slip: false)),\(inn(same ? number : number + 250, slip: same))"
      text += labelled ? ",\(same ? 1 : 0)\n" : "\n"
    }
    return text
  }

  @Test func evaluatesLearnsAndExplains() throws {
    let program = try Program(["pairs.csv": Self.pairs(90)])
    let eval = try program.run(
      "rules", "eval", "match/records", "--pairs", "pairs.csv", "--folds", "3", "--wrong", "0")
    #expect(eval.status == 0, "\(eval.errors)")
    #expect(eval.output.contains("weights are learned from the labels on the other folds"))
    let learn = try program.run("rules", "learn", "match/records", "--pairs", "pairs.csv")
    #expect(learn.status == 0, "\(learn.errors)")
    #expect(learn.output.contains("More labels would hardly help"))
    let path = "home/config/rules/match/records/learned.lua"
    #expect(try program.read(path).hasPrefix("-- Learned by mixhost rules learn from 90 labels"))
    let again = try program.run(
      "rules", "eval", "match/records/learned", "--pairs", "pairs.csv", "--json")
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output.contains("\"calibration_error\""))
    let explain = try program.run(
      "rules", "explain", "match/records/learned", "--query",
      "{\"inn\": \"Bakoti Rimo\", \"street\": \"5 Sela st\"}", "--candidates", "-",
      input: "[{\"inn\": \"Bakoti Rimo\", \"street\": \"5 Sela street\"}]")
    #expect(explain.output.contains("before anything is compared"), "\(explain.errors)")
  }

  @Test func refusesTooFewLabels() throws {
    let program = try Program(["pairs.csv": Self.pairs(6)])
    let run = try program.run("rules", "learn", "match/records", "--pairs", "pairs.csv")
    #expect(run.status == 1)
    #expect(run.errors.contains("label 5 of either"))
  }

  @Test func asksAboutTheMostDoubtfulFirst() throws {
    let program = try Program(["pairs.csv": Self.pairs(60, labelled: false)])
    let run = try program.run(
      "rules", "label", "match/records", "--pairs", "pairs.csv", "--limit", "1", "--json",
      input: "y\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"same\":1"))
  }

  @Test func linksTablesThatNoDomainFits() throws {
    var (left, right) = ("inn,street,gold\n", "Inn,Street,gold\n")
    for number in 0..<60 {
      left += "\(Self.inn(number, slip: false)),\(number)\n"
      right += "\(Self.inn(number + 20, slip: true)),\(number + 20)\n"
    }
    let program = try Program(["a.csv": left, "b.csv": right])
    let run = try program.run(
      "link", "a.csv", "b.csv", "--gold", "gold", "--json", "--out", "o.csv")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("match/records"))
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let measures = document?["measures"] as? [String: Any]
    #expect(try #require(measures?["f1"] as? Double) > 0.9, "\(run.output)")
    let dedupe = try program.run("dedupe", "a.csv", "--rules", "match/records", "--out", "d.csv")
    #expect(dedupe.status == 0, "\(dedupe.errors)")
  }
}
