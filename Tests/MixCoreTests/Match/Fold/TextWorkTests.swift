import Testing

@testable import Match

/// Functions on texts look whether to stop, however long the texts are.
@Suite("Text work")
struct TextWorkTests {
  private struct Ended: Error {}

  /// Counts the looks of some work, and ends it at one of them.
  private final class Looks {
    var count = 0
    var end = Int.max

    func work(steps: Int = TextWork.program) -> TextWork {
      TextWork(steps: steps) { [self] _ in
        count += 1
        if count == end { throw Ended() }
      }
    }
  }

  /// Long texts in pairs: without shared words, with many words, beyond ASCII.
  private static let pairs = [
    (String(repeating: "aB ", count: 2_000), String(repeating: "cB d", count: 3_000)),
    (
      (0..<2_000).map { String($0 &* 7_919 % 10_007) }.joined(separator: " "),
      (0..<2_000).map { String($0 &* 6_101 % 10_009) }.joined(separator: " ")
    ),
    (String(repeating: "夜明け ", count: 1_300), String(repeating: "белый снег ", count: 1_300)),
  ]

  @Test("There is a look for every stride of steps", arguments: TextScorer.allCases)
  func looks(scorer: TextScorer) throws {
    for (first, second) in Self.pairs {
      let looks = Looks()
      // Fewer than a program may make, so that the test is short.
      let memory = TextMemory([first, second])
      var work = looks.work(steps: 1 << 22)
      _ = try? TextSimilarity.similarity(scorer, utf8: memory.buffers[0], memory.buffers[1], &work)
      let made = (1 << 22) - work.steps
      #expect(looks.count >= 2)
      #expect(made <= (looks.count + 1) * 2 * TextWork.stride)
    }
  }

  @Test("An error of a look ends the work at once", arguments: TextScorer.allCases)
  func ends(scorer: TextScorer) {
    for (first, second) in Self.pairs {
      for end in [1, 2] {
        let looks = Looks()
        looks.end = end
        let memory = TextMemory([first, second])
        var work = looks.work()
        #expect(throws: Ended.self) {
          try TextSimilarity.similarity(scorer, utf8: memory.buffers[0], memory.buffers[1], &work)
        }
        #expect(TextWork.program - work.steps <= (end + 1) * 2 * TextWork.stride)
      }
    }
  }

  @Test("A list counts what it holds, until it is emptied")
  func held() throws {
    var held = 0
    let memory = TextMemory([String](repeating: String(repeating: "é", count: 50_000), count: 20))
    var work = TextWork { held = $0 }
    let list = TextList()
    try list.append(UnsafeBufferPointer(memory.buffers), &work)
    try work.pass(2 * TextWork.stride)
    #expect(held >= 20 * 50_000 * 4)
    list.removeAll(&work)
    try work.pass(2 * TextWork.stride)
    #expect(held == 0)
  }

  @Test("Forms of a text say how far they are", arguments: ["é", "a", "a & ", "가", "ΐ"])
  func paces(unit: String) throws {
    let text = String(repeating: unit, count: 100_000)
    let forms: [(TextFold.Pace) throws -> Void] = [
      { _ = try TextFold.fold(text, pace: $0) }, { _ = try TextFold.caseFold(text, pace: $0) },
      { _ = try TextFold.normalize(text, pace: $0) }, { _ = try TextFold.tokens(text, pace: $0) },
      { _ = try TextFold.slug(text, pace: $0) },
    ]
    for form in forms {
      var parts: [Int] = []
      try form { parts.append($0) }
      #expect(parts.reduce(0, +) >= 100_000)
      #expect(parts.allSatisfy { $0 <= TextWork.stride })
      #expect(throws: Ended.self) { try form { _ in throw Ended() } }
    }
  }

  @Test("Many words are sorted as few are", arguments: [17, 4_095, 4_096, 4_097, 8_193, 13_000])
  func sortsRuns(count: Int) throws {
    let words = (0..<count).map { String($0 &* 7_919 % 1_009) + "suffixed" }
    var work = TextWork()
    let text = words.joined(separator: " ").unicodeScalars.map(\.value)
    try text.withUnsafeBufferPointer { units in
      let joined = JoinedWords<UInt32>()
      try joined.set(units, &work)
      let sorted = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let expected = sorted.joined(separator: " ").unicodeScalars.map(\.value)
      #expect(Array(joined.text) == expected)
      try joined.set(units, unique: true, &work)
      #expect(joined.list.count == Set(words).count)
    }
  }
}
