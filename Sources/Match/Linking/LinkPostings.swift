internal import GRDB
internal import Reactor
internal import SQL

/// The rows of each blocking key.
///
/// Keys are spread over buckets by their first bits; the file keeps a bucket as one value. Buckets
/// that were read stay in memory as far as there is room, because rows that follow each other share
/// few keys.
final class LinkPostings: Sendable {
  /// The keys with the same first bits in order, each once, with its rows in order.
  struct Bucket {
    private var keys: [UInt64] = []
    /// Where the rows of each key end.
    private var ends: [Int32] = []
    private(set) var rows: [UInt32] = []

    /// - Parameter bytes: the key of each row, then the rows.
    fileprivate init(_ bytes: [UInt8] = []) {
      let count = bytes.count / 12
      bytes.withUnsafeBytes { raw in
        rows = (0..<count).map {
          raw.loadUnaligned(fromByteOffset: count * 8 + $0 * 4, as: UInt32.self)
        }
        for place in 0..<count {
          let key = raw.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)
          if keys.last == key {
            ends[ends.count - 1] += 1
          } else {
            keys.append(key)
            ends.append(Int32(clamping: place + 1))
          }
        }
      }
    }

    /// Where the first rows of a key are, `most` of them.
    func places(of key: Int64, most: Int) -> Range<Int> {
      let key = UInt64(bitPattern: key)
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle] < key { low = middle + 1 } else { high = middle }
      }
      guard low < keys.count, keys[low] == key else { return 0..<0 }
      let start = low > 0 ? Int(ends[low - 1]) : 0
      return start..<min(Int(ends[low]), start + most)
    }
  }

  private struct Entry: Comparable {
    let key: UInt64
    let row: UInt32

    static func < (left: Entry, right: Entry) -> Bool {
      left.key != right.key ? left.key < right.key : left.row < right.row
    }
  }

  /// The buckets that were read.
  fileprivate final class Cache {
    var bits: Int?
    var buckets: [Int: Bucket] = [:]
    var entries = 0
    /// The weight of each row, 0 but while rows are searched, and the rows that have one.
    var sums: [Double] = []
    var found: [UInt32] = []
  }

  static let schema =
    "CREATE TABLE IF NOT EXISTS posting(bucket INTEGER PRIMARY KEY, entries BLOB);"

  /// Entries of a bucket on average.
  private static let usual = 512
  /// The most bits of a bucket's number: 16 million buckets.
  private static let mostBits = 24
  private static let bitsNote = "posting_bits"

  private let (mostSorted, mostHeld): (Int, Int)
  private let cache = Guarded(Cache())

  /// - Parameters:
  ///   - mostSorted: entries that are in memory while buckets are made, of 16 bytes each.
  ///   - mostHeld: entries of buckets that stay in memory, of 12 bytes each.
  init(mostSorted: Int = 2_000_000, mostHeld: Int = 4_000_000) {
    (self.mostSorted, self.mostHeld) = (mostSorted, mostHeld)
  }

  // MARK: Reading

  /// Gives the buckets of keys, for the time of a call.
  struct Reader {
    fileprivate let cache: Cache
    fileprivate let bits: Int
    fileprivate let mostHeld: Int
    fileprivate let statement: PreparedStatement

    /// The bucket that a key is in.
    func bucket(of key: Int64) throws -> Bucket {
      let number = LinkPostings.number(key, bits)
      if let known = cache.buckets[number] { return known }
      let read = try statement.first(.int(Int64(number))) { Bucket($0.bytes(0)) }
      let bucket = read ?? Bucket()
      if cache.entries + bucket.rows.count > mostHeld {
        (cache.buckets, cache.entries) = ([:], 0)
      }
      cache.buckets[number] = bucket
      cache.entries += bucket.rows.count
      return bucket
    }

    /// Adds to the weight of rows, of those up to `last`.
    func add(_ weight: Double, to rows: ArraySlice<UInt32>, through last: UInt32) {
      let missing = Int(last) + 1 - cache.sums.count
      if missing > 0 { cache.sums.append(contentsOf: repeatElement(0, count: missing)) }
      let found = cache.sums.withUnsafeMutableBufferPointer { sums in
        rows.filter { row in
          guard row <= last else { return false }
          defer { sums[Int(row)] += weight }
          return sums[Int(row)] == 0
        }
      }
      cache.found += found
    }

    /// The rows with a weight, in no order.
    var sums: [(row: UInt32, weight: Double)] {
      cache.found.map { (row: $0, weight: cache.sums[Int($0)]) }
    }

    /// Takes the weights from all rows.
    func clearSums() {
      for row in cache.found { cache.sums[Int(row)] = 0 }
      cache.found.removeAll(keepingCapacity: true)
    }
  }

  /// Calls `body` with a reader; one caller at a time.
  func reading<Value>(_ db: Database, _ body: (Reader) throws -> Value) throws -> Value {
    try cache.withLock { cache in
      let bits = try cache.bits ?? Self.bits(db)
      cache.bits = bits
      let statement = try PreparedStatement(db, "SELECT entries FROM posting WHERE bucket = ?")
      return try body(Reader(cache: cache, bits: bits, mostHeld: mostHeld, statement: statement))
    }
  }

  private static func bits(_ db: Database) throws -> Int {
    let note = try PreparedStatement(db, "SELECT value FROM note WHERE name = ?")
      .first(.text(bitsNote)) { $0.text(0) }
    return min(mostBits, max(0, note.flatMap { Int($0) } ?? 0))
  }

  fileprivate static func number(_ key: Int64, _ bits: Int) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: key) >> UInt64(64 - bits))
  }

  // MARK: Making

  /// Makes the buckets of a table's keys anew, as many at a time as memory allows.
  /// - Returns: the number of keys over all rows.
  func make(_ db: Database, _ side: LinkFile.Side) throws -> Int {
    try cache.withLock { cache in
      cache = Cache()
      try db.execute(sql: "DELETE FROM posting")
      let total =
        try PreparedStatement(
          db, "SELECT coalesce(sum(length(keys)), 0) / 8 FROM \(side.rawValue)_row"
        ).first { Int($0.int(0)) } ?? 0
      var bits = 0
      while bits < Self.mostBits, total >> bits > Self.usual { bits += 1 }
      var counts = [Int](repeating: 0, count: 1 << bits)
      try Self.forEachKey(db, side) { key, _ in counts[Self.number(key, bits)] += 1 }
      var first = 0
      while first < counts.count {
        var (end, size) = (first + 1, counts[first])
        while end < counts.count, size + counts[end] <= mostSorted {
          size += counts[end]
          end += 1
        }
        try Self.write(db, side, first, counts[first..<end], bits)
        first = end
      }
      try LinkFile.setNote(db, Self.bitsNote, String(bits))
      return total
    }
  }

  private static func forEachKey(
    _ db: Database, _ side: LinkFile.Side, _ body: (Int64, UInt32) -> Void
  ) throws {
    let rows = try PreparedStatement(db, "SELECT id, keys FROM \(side.rawValue)_row ORDER BY id")
    try rows.forEach { row in
      let id = UInt32(clamping: row.int(0))
      for key in LinkKeys.read(row.bytes(1)) { body(key, id) }
    }
  }

  /// Writes the buckets from `first` on, which have `counts` entries.
  private static func write(
    _ db: Database, _ side: LinkFile.Side, _ first: Int, _ counts: ArraySlice<Int>, _ bits: Int
  ) throws {
    var free: [Int] = []
    var size = 0
    for count in counts {
      free.append(size)
      size += count
    }
    var entries = [Entry](repeating: Entry(key: 0, row: 0), count: size)
    try forEachKey(db, side) { key, row in
      let place = number(key, bits) - first
      guard free.indices.contains(place) else { return }
      entries[free[place]] = Entry(key: UInt64(bitPattern: key), row: row)
      free[place] += 1
    }
    let insert = try PreparedStatement(db, "INSERT INTO posting VALUES (?, ?)")
    var start = 0
    for (place, end) in free.enumerated() where end > start {
      entries[start..<end].sort()
      try insert.run(.int(Int64(first + place)), .blob(bytes(of: entries[start..<end])))
      start = end
    }
  }

  /// The keys and then the rows of entries, each entry once.
  private static func bytes(of entries: ArraySlice<Entry>) -> [UInt8] {
    var (keys, rows): ([UInt64], [UInt32]) = ([], [])
    for entry in entries where keys.last != entry.key || rows.last != entry.row {
      keys.append(entry.key)
      rows.append(entry.row)
    }
    return keys.withUnsafeBytes { Array($0) } + rows.withUnsafeBytes { Array($0) }
  }
}
