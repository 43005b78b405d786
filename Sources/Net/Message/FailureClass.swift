/// The meaning of a failure for whoever asks a service: one table for HTTP, jobs, log-ins and the
/// providers of services.
public enum FailureClass: String, Sendable, CaseIterable {
  /// About this one question; the next may well be answered.
  case refused
  /// The thing that was asked for is gone for good.
  case gone
  /// Ends within minutes.
  case passing
  /// Too many requests: ends when the pause of the address, the route or the key ends.
  case limit
  /// Ends when the user acts.
  case lasting

  /// The class of a failure.
  /// - Parameters:
  ///   - kind: that of an ``HTTPError``, or a provider's own; the status decides about others.
  ///   - status: the answer's, where there is one.
  public init(kind: String, status: Int? = nil) {
    self = Self.kinds[kind] ?? status.map(Self.init(status:)) ?? .lasting
  }

  /// The class of an answer with an unsuccessful status.
  public init(status: Int) {
    self = Self.statuses[status] ?? (status >= 500 ? .passing : .refused)
  }

  /// Whether the same question may be answered later without an action of the user.
  public var mayPass: Bool { self == .passing || self == .limit }

  private static let kinds: [String: FailureClass] = [
    "invalid": .refused, "not_found": .refused, "answer": .refused, "invalidURL": .refused,
    "invalidRequest": .refused, "tooLarge": .refused, "headerTooLarge": .refused,
    "memory": .refused, "redirected": .refused, "tooManyRedirects": .refused, "gone": .gone,
    "unreachable": .passing, "dns": .passing, "timeout": .passing, "offline": .passing,
    "network": .passing, "truncated": .passing, "interrupted": .passing,
    "protocolError": .passing, "portal": .passing, "server": .passing, "rate": .limit,
    "paused": .limit, "rateLimited": .limit, "quota": .limit, "token": .lasting,
    "forbidden": .lasting, "contact": .lasting, "credentials": .lasting,
  ]

  private static let statuses: [Int: FailureClass] = [
    401: .lasting, 402: .lasting, 403: .lasting, 407: .lasting, 408: .passing, 410: .gone,
    425: .passing, 429: .limit, 501: .lasting, 505: .lasting, 506: .lasting, 508: .lasting,
    510: .lasting,
  ]
}
