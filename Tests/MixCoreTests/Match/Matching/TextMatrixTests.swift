import Testing

@testable import Match

/// Many queries against many texts: each number is what the pair gives alone.
@Suite("Matrices of similarities")
struct TextMatrixTests {
  static func matrix(
    _ scorer: TextScorer, _ queries: [String], _ texts: [String], form: TextForm? = nil,
    cutoff: Double = 0, work: TextWork = TextWork()
  ) throws -> [[Double]] {
    let memory = TextMemory(queries + texts)
    var work = work
    let list = TextList(form: form)
    try list.append(UnsafeBufferPointer(rebasing: memory.buffers[queries.count...]), &work)
    let matrix = try TextMatrix(
      scorer, list, queries: queries.count, form: form, cutoff: cutoff, &work)
    var rows = [[Double]](repeating: [], count: queries.count)
    try matrix.scores(UnsafeBufferPointer(rebasing: memory.buffers[..<queries.count]), &work) {
      rows[$0] = Array($1)
    }
    return rows
  }

  /// Texts around the lengths at which another kernel takes over, of few and many different scalars.
  private static func texts(_ numbers: inout FixedNumbers) -> [String] {
    let lengths = [0, 1, 2, 3, 4, 5, 12, 22, 31, 32, 33, 40, 63, 64, 65, 100, 255, 256, 257, 300]
    return lengths.flatMap { length in
      [2, 12].map { numbers.string(length: length, alphabet: $0) }
    } + ["夜明けの歌", "夜明けの唄 abc", "é \u{301}", "\0a\0", "👩‍🚀 space", "ab  ba\t ab", " "]
      + (0..<3).map { part in
        // More different scalars than any table has room for in one text.
        String(
          String.UnicodeScalarView(
            (0..<60).compactMap { Unicode.Scalar(0x3400 + part * 1024 + $0 * 17) }))
      }
  }

  @Test("Is what pairs are", arguments: TextScorer.allCases)
  func pairs(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 5)
    let texts = Self.texts(&numbers)
    // So that there is a whole pack, a part of one, and queries that are compared alone.
    let queries = Self.texts(&numbers).enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
    for cutoff in [0, 0.6] {
      let rows = try Self.matrix(scorer, queries, texts, cutoff: cutoff)
      for (query, row) in zip(queries, rows) {
        for (text, score) in zip(texts, row) {
          let alone = try TextSimilarity.similarity(scorer, query, text, cutoff: cutoff)
          #expect(score == alone, "\(query.debugDescription), \(text.debugDescription)")
        }
      }
    }
  }

  /// The kernels of lesser processors, too; meanwhile other tests get the same numbers from them.
  @Test("Every kernel gives the same numbers", arguments: TextScorer.allCases)
  func kernels(scorer: TextScorer) throws {
    defer { TextPack.use(.avx512) }
    var numbers = FixedNumbers(state: 6)
    let texts = Self.texts(&numbers)
    let queries = texts + texts.reversed() + Self.texts(&numbers)
    let found = try TextPack.Kernels.allCases.map { kernels in
      TextPack.use(kernels)
      return try Self.matrix(scorer, queries, texts, cutoff: 0.1)
    }
    for other in found.dropFirst() { #expect(other == found[0]) }
  }

  @Test(
    "Fills memory for all of them with the same numbers, in parts", arguments: TextScorer.allCases)
  func whole(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 7)
    let (texts, queries) = (Self.texts(&numbers), Self.texts(&numbers) + Self.texts(&numbers))
    let expected = try Self.matrix(scorer, queries, texts)
    let memory = TextMemory(queries + texts)
    var work = TextWork()
    let list = TextList()
    try list.append(UnsafeBufferPointer(rebasing: memory.buffers[queries.count...]), &work)
    let room = UnsafeMutableBufferPointer<Double>.allocate(capacity: queries.count * texts.count)
    defer { room.deallocate() }
    room.initialize(repeating: .nan)
    let matrix = try TextMatrix(scorer, list, queries: queries.count, into: room, &work)
    var taken: [Int] = []
    for part in [0..<30, 30..<queries.count] {
      try matrix.scores(
        UnsafeBufferPointer(rebasing: memory.buffers[part]), first: part.lowerBound, &work
      ) { number, _ in taken.append(number) }
    }
    #expect(taken.sorted() == Array(queries.indices))
    for (number, row) in expected.enumerated() {
      #expect(Array(room[number * texts.count..<(number + 1) * texts.count]) == row)
    }
  }

  @Test("Nothing against something, and one query")
  func few() throws {
    #expect(try Self.matrix(.ratio, [], ["a"]).isEmpty)
    #expect(try Self.matrix(.ratio, ["a", "b"], []) == [[], []])
    #expect(try Self.matrix(.jaroWinkler, ["", "a"], ["", "a"]) == [[1, 0], [0, 1]])
    #expect(try Self.matrix(.ratio, ["AB c"], ["ab-C"], form: .normalize) == [[1]])
  }

  private struct Ended: Error {}

  @Test(
    "Looks for every stride of steps, counts its memory, and ends", arguments: TextScorer.allCases)
  func looks(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 8)
    let texts = (0..<200).map { _ in numbers.string(length: 50, alphabet: 12) }
    let queries = Array(texts.prefix(12))
    var (looks, held) = (0, 0)
    _ = try Self.matrix(
      scorer, queries, texts,
      work: TextWork {
        looks += 1; held = max(held, $0)
      })
    #expect(looks >= 2)
    #expect(held >= 200 * MemoryLayout<Double>.stride)
    #expect(throws: Ended.self) {
      try Self.matrix(
        scorer, queries + queries + queries, texts + texts + texts,
        work: TextWork { _ in throw Ended() })
    }
  }

  @Test("A limit holds for each pair, or for all", arguments: TextScorer.allCases)
  func renewed(scorer: TextScorer) throws {
    var numbers = FixedNumbers(state: 9)
    let texts = (0..<60).map { _ in numbers.string(length: 60, alphabet: 12) }
    let steps = 2 * TextWork.stride
    let rows = try Self.matrix(
      scorer, texts, texts, work: TextWork(steps: steps, isRenewed: true))
    #expect(rows.count == 60)
    #expect(throws: TextWorkExceeded(limit: steps)) {
      try Self.matrix(scorer, texts, texts, work: TextWork(steps: steps))
    }
  }
}
