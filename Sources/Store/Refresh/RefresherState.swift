/// The state of a refresher.
public struct RefresherState: Sendable, Equatable {
  /// The refresher.
  public let refresher: Refresher
  /// How earlier runs went.
  public let history: RefreshHistory
  /// The rule's present decision; nil when the rule cannot be asked.
  public let decision: RefreshDecision?
  /// The fault of its rule; nil without one.
  public let problem: String?
  /// Whether it runs now.
  public let isRunning: Bool
}

/// A name that no refresher has.
public struct UnknownRefresher: Error, Sendable, CustomStringConvertible {
  let name: String
  let known: [String]

  /// The value that was asked for, and the one found.
  public var description: String {
    "there is no refresher '\(name)'; there are \(known.joined(separator: ", "))"
  }
}
