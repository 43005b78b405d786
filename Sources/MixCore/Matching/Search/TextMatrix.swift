internal import CText

/// Similarities of several queries with the texts of a list.
///
/// Contract: as of ``TextList``, which must not change meanwhile. Not thread-safe.
public final class TextMatrix {
  private let scorer: TextScorer
  private let form: TextForm?
  private let cutoff: Double
  private let list: TextList
  private let pack: TextPack?
  /// The similarities of each query that is compared at once.
  private let rows: UnsafeMutableBufferPointer<Double>

  /// - Parameters:
  ///   - queries: how many there will be.
  ///   - form: what every query is brought to; the list has been.
  ///   - cutoff: similarities below it are given as 0.
  /// - Throws: what the watch of `work` throws.
  public init(
    _ scorer: TextScorer, _ list: TextList, queries: Int, form: TextForm? = nil,
    cutoff: Double = 0, _ work: inout TextWork
  ) throws {
    (self.scorer, self.list, self.form, self.cutoff) = (scorer, list, form, cutoff)
    pack = try TextPack(scorer, list.pieces, &work)
    // Allocated last: when one of the above throws, nothing frees it.
    let height = pack == nil ? 1 : min(TextPack.height, max(1, queries))
    rows = .allocate(capacity: height * list.count)
    work.hold(rows.count * MemoryLayout<Double>.stride)
  }

  deinit { rows.deallocate() }

  /// Hands out the similarities of each query with all texts of the list, in the list's order, together with
  /// the number of the query. Queries of like length come one after the other.
  /// - Throws: ``TextWorkExceeded``; what the watch of `work` and `take` throw.
  public func scores(
    _ queries: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>, _ work: inout TextWork,
    take: (Int, UnsafeBufferPointer<Double>) throws -> Void
  ) throws {
    var waiting = [[Waiting]](repeating: [], count: 2)
    for (number, bytes) in queries.enumerated() {
      let query = try TextQuery(scorer, utf8: bytes, form: form, &work)
      guard let pack, let group = pack.group(query) else {
        try compare(query, &work)
        try take(number, row(0))
        continue
      }
      waiting[group].append(Waiting(number: number, query: query))
      if waiting[group].count == TextPack.height {
        try compare(waiting[group], pack, &work, take)
        waiting[group].removeAll(keepingCapacity: true)
      }
    }
    for group in waiting where !group.isEmpty {
      if let pack { try compare(group, pack, &work, take) }
    }
  }

  private struct Waiting {
    let number: Int
    let query: TextQuery
  }

  private func row(_ index: Int) -> UnsafeBufferPointer<Double> {
    UnsafeBufferPointer(rebasing: rows[index * list.count..<(index + 1) * list.count])
  }

  private func compare(_ query: TextQuery, _ work: inout TextWork) throws {
    try work.pass(list.count)
    for (place, text) in list.pieces.enumerated() {
      work.renew()
      rows[place] = try query.similarity(text, floor: cutoff, &work)
    }
  }

  private func compare(
    _ group: [Waiting], _ pack: TextPack, _ work: inout TextWork,
    _ take: (Int, UnsafeBufferPointer<Double>) throws -> Void
  ) throws {
    try pack.compare(group.map(\.query), into: rows, cutoff: cutoff, &work)
    for place in pack.longTexts {
      for (index, waiting) in group.enumerated() {
        work.renew()
        rows[index * list.count + place] = try waiting.query.similarity(
          list.pieces[place], floor: cutoff, &work)
      }
    }
    for (index, waiting) in group.enumerated() { try take(waiting.number, row(index)) }
  }
}
