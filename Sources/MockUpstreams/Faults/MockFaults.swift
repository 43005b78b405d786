/// The faults that a ``MockServer`` puts into the answers of its upstreams:
/// `429:20%+503:10%+truncate:5%`.
public struct MockFaults: Sendable, Equatable {
  /// The fault.
  public enum Kind: Sendable, Hashable {
    /// Another HTTP status than the upstream's own, 400...599.
    case status(Int)
    /// Half of the body, of which the Content-Length promises all.
    case truncate
    /// No answer until the client gives up.
    case timeout
    /// The body in pieces with pauses between them, one second for the whole.
    case slow
    /// Half of the body, and then nothing until the client gives up.
    case stall
    /// The connection aborted (TCP RST) instead of an answer.
    case reset
    /// The connection closed (TCP FIN) instead of an answer.
    case close
    /// A page of HTML with status 200, as captive portals send.
    case html
    /// Random bytes with the status and type of the answer.
    case garbage
    /// Status 200 and no body.
    case empty
  }

  /// How often something goes wrong.
  public enum Amount: Sendable, Equatable {
    /// A number of requests out of a million, drawn.
    case perMillion(Int)
    /// A number of requests from the first one on, after those of the rules before.
    case first(Int)
    /// The request of that number alone, from 1 on.
    case only(Int)
  }

  /// One fault with its amount.
  public struct Rule: Sendable, Equatable {
    /// The fault.
    public var kind: Kind
    /// How often.
    public var amount: Amount

    /// A rule of its two parts.
    public init(_ kind: Kind, _ amount: Amount) {
      self.kind = kind
      self.amount = amount
    }
  }

  /// The `Retry-After` of injected answers with status 429 and 503.
  public enum RetryAfter: Sendable, Equatable {
    /// No such header.
    case absent
    /// Whole seconds, 0...86,400, on every 429 and on about half of the 503s, drawn.
    case seconds(Int)
  }

  /// The faults in the order they were written; their shares sum to a million at most.
  public var rules: [Rule] = []
  /// The Retry-After of refused requests.
  public var retryAfter: RetryAfter = .seconds(1)
  /// Only requests below these paths get faults; empty: those to any upstream.
  public var paths: [String] = []

  /// No faults.
  public init() {}

  /// True when nothing ever goes wrong.
  public var isEmpty: Bool { rules.isEmpty }
}

extension MockFaults.Kind {
  private static let named: [(name: String, kind: Self)] = [
    ("truncate", .truncate), ("timeout", .timeout), ("slow", .slow), ("stall", .stall),
    ("reset", .reset), ("close", .close), ("html", .html), ("garbage", .garbage), ("empty", .empty),
  ]

  /// All names but those of statuses, for messages.
  static var names: String { named.map(\.name).joined(separator: ", ") }

  init?(name: some StringProtocol) {
    if let kind = Self.named.first(where: { $0.name == name })?.kind {
      self = kind
    } else if let status = Int(name), (400...599).contains(status) {
      self = .status(status)
    } else {
      return nil
    }
  }

  /// How options and the log call it.
  var name: String {
    if case .status(let code) = self { return String(code) }
    return Self.named.first { $0.kind == self }?.name ?? ""
  }
}
