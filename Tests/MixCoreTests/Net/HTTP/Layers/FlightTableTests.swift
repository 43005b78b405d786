import Testing

@testable import Net

@Suite("Flights by their request")
struct FlightTableTests {
  private func call(_ url: String, ttl: Double? = nil) throws -> HTTPCall {
    var request = HTTPRequest(url: url)
    request.options.ttl = ttl
    return HTTPCall(
      id: 1, request: request, url: try HTTPURL(url), context: RequestContext(),
      addresses: .publicOnly, started: .zero)
  }

  private func insert(_ call: HTTPCall, _ table: inout FlightTable) -> Flight {
    let flight = Flight(call, number: 1)
    table.insert(flight)
    return flight
  }

  private func find(_ call: HTTPCall, _ table: FlightTable) -> Flight? {
    table.find(call)
  }

  @Test func findsEachOfMany() throws {
    var table = FlightTable()
    let calls = try (0..<1000).map { try call("https://example.org/\($0)") }
    let flights = calls.map { insert($0, &table) }
    for index in stride(from: 0, to: 1000, by: 3) { table.remove(flights[index]) }
    for (index, flight) in flights.enumerated() {
      // An equal request, not the same object.
      let found = find(try call("https://example.org/\(index)"), table)
      #expect(index % 3 == 0 ? found == nil : found === flight)
    }
  }

  @Test func tellsOptionsApart() throws {
    var table = FlightTable()
    let url = "https://example.org/"
    let plain = insert(try call(url), &table)
    let kept = insert(try call(url, ttl: 60), &table)
    #expect(find(try call(url), table) === plain)
    #expect(find(try call(url, ttl: 60), table) === kept)
    #expect(find(try call(url, ttl: 30), table) == nil)
    table.remove(plain)
    #expect(find(try call(url), table) == nil)
    #expect(find(try call(url, ttl: 60), table) === kept)
  }
}
