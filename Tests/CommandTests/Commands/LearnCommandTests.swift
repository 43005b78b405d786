import Foundation
import Testing

@Suite("Command: mixhost rules learn, label, eval")
struct LearnCommandTests {
  /// Pairs of titles: those of one song differ in one letter, the others in all.
  private static func pairs(_ count: Int, labelled: Bool = true) -> String {
    var text = "left.title,left.artist,right.title,right.artist\(labelled ? ",label" : "")\n"
    for number in 0..<count {
      let same = number % 3 == 0
      let title = "Song \(String(repeating: "x", count: number % 7)) of the night \(number * 7919)"
      let other = same ? title.replacing("night", with: "nigt") : "Quite another \(number)"
      text += "\(title),Artist \(number),\(other),Artist \(number)"
      text += labelled ? ",\(same ? 1 : 0)\n" : "\n"
    }
    return text
  }

  private static let rule = """
    local text = mix.text
    local bounds = { floor = 0.2 }
    return {
      kind = "match", fields = {query = {"title", "artist"}, candidate = {"title", "artist"}},
      bounds = bounds,
      gates = {{name = "title", check = function(q, c)
        return text.ratio(q.title or "", c.title or "") >= bounds.floor end}},
      features = {
        {name = "title", weight = 1, score = function(q, c) return text.ratio(q.title or "", c.title or "") end},
        {name = "artist", weight = 5, score = function(q, c) return q.artist == c.artist and 1 or 0 end},
      },
      accept = 0.85, review = 0.6, margin = 0,
    }
    """

