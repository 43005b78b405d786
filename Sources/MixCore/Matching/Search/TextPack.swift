internal import CText

/// The texts of a list, to be compared with up to ``height`` short queries at once.
///
/// Contract: the texts stay in memory. Not thread-safe.
final class TextPack {
  static let height = CTEXT_LANES
  /// How many texts are compared between two checkpoints.
  private static let block = CTEXT_BLOCK

  private let scorer: TextScorer
  /// The texts, or their words in order.
  private let texts: [TextPiece]
  /// The places of texts that are too long.
  let longTexts: [Int]
  private let pack: OpaquePointer
  private let arena: TextArena

  /// nil for a scorer that compares each query for itself.
  /// - Throws: what the watch of `work` throws.
  init?(_ scorer: TextScorer, _ pieces: [TextPiece], _ work: inout TextWork) throws {
    guard Self.packs(scorer) else { return nil }
    let arena = TextArena()
    let texts =
      scorer == .tokenSortRatio ? try Self.sorted(pieces, arena, &work) : pieces
    guard let pack = ctext_pack_new() else { return nil }
    (self.scorer, self.texts, self.arena, self.pack) = (scorer, texts, arena, pack)
    longTexts = texts.indices.filter { texts[$0].count > CTEXT_LONGEST_TEXT }
    work.hold(arena.bytes)
  }

  deinit { ctext_pack_free(pack) }

  private static func packs(_ scorer: TextScorer) -> Bool {
    switch scorer {
    case .ratio, .tokenSortRatio, .jaroWinkler, .levenshteinRatio, .damerauRatio: true
    case .partialRatio, .tokenSetRatio, .wratio, .difflibRatio: false
    }
  }

  /// Texts with their words in order; long ones stay as they are.
  private static func sorted(
    _ pieces: [TextPiece], _ arena: TextArena, _ work: inout TextWork
  ) throws -> [TextPiece] {
    let (bytes, scalars) = (WordList<UInt8>(), WordList<UInt32>())
    return try pieces.map { piece in
      guard piece.count <= CTEXT_LONGEST_TEXT else { return piece }
      return piece.isASCII
        ? try sorted(piece.bytes, bytes, arena, &work)
        : try sorted(piece.scalars, scalars, arena, &work)
    }
  }

  private static func sorted<Unit: TextUnit>(
    _ text: TextUnits<Unit>, _ words: WordList<Unit>, _ arena: TextArena, _ work: inout TextWork
  ) throws -> TextPiece {
    try words.set(text, unique: false, &work)
    return TextPiece(words.join(into: arena.allocate(Unit.self, words.joinedLength)))
  }

  /// The group that this query is compared in: short ones, or longer ones. nil for one that is alone.
  func group(_ query: TextQuery) -> Int? {
    guard let length = query.packable?.count, length <= CTEXT_LONGEST else { return nil }
    if length == 0, scorer == .jaroWinkler { return nil }
    return length <= CTEXT_SHORT ? 0 : 1
  }

  /// Compares up to ``height`` queries that have a group; one row a query, without ``longTexts``.
  func compare(
    _ queries: [TextQuery], into rows: UnsafeMutableBufferPointer<Double>, cutoff: Double,
    _ work: inout TextWork
  ) throws {
    let patterns = queries.map { $0.packable ?? .empty }
    withPieces(patterns) { pieces in
      ctext_pack_set(
        pack, pieces.baseAddress, pieces.count,
        scorer == .levenshteinRatio || scorer == .damerauRatio)
    }
    for start in stride(from: 0, to: texts.count, by: Self.block) {
      let block = start..<min(texts.count, start + Self.block)
      work.renew()
      for place in block { try work.spend(Self.height &* min(texts[place].count, 256)) }
      run(block, into: rows, cutoff)
    }
  }

  private func run(
    _ block: Range<Int>, into rows: UnsafeMutableBufferPointer<Double>, _ cutoff: Double
  ) {
    texts.withUnsafeBufferPointer { texts in
      withPieces(UnsafeBufferPointer(rebasing: texts[block])) { pieces in
        ctext_pack_scores(
          pack, pieces.baseAddress, pieces.count, Self.name(scorer), cutoff,
          rows.baseAddress.map { $0 + block.lowerBound }, texts.count)
      }
    }
  }

  /// A scorer that packs, as C calls it.
  private static func name(_ scorer: TextScorer) -> ctext_scorer {
    switch scorer {
    case .jaroWinkler: CTEXT_JARO_WINKLER
    case .levenshteinRatio: CTEXT_LEVENSHTEIN
    case .damerauRatio: CTEXT_DAMERAU
    default: CTEXT_RATIO
    }
  }

  /// Texts as C sees them.
  private func withPieces<Result>(
    _ pieces: [TextPiece], _ body: (UnsafeBufferPointer<ctext_piece>) -> Result
  ) -> Result {
    pieces.withUnsafeBufferPointer { withPieces($0, body) }
  }

  private func withPieces<Result>(
    _ pieces: UnsafeBufferPointer<TextPiece>, _ body: (UnsafeBufferPointer<ctext_piece>) -> Result
  ) -> Result {
    // A pointer and a number: both layouts are fixed.
    pieces.withMemoryRebound(to: ctext_piece.self, body)
  }
}
