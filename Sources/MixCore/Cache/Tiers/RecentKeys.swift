/// The keys of addresses that were looked for lately: hashing one takes as long as finding its answer in memory.
struct RecentKeys {
  private struct Entry {
    var address = ""
    var key = CacheKey("")
  }

  private static let count = 128
  /// Longer addresses are hashed each time: they would hold memory.
  private static let longest = 512

  // By the low bits of an address's hash; empty before the first one.
  private var entries: [Entry] = []

  /// The key of an address, made by `make` unless it is known.
  mutating func key(_ address: String, make: () -> CacheKey) -> CacheKey {
    if address.utf8.count > Self.longest { return make() }
    if entries.isEmpty { entries = [Entry](repeating: Entry(), count: Self.count) }
    let place = FlightTable.hash(of: address) & (Self.count - 1)
    if entries[place].address == address { return entries[place].key }
    let key = make()
    entries[place] = Entry(address: address, key: key)
    return key
  }
}