  @Test func learnsFromLabelsAndWritesRulesThatCanBeUsed() throws {
    let program = try Program(["pairs.csv": Self.pairs(60), "own.lua": Self.rule])
    let dry = try program.run("rules", "learn", "own.lua", "--pairs", "pairs.csv", "--dry-run")
    #expect(dry.status == 0 && !dry.output.contains("written to"), "\(dry.errors)")
    let run = try program.run(
      "rules", "learn", "own.lua", "--pairs", "pairs.csv", "--as", "match/songs/learned")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("written to"))
    let path = "home/config/rules/match/songs/learned.lua"
    #expect(try program.read(path).hasPrefix("-- Learned by mixhost rules learn from 60 pairs on "))
    func f1(_ name: String) throws -> String {
      let eval = try program.run("rules", "eval", name, "--pairs", "pairs.csv", "--wrong", "0")
      return eval.output.split(separator: "\n").first { $0.hasPrefix("F1") }.map(String.init) ?? ""
    }
    #expect(try !f1("own.lua").hasPrefix("F1         100.0 %"))
    #expect(try f1("match/songs/learned").hasPrefix("F1         100.0 %"))
    let again = try program.run(
      "rules", "learn", "own.lua", "--pairs", "pairs.csv", "--as", "match/songs/learned")
    #expect(again.status == 1 && again.errors.contains("is there already"))
    // Rules that are as good as can be are not made worse.
    let more = try program.run(
      "rules", "learn", "match/songs/learned", "--pairs", "pairs.csv", "--as", "match/songs/more")
    #expect(more.status == 0 && more.output.contains("before: 100.0 %"), "\(more.errors)")
  }

  @Test("The worth of scores is measured, shown by eval and explain, and kept in a file")
  func calibrates() throws {
    let program = try Program([
      "pairs.csv": Self.pairs(60), "own.lua": Self.rule,
      "found.json": "[{\"title\": \"Home\", \"artist\": \"A\"}]",
    ])
    let plain = try program.run("rules", "eval", "own.lua", "--pairs", "pairs.csv", "--wrong", "0")
    #expect(plain.status == 0 && !plain.output.contains("Probabilities"))
    let run = try program.run(
      "rules", "learn", "own.lua", "--pairs", "pairs.csv", "--calibrate", "--as", "match/songs/sure"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("on pairs not seen."))
    let text = try program.read("home/config/rules/match/songs/sure.lua")
    #expect(text.contains("source = \"pairs.csv\", pairs = 60"))
    let eval = try program.run("rules", "eval", "match/songs/sure", "--pairs", "pairs.csv")
    #expect(
      eval.output.contains("Probabilities by pairs.csv (60 pairs), off by "), "\(eval.errors)")
    let explained = try program.run(
      "rules", "explain", "match/songs/sure", "--query", "{\"title\": \"Home\", \"artist\": \"A\"}",
      "--candidates", "found.json")
    #expect(explained.output.contains("times of 100"), "\(explained.errors)")
    #expect(explained.output.contains("by pairs.csv (60 pairs)"))
    let both = try program.run(
      "rules", "learn", "own.lua", "--pairs", "pairs.csv", "--calibrate", "--unlabelled")
    #expect(both.status == 2)
  }

  @Test("A rule that raises on one pair costs that pair alone, and ten labels are called few")
  func oneBadPair() throws {
    let rule = Self.rule.replacing(
      "score = function(q, c) return text.ratio",
      with:
        "score = function(q, c) if q.artist == 'Artist 6' then error('odd') end return text.ratio")
    let program = try Program(["pairs.csv": Self.pairs(10), "own.lua": rule])
    let eval = try program.run("rules", "eval", "own.lua", "--pairs", "pairs.csv")
    #expect(eval.status == 0 && eval.output.contains("9 pairs, 3 of them the same"))
    #expect(eval.errors.contains("pairs.csv:8: own.lua:") && eval.errors.contains("is left out"))
    let learned = try program.run("rules", "learn", "own.lua", "--pairs", "pairs.csv", "--dry-run")
    #expect(learned.status == 0, "\(learned.errors)")
    #expect(learned.errors.contains("pairs.csv:8: own.lua:"))
    // Not once more for each bound that is tried.
    #expect(learned.errors.components(separatedBy: "is left out").count == 2)
    #expect(learned.errors.contains("10 labels are few"))
  }

  @Test func estimatesWithoutLabels() throws {
    let program = try Program([
      "pairs.csv": Self.pairs(60, labelled: false), "own.lua": Self.rule,
    ])
    let run = try program.run(
      "rules", "learn", "own.lua", "--pairs", "pairs.csv", "--unlabelled", "--as", "match/songs/em")
    #expect(run.status == 0 && run.output.contains("No labels:"), "\(run.errors)")
    #expect(try program.run("rules", "check", "match/songs/em").status == 0)
  }

  @Test func refusesLabelsThatTeachNothing() throws {
    let head = "left.title,right.title,label\n"
    let program = try Program([
      "same.csv": head + "a,a,1\nb,b,1\n", "none.csv": "left.title,right.title\na,a\n",
      "both.csv": head + "a,a,1\na,a,0\nb,b,1\nc,d,0\ne,f,0\n",
      "bare.csv": head + "a,a,\nb,b,\n",
    ])
    let same = try program.run("rules", "learn", "match/tracks", "--pairs", "same.csv")
    #expect(same.status == 1 && same.errors.contains("learning takes pairs of both kinds"))
    let bare = try program.run("rules", "learn", "match/tracks", "--pairs", "bare.csv")
    #expect(bare.status == 1 && bare.errors.contains("no pair has a label"))
    #expect(try program.run("rules", "learn", "match/tracks", "--pairs", "none.csv").status == 1)
    #expect(try program.run("rules", "learn", "match/tracks").status == 2)
    let both = try program.run(
      "rules", "learn", "match/tracks", "--pairs", "both.csv", "--dry-run")
    #expect(both.status == 0, "\(both.errors)")
    #expect(both.errors.contains("both as the same and as different"))
    #expect(both.errors.contains("5 labels are few"))
  }

  @Test func labelsCanBeLeftAndGoneOnWith() throws {
    let program = try Program(["pairs.csv": Self.pairs(9, labelled: false), "own.lua": Self.rule])
    let line = ["rules", "label", "own.lua", "--pairs", "pairs.csv", "--out", "labels.ndjson"]
    let first = try program.run(line, input: "y\ns\nn\nq\n")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("1 the same, 1 different, 1 skipped; 7 pairs have no label yet"))
    let second = try program.run(line + ["--json"], input: "y\ny\ny\ny\ny\ny\ny\n")
    #expect(second.output.contains("\"left\":0") && second.output.contains("\"same\":7"))
    #expect(try program.read("labels.ndjson").split(separator: "\n").count == 9)
    let eval = try program.run("rules", "eval", "own.lua", "--pairs", "labels.ndjson", "--json")
    #expect(eval.output.contains("\"pairs\": 9"), "\(eval.errors)")
  }

  @Test func measuresTwoTablesAndComparesWithTheShippedRules() throws {
    let program = try Program([
      "a.csv": "work,title,artist\n1,Halo,Beyoncé\n2,Wonderwall,Oasis\n3,Alone,Nobody\n",
      "b.csv": "work,title,artist\n1,HALO,Beyonce\n2,Wonderwall,Oasis\n4,Wonderwall (Live),Oasis\n",
    ])
    #expect(try program.run("rules", "copy", "match/tracks").status == 0)
    let copied = try program.run("rules", "copy", "match/tracks", "--as", "match/tracks/mine")
    #expect(copied.output.hasSuffix("config/rules/match/tracks/mine.lua\n"))
    #expect(try program.run("rules", "copy", "match/tracks", "--as", "block/mine").status != 0)
    let run = try program.run(
      "rules", "eval", "match/tracks", "--left", "a.csv", "--right", "b.csv", "--gold", "work",
      "--compare", "mixhost:match/tracks", "--curves", "--ablation", "--svg", "c.svg", "--scores",
      "s.csv")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Blocking brought 100.0 % of the 2 known pairs together"))
    #expect(run.output.contains("home/config/rules/match/tracks/standard.lua"))
    #expect(run.output.contains("match/tracks and mixhost:match/tracks decide 0 pairs differently"))
    #expect(run.output.contains("Without each gate and feature"))
    #expect(try program.read("c.svg").hasPrefix("<svg "))
    #expect(
      try program.read("s.csv").hasPrefix("pair,label,score,decision,refused_by,feature_title"))
    let partial = try program.run("rules", "eval", "match/tracks", "--left", "a.csv")
    #expect(partial.status == 2)
  }
}
