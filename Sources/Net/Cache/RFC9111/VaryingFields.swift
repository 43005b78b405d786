/// The request fields that an answer depends on (RFC 9111, 4.1).
///
/// Authorization is always one of them, and every other field of the request that carries a credential:
/// RFC 9111 lets a private cache serve such an answer again, but no account and no script may see what
/// another one's cookie or key has brought.
public struct VaryingFields: Sendable, Equatable {
  /// The fields' names in lower case, sorted, each once; without `*`.
  public let names: [String]
  /// Whether the answer said `Vary: *`, which no later request matches.
  public let matchesNothing: Bool

  /// Reads the Vary fields of an answer.
  /// - Parameter request: the fields of the request that it answers.
  public init(_ headers: HTTPHeaders, request: HTTPHeaders) {
    let listed = headers.list("Vary").map { $0.lowercased() }
    matchesNothing = listed.contains("*")
    names = Set(listed + request.credentialNames + ["authorization"]).subtracting(["*"]).sorted()
  }

  init(names: [String]) {
    self.names = names
    matchesNothing = false
  }

  /// Whether Authorization alone was implied and is absent, which makes the answer the plain one of its
  /// address.
  func isPlain(for request: HTTPHeaders) -> Bool {
    names == ["authorization"] && request["Authorization"] == nil
  }

  /// Whether every credential of a request is among the fields: without that, the answer was given to
  /// somebody else.
  func knowsCredentials(of request: HTTPHeaders) -> Bool {
    request.credentialNames.allSatisfy(names.contains)
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
    !matchesNothing && knowsCredentials(of: left) && knowsCredentials(of: right)
      && selectingText(in: left) == selectingText(in: right)
  }

  private static func ignoresCase(_ name: String) -> Bool {
    ["accept", "accept-charset", "accept-encoding", "accept-language"].contains(name)
  }
}
