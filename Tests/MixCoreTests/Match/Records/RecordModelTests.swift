import Testing

@testable import Match

/// Weights of a table whose truth is known.
@Suite struct RecordModelTests {
  /// Records of a name, a year and a town, with slips on the other side; the first `same` pairs are
  /// the same.
  private struct Sample {
    var left: [[String]] = []
    var right: [[String]] = []
    var truth: [Bool] = []

    init(pairs: Int, same: Int, seed: UInt64 = 7) {
      var state = seed
      func draw(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      func word() -> String {
        (0..<6).map { _ in ["ba", "ko", "ri", "tu", "se"][draw(5)] }.joined()
      }
      func record() -> [String] {
        ["\(word()) \(word())", "\(1900 + draw(100))", ["York", "Bath", "Leeds"][draw(3)]]
      }
      for row in 0..<pairs {
        let one = record()
        var other = row < same ? one : record()
        if row < same, draw(4) == 0 { other[0] = String(other[0].dropLast()) }
        if row < same, draw(5) == 0 { other[2] = "" }
        if row >= same, draw(2) == 0 { other[2] = one[2] }
        left.append(one)
        right.append(other)
        truth.append(row < same)
      }
    }

    var pairs: [(left: [String], right: [String])] { zip(left, right).map { ($0, $1) } }
    var labels: [Bool?] { truth.map { $0 } }

    func table(_ measure: RecordComparison.Measure = .words) -> ComparisonTable {
      let survey = RecordSurvey(left + right, columns: 3)
      let kinds: [CellKind] = [.name, .number, .name]
      let columns = zip(survey.columns, kinds).map { column, kind in
        RecordSpace.Column(
          kind: kind, usual: column.usual,
          values: Dictionary(uniqueKeysWithValues: column.values.map { ($0.term, $0.share) }))
      }
      let steps = [0.3, 0.6, 0.8, 0.95]
      let space = RecordSpace(
        columns: columns,
        comparisons: [
          RecordComparison(measure, column: 0, steps: steps),
          RecordComparison(.near, column: 1, steps: survey.columns[1].distances[.number] ?? [0]),
          RecordComparison(measure, column: 2, steps: steps),
        ], words: [:], rows: survey.rows)
      return ComparisonTable(space, pairs)
    }
  }

  private func wrong(_ chances: [Double], _ truth: [Bool]) -> Int {
    zip(chances, truth).count { ($0 >= 0.5) != $1 }
  }

  @Test func estimatesWithoutLabels() {
    let sample = Sample(pairs: 600, same: 150)
    let table = sample.table()
    let model = RecordModel.estimated(table, labels: Array(repeating: nil, count: 600))
    #expect(wrong(model.probabilities(table), sample.truth) <= 3)
    // The prior is the share of the same: 1 of 4.
    #expect(abs(MatchModel.logistic(model.prior) - 0.25) < 0.03)
    // A town that three records share says less than a name.
    #expect((model.parts[0].last ?? 0) > (model.parts[2].last ?? 0))
  }

  @Test func learnsFromLabels() {
    let sample = Sample(pairs: 600, same: 150)
    let table = sample.table(.alike)
    let model = RecordModel.learned(
      table, labels: sample.labels.enumerated().map { $0.offset % 6 == 0 ? $0.element : nil })
    #expect(wrong(model.probabilities(table), sample.truth) <= 6)
  }

  @Test func rivalsShareTheirRow() {
    // Row 0 on the left has two pairs, row 2 on the right has two.
    let rivals = PairRivals(left: [0, 0, 1, 2], right: [0, 1, 2, 2])
    let shared = rivals.shared([0.9, 0.5, 0.5, 0.5])
    // Odds 9 and 1, and one that is none of them; any pair has 13 to 20, as 13 of 33 are the same.
    #expect(abs(shared[0] - 117.0 / 163) < 1e-9 && abs(shared[1] - 13.0 / 163) < 1e-9)
    #expect(shared[2] == shared[3] && abs(shared[2] - 1.0 / 3) < 1e-9)
    let ofLeft = PairRivals(left: [0, 0, 1, 2]).shared([0.9, 0.5, 0.5, 0.5])
    #expect(
      zip(ofLeft, [189.0 / 254, 21.0 / 254, 0.5, 0.5]).allSatisfy { abs($0 - $1) < 1e-12 })
    // Two that are certain, or none of them.
    let certain = rivals.shared([1, 1, 1, 0])
    #expect(abs(certain[0] - 1.0 / 3) < 1e-6 && certain[2] > 0.999 && certain[3] == 0)
    #expect(PairRivals(left: [0, 0]).shared([0, 0]) == [0, 0])
  }

