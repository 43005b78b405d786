/// Flights by what they fetch.
struct FlightTable {
  /// Everything that may change the answer or the right to it; all are GETs.
  private struct Key: Hashable {
    let url: HTTPURL
    let headers: HTTPHeaders
    let options: HTTPOptions
    let policy: HTTPPolicy

    init(_ call: HTTPCall) {
      (url, policy) = (call.url, call.context.policy)
      (headers, options) = (call.request.headers, call.request.options)
    }
  }

  private var flights: [Key: Flight] = [:]

  /// The flight that an identical request joins.
  func find(_ call: HTTPCall) -> Flight? { flights[Key(call)] }

  /// Adds a flight; there must be none for an identical request.
  mutating func insert(_ flight: Flight) { flights[Key(flight.call)] = flight }

  /// Takes a flight out that is in the table.
  mutating func remove(_ flight: Flight) { flights[Key(flight.call)] = nil }
}
