internal import CText
internal import Notation

/// The texts of a list, compared with up to ``height`` queries at once.
///
/// The texts must stay in memory while this is used. Not thread-safe.
final class TextPack {
  static let height = CTEXT_LANES
  /// Texts that are compared between two checkpoints.
  private static let block = CTEXT_BLOCK
  /// Steps of one comparison that take as long as one step of a pack.
  private static let steps = 4

  /// Queries by length; those of one group are compared at once.
  enum Group: Int, CaseIterable {
    /// Queries of up to 32 units, and of up to 64.
    case short, medium
    /// Longer queries, which are compared with packs of the list's texts.
    case long
  }

  private let scorer: TextScorer
  /// The texts, or their sorted words.
  private let texts: [TextPiece]
  /// The same texts, within each block by length, and their places in the block.
  private let ordered: [TextPiece]
  private let places: [UInt8]
  private let longTexts: [Int]
  private let mediumTexts: [Int]
  private let pack: OpaquePointer
  private let arena: TextArena

  /// Packs the texts; nil for a scorer that compares each query separately.
  /// - Throws: errors of the watch of `work`.
  init?(_ scorer: TextScorer, _ pieces: [TextPiece], _ work: inout TextWork) throws {
    guard Self.packs(scorer) else { return nil }
    let arena = TextArena()
    let texts =
      scorer == .tokenSortRatio ? try Self.sorted(pieces, arena, &work) : pieces
    guard let pack = ctext_pack_new() else { return nil }
    (self.scorer, self.texts, self.arena, self.pack) = (scorer, texts, arena, pack)
    (ordered, places) = Self.ordered(texts)
    longTexts = texts.indices.filter { texts[$0].count > CTEXT_LONGEST_TEXT }
    mediumTexts = texts.indices.filter { texts[$0].count > CTEXT_LONGEST }
    work.hold(arena.bytes + texts.count * (MemoryLayout<TextPiece>.stride + 1))
  }

  deinit { ctext_pack_free(pack) }

  /// Kernels for lesser processors than this one; tests try each.
  enum Kernels: CaseIterable {
    case any, avx2, avx512
  }

  /// Limits all packs to these kernels from now on.
  static func use(_ kernels: Kernels) {
    switch kernels {
    case .any: ctext_use(CTEXT_ANY)
    case .avx2: ctext_use(CTEXT_AVX2)
    case .avx512: ctext_use(CTEXT_AVX512)
    }
  }

  /// The texts of each block by length, and their places in the block.
  private static func ordered(_ texts: [TextPiece]) -> ([TextPiece], [UInt8]) {
    var (ordered, places) = (texts, [UInt8](repeating: 0, count: texts.count))
    for start in stride(from: 0, to: texts.count, by: block) {
      let size = min(texts.count - start, block)
      // The length, and in the low bits the place.
      var keys = (0..<size).map { texts[start + $0].count << 8 | $0 }
      keys.sort()
      for (place, key) in keys.enumerated() {
        ordered[start + place] = texts[start + (key & 255)]
        places[start + place] = UInt8(key & 255)
      }
    }
    return (ordered, places)
  }

  private static func packs(_ scorer: TextScorer) -> Bool {
    switch scorer {
    case .ratio, .tokenSortRatio, .jaroWinkler, .levenshteinRatio, .damerauRatio: true
    case .partialRatio, .tokenSetRatio, .wratio, .difflibRatio: false
    }
  }

  /// Texts with their words sorted; long texts stay as they are.
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

  /// The group in which a query is compared; nil for a query that is compared alone.
  func group(_ query: TextQuery) -> Group? {
    guard let length = query.packable?.count, length <= CTEXT_LONGEST_TEXT else { return nil }
    if length == 0, scorer == .jaroWinkler { return nil }
    return length <= CTEXT_SHORT ? .short : length <= CTEXT_LONGEST ? .medium : .long
  }

  /// The places of texts that queries of a group are not compared with.
  func left(by group: Group) -> [Int] { group == .long ? mediumTexts : longTexts }

  /// Compares up to ``height`` queries of a group with all texts but those it leaves out; one row
  /// for each query.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work`.
  func compare(
    _ queries: [TextQuery], _ group: Group, into rows: [UnsafeMutablePointer<Double>?],
    cutoff: Double, _ work: inout TextWork
  ) throws {
    let queries = queries.map { $0.packable ?? .empty }
    if group == .long {
      try compare(long: queries, rows, cutoff, &work)
    } else {
      try compare(patterns: queries, rows, cutoff, &work)
    }
  }

  private func compare(
    patterns: [TextPiece], _ rows: [UnsafeMutablePointer<Double>?], _ cutoff: Double,
    _ work: inout TextWork
  ) throws {
    set(patterns)
    for start in stride(from: 0, to: texts.count, by: Self.block) {
      let block = start..<min(texts.count, start + Self.block)
      work.renew()
      try work.spend(Self.steps &* Self.units(ordered[block]))
      withPieces(ordered[block]) { pieces in
        places[block].withUnsafeBufferPointer { places in
          ctext_pack_scores(
            pack, pieces.baseAddress, places.baseAddress, pieces.count, Self.name(scorer), cutoff,
            rows, start)
        }
      }
    }
  }

  /// Compares long queries with the list's texts as patterns, which is allowed because packing
  /// scorers are symmetric.
  private func compare(
    long queries: [TextPiece], _ rows: [UnsafeMutablePointer<Double>?], _ cutoff: Double,
    _ work: inout TextWork
  ) throws {
    for start in stride(from: 0, to: texts.count, by: Self.height) {
      let part = texts[start..<min(texts.count, start + Self.height)]
      work.renew()
      try work.spend(Self.steps &* Self.units(queries[...]) &+ Self.units(part))
      set(part.map { $0.count > CTEXT_LONGEST ? .empty : $0 })
      withPieces(queries[...]) { pieces in
        ctext_pack_scores_across(
          pack, pieces.baseAddress, pieces.count, Self.name(scorer), cutoff, rows, start)
      }
    }
  }

  private func set(_ patterns: [TextPiece]) {
    withPieces(patterns[...]) { pieces in
      ctext_pack_set(
        pack, pieces.baseAddress, pieces.count,
        scorer == .levenshteinRatio || scorer == .damerauRatio)
    }
  }

  /// Number of units that a pack visits.
  private static func units(_ texts: ArraySlice<TextPiece>) -> Int {
    texts.reduce(0) { $0 &+ min($1.count, CTEXT_LONGEST_TEXT) }
  }

  /// The scorer's name in C.
  private static func name(_ scorer: TextScorer) -> ctext_scorer {
    switch scorer {
    case .jaroWinkler: CTEXT_JARO_WINKLER
    case .levenshteinRatio: CTEXT_LEVENSHTEIN
    case .damerauRatio: CTEXT_DAMERAU
    default: CTEXT_RATIO
    }
  }

  /// Runs `body` with the texts as C's structures.
  private func withPieces(
    _ pieces: ArraySlice<TextPiece>, _ body: (UnsafeBufferPointer<ctext_piece>) -> Void
  ) {
    // Both layouts are a pointer and a number.
    pieces.withUnsafeBufferPointer { $0.withMemoryRebound(to: ctext_piece.self, body) }
  }
}
