/// How rules judge a candidate.
public enum MatchVerdict: String, Sendable, CaseIterable {
  /// The candidate is the wanted work.
  case matched
  /// A person has to decide.
  case uncertain
  /// The candidate is another work.
  case none
}

/// A decision about one query.
public struct MatchDecision: Sendable, Equatable {
  /// The verdict.
  public let verdict: MatchVerdict
  /// The reason in words for the user.
  public let reason: String
  /// The row that was chosen, or came nearest; nil when every candidate was refused.
  public let row: Int?
  /// The best row of another work; nil when no other is left.
  public let rival: Int?
}

/// A candidate's value of a field that breaks ties.
public enum TieValue: Sendable, Equatable {
  /// The candidate lacks the field.
  case missing
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
}

/// Supplies what a decision needs to know of candidates beside their scores.
public protocol MatchEvidence {
  /// The candidate's value of a field that breaks ties.
  func value(_ row: Int, of field: String) -> TieValue
  /// Whether two rows' candidates are releases of one work.
  func areSameWork(_ first: Int, _ other: Int) throws -> Bool
  /// A gate's remark on a row; nil when it made none.
  func note(_ row: Int, gate: Int) -> String?
}
