import Testing

@testable import Match

@Suite("Text search")
struct TextSearchTests {
  /// Looks through a list in parts, as bindings do.
  private static func best(
    _ scorer: TextScorer, _ query: String, _ texts: [String], form: TextForm? = nil,
    cutoff: Double = 0, part: Int = .max, steps: Int = TextWork.program
  ) throws -> TextQuery.Best? {
    let memory = TextMemory([query] + texts)
    var work = TextWork(steps: steps)
    let prepared = try TextQuery(scorer, utf8: memory.buffers[0], form: form, &work)
    var best: TextQuery.Best?
    var start = 0
    while start < texts.count {
      let end = texts.count - start > part ? start + part : texts.count
      let list = TextList(form: form)
      try list.append(UnsafeBufferPointer(rebasing: memory.buffers[start + 1..<end + 1]), &work)
      best = try prepared.best(of: list, offset: start, after: best, cutoff: cutoff, &work)
      start = end
    }
    return best
  }

  @Test(
    "Finds the first of the best, for every scorer, whole or in parts",
    arguments: TextScorer.allCases)
  func first(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 11)
    for alphabet in [5, 12] {
      let texts = (0..<120).map { _ in
        numbers.string(length: numbers.below(numbers.below(8) == 0 ? 700 : 40), alphabet: alphabet)
      }
      for length in [0, 6, 25, 64, 65, 150] {
        let query = numbers.string(length: length, alphabet: alphabet)
        let scores = try texts.map { try TextSimilarity.similarity(scorer, query, $0) }
        let top = try #require(scores.max())
        let expected = TextQuery.Best(score: top, index: try #require(scores.firstIndex(of: top)))
        for part in [7, Int.max] {
          #expect(try Self.best(scorer, query, texts, part: part) == expected)
        }
        #expect(try Self.best(scorer, query, texts, cutoff: top) == expected)
        if top < 1 { #expect(try Self.best(scorer, query, texts, cutoff: top.nextUp) == nil) }
      }
    }
  }

  // Long lists are put in order by length first.
  @Test(
    "ASCII and other texts of a list are one order, and ties go to the first", arguments: [0, 100])
  func ties(others: Int) throws {
    let rest = [String](repeating: "zzzzzzzzz", count: others)
    let texts = ["夜 x", "abd", "abé", "abc", "abc"]
    #expect(try Self.best(.ratio, "abc", texts + rest)?.index == 3)
    #expect(try Self.best(.ratio, "abx", ["abé", "abd"] + rest)?.index == 0)
    #expect(try Self.best(.ratio, "abx", ["abd", "abé"] + rest)?.index == 0)
    #expect(try Self.best(.ratio, "", ["a", ""] + rest)?.index == 1)
    #expect(try Self.best(.ratio, "a", []) == nil)
  }

  static func scores(
    _ scorer: TextScorer, _ query: String, _ texts: [String], cutoff: Double = 0,
    work: TextWork = TextWork()
  ) throws -> [Double] {
    let memory = TextMemory([query] + texts)
    var work = work
    let list = TextList()
    try list.append(UnsafeBufferPointer(rebasing: memory.buffers[1...]), &work)
    return try TextQuery(scorer, utf8: memory.buffers[0], &work)
      .scores(list, cutoff: cutoff, &work)
  }

  /// Texts around the lengths at which another kernel takes over, of few and many different scalars.
  private static func texts() -> [String] {
    var numbers = FixedNumbers(state: 5)
    let lengths = [0, 1, 2, 3, 4, 5, 12, 22, 31, 32, 33, 40, 63, 64, 65, 100, 255, 256, 257, 300]
    return lengths.flatMap { length in
      [2, 12].map { numbers.string(length: length, alphabet: $0) }
    } + ["夜明けの歌", "夜明けの唄 abc", "é \u{301}", "\0a\0", "👩‍🚀 space", "ab  ba\t ab", " "]
  }

  @Test("The scores of a list are those of the pairs", arguments: TextScorer.allCases)
  func pairs(scorer: TextScorer) throws {
    let texts = Self.texts()
    for cutoff in [0, 0.6] {
      for query in texts {
        let alone = try texts.map {
          try TextSimilarity.similarity(scorer, query, $0, cutoff: cutoff)
        }
        #expect(try Self.scores(scorer, query, texts, cutoff: cutoff) == alone, "\(query)")
      }
    }
    #expect(try Self.scores(scorer, "a", []).isEmpty)
  }

  private struct Ended: Error {}

  @Test("A list looks for every stride of steps, and ends", arguments: TextScorer.allCases)
  func looks(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 8)
    let texts = (0..<4_000).map { _ in numbers.string(length: 50, alphabet: 12) }
    var looks = 0
    _ = try Self.scores(scorer, texts[0], texts, work: TextWork { _ in looks += 1 })
    #expect(looks >= 2)
    #expect(throws: Ended.self) {
      try Self.scores(scorer, texts[0], texts, work: TextWork { _ in throw Ended() })
    }
  }

  @Test("A limit holds for each pair, or for all", arguments: TextScorer.allCases)
  func renewed(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 9)
    let texts = (0..<4_000).map { _ in numbers.string(length: 60, alphabet: 12) }
    let steps = 2 * TextWork.stride
    let limited = TextWork(steps: steps, isRenewed: true)
    #expect(try Self.scores(scorer, texts[0], texts, work: limited).count == 4_000)
    #expect(throws: TextWorkExceeded(limit: steps)) {
      try Self.scores(scorer, texts[0], texts, work: TextWork(steps: steps))
    }
  }

  @Test("A form is made of the query and of every text")
  func forms() throws {
    let texts = ["Simon & Garfunkel", "BEYONCÉ – Halo", "AC/DC"]
    for (query, index) in [("beyonce halo", 1), ("ac dc", 2), ("simon and garfunkel", 0)] {
      let best = try Self.best(.ratio, query, texts, form: .normalize)
      #expect(best == TextQuery.Best(score: 1, index: index))
    }
    #expect(try Self.best(.ratio, "SIMON AND GARFUNKEL", texts, form: .fold)?.score == 1)
  }

  @Test("More work than allowed is an error that says how much", arguments: TextScorer.allCases)
  func bounds(scorer: TextScorer) {
    var numbers = FixedNumbers(state: 3)
    let long = numbers.string(length: 20_000, alphabet: 20)
    let other = numbers.string(length: 20_000, alphabet: 20)
    #expect(throws: TextWorkExceeded(limit: 10_000)) {
      _ = try Self.best(scorer, long, [other, other], steps: 10_000)
    }
  }
}

/// Strings as UTF-8 that stays in one place.
final class TextMemory {
  let buffers: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>>

  init(_ texts: [String]) {
    buffers = .allocate(capacity: texts.count)
    for (place, text) in texts.enumerated() {
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = bytes.initialize(from: text.utf8)
      buffers.initializeElement(at: place, to: UnsafeBufferPointer(bytes))
    }
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
    buffers.deallocate()
  }
}
