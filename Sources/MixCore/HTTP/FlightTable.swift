/// Flights by what they fetch.
///
/// Each is hashed once, when its request comes: a dictionary would hash an address anew for every
/// look-up, insertion and removal, five times a request.
struct FlightTable {
  private var buckets = [Flight?](repeating: nil, count: 128)
  private var count = 0

  /// The hash of a request: the rest seldom differs where the address is the same.
  static func hash(_ call: HTTPCall) -> Int { call.url.text.hashValue }

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

  /// All flights to an address.
  func flights(to url: String) -> [Flight] {
    var found: [Flight] = []
    var next = buckets[url.hashValue & (buckets.count - 1)]
    while let flight = next {
      if flight.call.url.text == url { found.append(flight) }
      next = flight.next
    }
    return found
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
