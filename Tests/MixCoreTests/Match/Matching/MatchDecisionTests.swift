import Testing

@testable import Match

@Suite("Scores of candidates, and what they decide")
struct MatchDecisionTests {
  /// Candidates as numbers of a work, with a year that breaks ties.
  private struct Candidates: MatchEvidence {
    var works: [Int] = []
    var years: [Double?] = []
    var refusals: [String?] = []

    func value(_ row: Int, of field: String) -> TieValue {
      field == "year" && years.indices.contains(row)
        ? years[row].map(TieValue.number) ?? .missing : .missing
    }
    func areSameWork(_ first: Int, _ other: Int) -> Bool {
      works.indices.contains(other) && works[first] == works[other]
    }
    func note(_ row: Int, gate: Int) -> String? {
      refusals.indices.contains(row) ? refusals[row] : nil
    }
  }

  private static func model(
    combine: MatchModel.Combination = .mean, pick: MatchModel.Choice = .best, tie: [String] = []
  ) -> MatchModel {
    MatchModel(
      features: [
        .init(name: "title", amount: 3, isPenalty: false),
        .init(name: "year", amount: 1, isPenalty: false),
        .init(name: "live", amount: 0.5, isPenalty: true),
      ], gates: ["kind"], accept: combine == .mean ? 0.8 : 3, review: combine == .mean ? 0.5 : 1,
      margin: 0.1, combine: combine, pick: pick, tieOrder: tie.map(MatchModel.TieField.init))
  }

  /// Rows of title, year and live; nil: nothing to compare.
  private static func scores(_ model: MatchModel, _ rows: [[Double?]]) -> MatchScores {
    var scores = MatchScores(model)
    for row in rows {
      scores.addRow()
      scores.set(gate: 0, passed: true)
      for (feature, value) in row.enumerated() {
        if let value { scores.set(feature: feature, value) }
      }
      scores.finishRow()
    }
    return scores
  }

  @Test("The mean leaves out what could not be compared; penalties come off, to 0 at the least")
  func mean() {
    let scores = Self.scores(
      Self.model(), [[1, 0, nil], [1, nil, nil], [1, 1, 1], [0.1, 0, 1], [nil, nil, nil]])
    #expect((0..<5).map { scores.score(of: $0) } == [0.75, 1, 0.5, 0, 0])
    #expect(scores.contribution(0, 0) == 0.75 && scores.contribution(2, 2) == -0.5)
    #expect(scores.contribution(1, 1) == nil)
    #expect(scores.hasEvidence(3) && !scores.hasEvidence(4))
    #expect(scores.contributions(2).map(\.feature) == [0, 1, 2])
  }

  @Test("The sum counts points")
  func sum() {
    let scores = Self.scores(Self.model(combine: .sum), [[1, 0.5, nil], [0.5, 1, 1]])
    #expect((0..<2).map { scores.score(of: $0) } == [3.5, 2])
    #expect(scores.differences(0, 1).map(\.feature) == [0, 1, 2])
    #expect(Self.model(combine: .sum).text(3.5) == "3.5 points")
    #expect(Self.model(combine: .sum).text(2) == "2 points" && Self.model().text(0.876) == "88 %")
  }

  @Test(
    "Thresholds and the lead over another work decide",
    arguments: [
      ([[1, 1, nil]], .matched, "score 100 %"),
      ([[0.8, 0.5, nil]], .uncertain, "score 73 % is below 80 %"),
      ([[0.8, 0.79984, nil]], .uncertain, "score 79.996 % is below 80 %"),
      ([[0.2, 0, nil]], .none, "best score 15 % is below 50 %"),
      ([[nil, nil, nil]], .none, "there was nothing to compare"),
      ([[1, 1, nil], [1, 0.8, nil]], .uncertain, "score 100 %, but another work scores 95 %"),
      ([], .none, "no candidates"),
    ] as [([[Double?]], MatchVerdict, String)])
  func decides(_ rows: [[Double?]], _ verdict: MatchVerdict, _ reason: String) throws {
    let decision = try Self.scores(Self.model(), rows).decision(Candidates(works: [0, 1]))
    #expect(decision.verdict == verdict && decision.reason == reason)
  }

  @Test("Releases of one work are not rivals, and ties go by the declared fields")
  func works() throws {
    let rows: [[Double?]] = [[1, 1, nil], [1, 1, nil], [1, 1, nil]]
    let same = try Self.scores(Self.model(), rows).decision(Candidates(works: [7, 7, 7]))
    #expect(same.verdict == .matched && same.row == 0 && same.rival == nil)
    let evidence = Candidates(works: [1, 2, 3], years: [nil, 1999, 1973])
    let ascending = Self.scores(Self.model(tie: ["year"]), rows)
    #expect(ascending.ranked(evidence) == [2, 1, 0])
    #expect(ascending.lead(2, 1, evidence) == "year")
    #expect(Self.scores(Self.model(tie: ["-year"]), rows).ranked(evidence) == [1, 2, 0])
    #expect(Self.scores(Self.model(), rows).lead(0, 1, evidence) == "order")
  }

  @Test("The first that suffices is taken in the source's order")
  func first() throws {
    let scores = Self.scores(
      Self.model(pick: .first), [[0.5, 0, nil], [0.9, 0.9, nil], [1, 1, nil]])
    let decision = try scores.decision(Candidates(works: [0, 1, 2]))
    #expect(decision.verdict == .matched && decision.row == 1 && decision.rival == 2)
    #expect(decision.reason == "the first to reach 80 %: 90 %")
  }

  @Test("When every gate refused, the first says why, by its note or its name")
  func refusals() throws {
    var scores = MatchScores(Self.model())
    for _ in 0..<3 {
      scores.addRow()
      scores.set(gate: 0, passed: false)
    }
    #expect(!scores.passes(0) && scores.failedGate(0) == 0 && scores.gate(0, 0) == .failed)
    #expect(
      try scores.decision(Candidates(refusals: ["a single"])).reason
        == "a single (and 2 more refused)")
    #expect(try scores.decision(Candidates()).reason == "kind (and 2 more refused)")
    scores.removeAll()
    #expect(scores.count == 0 && scores.ranked(Candidates()).isEmpty)
  }
}
