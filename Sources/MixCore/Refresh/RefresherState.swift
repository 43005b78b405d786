/// Where a refresher stands.
public struct RefresherState: Sendable, Equatable {
  /// Which one.
  public let refresher: Refresher
  /// How earlier runs went.
  public let history: RefreshHistory
  /// What its rule says now; nil when the rule cannot be asked.
  public let decision: RefreshDecision?
  /// What is wrong with its rule; nil when nothing is.
  public let problem: String?
  /// Whether it runs now.
  public let isRunning: Bool
}

/// A name that no refresher has.
public struct UnknownRefresher: Error, Sendable, CustomStringConvertible {
  let name: String
  let known: [String]

  /// What was asked for, and what there is.
  public var description: String {
    "there is no refresher '\(name)'; there are \(known.joined(separator: ", "))"
  }
}
