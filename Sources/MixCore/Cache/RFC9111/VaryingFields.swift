/// The request fields that an answer depends on (RFC 9111, 4.1).
///
/// Authorization is always one of them: RFC 9111 lets a private cache serve an authorised answer
/// again, but two accounts of one user must not see each other's.
public struct VaryingFields: Sendable, Equatable {
  /// The fields' names in lower case, sorted, each once; without `*`.
  public let names: [String]
  /// Whether the answer said `Vary: *`, which no later request matches.
  public let matchesNothing: Bool

  /// Reads the Vary fields of an answer.
  public init(_ headers: HTTPHeaders) {
    let listed = headers.list("Vary").map { $0.lowercased() }
    matchesNothing = listed.contains("*")
    names = Set(listed + ["authorization"]).subtracting(["*"]).sorted()
  }

  init(names: [String]) {
    self.names = names
    matchesNothing = false
  }

  /// Whether every varying field is absent from a request and only Authorization was implied, which
  /// makes the answer the plain one of its address.
  func isPlain(for request: HTTPHeaders) -> Bool {
    names == ["authorization"] && request["Authorization"] == nil
  }

  /// One text for the fields' values in a request; equal texts match (4.1): white space around commas
  /// and the split over several lines do not count, nor does case where the field ignores it.
  func selectingText(in request: HTTPHeaders) -> String {
    names.map { name in
      guard request[name] != nil else { return "\(name)\n" }
      let value = request.list(name).joined(separator: ",")
      return "\(name):\(Self.ignoresCase(name) ? value.lowercased() : value)\n"
    }.joined()
  }

  /// Whether the fields have the same values in two requests.
  public func match(_ left: HTTPHeaders, _ right: HTTPHeaders) -> Bool {
    !matchesNothing && selectingText(in: left) == selectingText(in: right)
  }

  private static func ignoresCase(_ name: String) -> Bool {
    ["accept", "accept-charset", "accept-encoding", "accept-language"].contains(name)
  }
}
