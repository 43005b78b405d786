/// Flights by what they fetch.
///
/// Each is hashed once, when its request comes: a dictionary would hash an address anew for every
/// look-up, insertion and removal, five times a request.
struct FlightTable {
  private var buckets = [Flight?](repeating: nil, count: 128)
  private var count = 0

  /// The hash of a request: the rest seldom differs where the address is the same.
  ///
  /// Eight bytes at a time: the standard one costs ten times as much, to be safe from senders who choose
  /// their keys; the flights of a moment are few.
  static func hash(_ call: HTTPCall) -> Int { hash(of: call.url.text) }

  /// The hash of an address.
  static func hash(of url: String) -> Int {
    url.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
      ?? hash(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private static func hash(_ raw: UnsafeRawBufferPointer) -> Int {
    var hash = UInt64(raw.count)
    var at = 0
    while at < raw.count {
      var word: UInt64 = 0
      if at + 8 <= raw.count {
        word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      } else {
        for byte in raw[at...] { word = word << 8 | UInt64(byte) }
      }
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
      at += 8
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// The flight that an identical request joins.
  func find(_ call: HTTPCall, hash: Int) -> Flight? {
    var next = buckets[hash & (buckets.count - 1)]
    while let flight = next {
      if flight.hash == hash, Self.areIdentical(flight.call, call) { return flight }
      next = flight.next
    }
    return nil
  }

  /// Adds a flight; there must be none for an identical request.
  mutating func insert(_ flight: Flight) {
    if count == buckets.count { grow() }
    count += 1
    link(flight)
  }

  /// Takes a flight out that is in the table.
  mutating func remove(_ flight: Flight) {
    let bucket = flight.hash & (buckets.count - 1)
    if buckets[bucket] === flight {
      buckets[bucket] = flight.next
    } else {
      var before = buckets[bucket]
      while let other = before, other.next !== flight { before = other.next }
      before?.next = flight.next
    }
    flight.next = nil
    count -= 1
  }

  private mutating func grow() {
    let old = buckets
    buckets = [Flight?](repeating: nil, count: 2 * old.count)
    for first in old {
      var next = first
      while let flight = next {
        next = flight.next
        link(flight)
      }
    }
  }

  private mutating func link(_ flight: Flight) {
    let bucket = flight.hash & (buckets.count - 1)
    flight.next = buckets[bucket]
    buckets[bucket] = flight
  }

  /// Compares everything that may change the answer or the right to it; all are GETs.
  private static func areIdentical(_ a: HTTPCall, _ b: HTTPCall) -> Bool {
    a.url.text == b.url.text && a.request.headers == b.request.headers
      && a.request.options == b.request.options && a.context.policy == b.context.policy
  }
}
