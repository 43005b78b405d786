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
