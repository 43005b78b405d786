/// Flights by what they fetch.
struct FlightTable {
  // By address: the rest of a request seldom differs where that is the same.
  private var flights: [String: [Flight]] = [:]

  /// The flight that an identical request joins.
  func find(_ call: HTTPCall) -> Flight? {
    flights[call.url.text]?.first { Self.areIdentical($0.call, call) }
  }

  /// Adds a flight; there must be none for an identical request.
  mutating func insert(_ flight: Flight) {
    flights[flight.call.url.text, default: []].append(flight)
  }

  /// Takes a flight out that is in the table.
  mutating func remove(_ flight: Flight) {
    let address = flight.call.url.text
    flights[address]?.removeAll { $0 === flight }
    if flights[address]?.isEmpty == true { flights[address] = nil }
  }

  /// Compares everything that may change the answer or the right to it; all are GETs.
  private static func areIdentical(_ a: HTTPCall, _ b: HTTPCall) -> Bool {
    a.url.text == b.url.text && a.request.headers == b.request.headers
      && a.request.options == b.request.options && a.context.policy == b.context.policy
  }
}
