internal import CText
internal import Notation

/// Similarities of several queries with the texts of a list.
///
/// The list must not change while this is used. Not thread-safe.
public final class TextMatrix {
  private let scorer: TextScorer
  private let form: TextForm?
  private let cutoff: Double
  private let list: TextList
  private let pack: TextPack?
  /// The similarities of all queries, or of those compared at once.
  private let rows: UnsafeMutableBufferPointer<Double>
  private let isWhole: Bool

  /// Prepares the list.
  /// - Parameters:
  ///   - queries: the number of queries to come.
  ///   - form: the form that queries are brought to; the list's texts already have it.
  ///   - cutoff: lower similarities are returned as 0.
  ///   - whole: memory for the similarities of all queries, one row each, which outlives this
  ///     object.
  /// - Throws: errors of the watch of `work`.
  public init(
    _ scorer: TextScorer, _ list: TextList, queries: Int, form: TextForm? = nil,
    cutoff: Double = 0, into whole: UnsafeMutableBufferPointer<Double>? = nil,
    _ work: inout TextWork
  ) throws {
    precondition(whole.map { $0.count >= queries * list.count } ?? true)
    (self.scorer, self.list, self.form, self.cutoff) = (scorer, list, form, cutoff)
    pack = try TextPack(scorer, list.pieces, &work)
    isWhole = whole != nil
    if let whole {
      rows = whole
    } else {
      // Allocated last, because nothing would free it when one of the above throws.
      let height = pack == nil ? 1 : min(TextPack.height, max(1, queries))
      rows = .allocate(capacity: height * list.count)
      work.hold(rows.count * MemoryLayout<Double>.stride)
    }
  }

  deinit {
    if !isWhole { rows.deallocate() }
  }

  /// Passes `take` the similarities of each query with all texts, in the list's order, and the
  /// number of the query. Queries of similar length come together.
  /// - Parameter first: the number of the first query.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work` and of `take`.
  public func scores(
    _ queries: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>, first: Int = 0,
    _ work: inout TextWork, take: (Int, UnsafeBufferPointer<Double>) throws -> Void
  ) throws {
    var waiting = [[Waiting]](repeating: [], count: TextPack.Group.allCases.count)
    for (place, bytes) in queries.enumerated() {
      let query = Waiting(
        number: first + place, query: try TextQuery(scorer, utf8: bytes, form: form, &work))
      guard let pack, let group = pack.group(query.query) else {
        try compare(query, &work, take)
        continue
      }
      waiting[group.rawValue].append(query)
      if waiting[group.rawValue].count == TextPack.height {
        try compare(waiting[group.rawValue], group, pack, &work, take)
        waiting[group.rawValue].removeAll(keepingCapacity: true)
      }
    }
    guard let pack else { return }
    for group in TextPack.Group.allCases where !waiting[group.rawValue].isEmpty {
      try compare(waiting[group.rawValue], group, pack, &work, take)
    }
  }

  private struct Waiting {
    let number: Int
    let query: TextQuery
  }

  /// The memory for a query's similarities; `index` is its place among the queries compared at
  /// once.
  private func row(_ query: Waiting, _ index: Int) -> UnsafeMutableBufferPointer<Double> {
    let start = (isWhole ? query.number : index) * list.count
    return UnsafeMutableBufferPointer(rebasing: rows[start..<start + list.count])
  }

  private func compare(
    _ query: Waiting, _ work: inout TextWork,
    _ take: (Int, UnsafeBufferPointer<Double>) throws -> Void
  ) throws {
    let row = row(query, 0)
    try work.pass(list.count)
    for (place, text) in list.pieces.enumerated() {
      work.renew()
      row[place] = try query.query.similarity(text, floor: cutoff, &work)
    }
    try take(query.number, UnsafeBufferPointer(row))
  }

  private func compare(
    _ queries: [Waiting], _ group: TextPack.Group, _ pack: TextPack, _ work: inout TextWork,
    _ take: (Int, UnsafeBufferPointer<Double>) throws -> Void
  ) throws {
    let rows = queries.enumerated().map { row($1, $0) }
    try pack.compare(
      queries.map(\.query), group, into: rows.map(\.baseAddress), cutoff: cutoff, &work)
    for place in pack.left(by: group) {
      for (index, query) in queries.enumerated() {
        work.renew()
        rows[index][place] = try query.query.similarity(list.pieces[place], floor: cutoff, &work)
      }
    }
    for (query, row) in zip(queries, rows) { try take(query.number, UnsafeBufferPointer(row)) }
  }
}