  @Test func anEstimateKnowsThatARowIsTheSameAsOne() {
    let sample = Sample(pairs: 600, same: 150)
    let table = sample.table()
    // All pairs are of one row: no more than one of them is the same.
    let rivals = PairRivals(
      left: Array(repeating: 0, count: 600), right: Array(repeating: 0, count: 600))
    let model = RecordModel.estimated(
      table, labels: Array(repeating: nil, count: 600), rivals: rivals)
    #expect(MatchModel.logistic(model.prior) < 0.01)
    let apart = PairRivals(left: Array(0..<600), right: Array(0..<600))
    let alone = RecordModel.estimated(
      table, labels: Array(repeating: nil, count: 600), rivals: apart)
    #expect(wrong(alone.probabilities(table), sample.truth) <= 3)
  }

  @Test(arguments: [true, false])
  func partsNeverFall(learned: Bool) {
    let sample = Sample(pairs: 200, same: 60, seed: 11)
    // Labels by chance: nothing would rise without the constraint.
    let labels: [Bool?] = (0..<200).map { $0 % 7 < 3 }
    let table = sample.table()
    let model =
      learned
      ? RecordModel.learned(table, labels: labels) : RecordModel.estimated(table, labels: labels)
    for parts in model.parts {
      for (low, high) in zip(parts, parts.dropFirst()) { #expect(low <= high + 1e-9) }
    }
  }

  @Test func labelsOfAnEstimateAreKept() {
    let sample = Sample(pairs: 300, same: 100)
    let table = sample.table()
    // Half of the same are labelled as others: an estimate without labels says otherwise.
    let labels: [Bool?] = (0..<300).map { $0 < 50 }
    let model = RecordModel.estimated(table, labels: labels)
    #expect(abs(MatchModel.logistic(model.prior) - 1.0 / 6) < 1e-9)
  }

  @Test func rareValuesSayMoreThanCommonOnes() throws {
    let space = RecordSpace(
      columns: [.init(kind: .name, usual: 0.05, values: ["smith": 0.2])],
      comparisons: [RecordComparison(.words, column: 0, steps: [0.5, 0.9])], words: ["smith": 0.2],
      rows: 1000)
    func rarity(_ one: String, _ other: String) -> Double {
      space.compare(space.comparisons[0], space.record([one]), space.record([other])).rarity
    }
    #expect(rarity("Smith", "Smith") < 0)
    #expect(rarity("Zyzzyva", "Zyzzyva") > 0)
    #expect(rarity("Smith", "Zyzzyva") == 0)
    let likeness = { (one: String, other: String) throws -> Double in
      try #require(
        space.compare(space.comparisons[0], space.record([one]), space.record([other])).value)
    }
    // The rare word is the one that counts.
    #expect(try likeness("Smith Zyzzyva", "Jones Zyzzyva") > likeness("Smith Abc", "Smith Xyz"))
  }

  @Test func wordsForgiveSlips() throws {
    let space = RecordSpace(
      columns: [.init(kind: .text, usual: 0, values: [:])],
      comparisons: [RecordComparison(.words, column: 0, steps: [0.5])], words: [:], rows: 100)
    func likeness(_ one: String, _ other: String) throws -> Double {
      try #require(
        space.compare(space.comparisons[0], space.record([one]), space.record([other])).value)
    }
    #expect(try likeness("Till Erman", "Tillerman") > 0.99)
    #expect(try likeness("Chin \\ 's", "Chin’s") > 0.99)
    #expect(try likeness("Fish &#40;raw&#41;", "fish raw") > 0.99)
    #expect(try likeness("160 Central Park S", "160 Central Park South") > 0.9)
    #expect(try likeness("Restaurant", "Resturant") > 0.8)
    #expect(try likeness("Volume 1", "Volume 2") < 0.6)
  }
}
