/// The state of a refresher.
public struct RefresherState: Sendable, Equatable {
  /// The refresher.
  public let refresher: Refresher
  /// The results of earlier runs.
  public let history: RefreshHistory
  /// The rule's present decision; nil if the rule fails.
  public let decision: RefreshDecision?
  /// The rule's error; nil without one.
  public let problem: String?
  /// Whether the refresher runs now.
  public let isRunning: Bool
}

/// The error for a name that no refresher has.
public struct UnknownRefresher: Error, Sendable, CustomStringConvertible {
  let name: String
  let known: [String]

  /// The message: the unknown name and the known ones.
  public var description: String {
    "there is no refresher '\(name)'; there are \(known.joined(separator: ", "))"
  }
}
