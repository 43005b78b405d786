/// The rules' findings on a candidate.
public enum MatchVerdict: String, Sendable, CaseIterable {
  /// It is the one.
  case matched
  /// Somebody has to look.
  case uncertain
  /// It is not.
  case none
}

/// A decision about one query.
public struct MatchDecision: Sendable, Equatable {
  /// The decision.
  public let verdict: MatchVerdict
  /// In words.
  public let reason: String
  /// The row that was taken, or came nearest; nil when every candidate was refused.
  public let row: Int?
  /// The best row of another work.
  public let rival: Int?
}

/// Breaks a tie: a candidate's value of a field.
public enum TieValue: Sendable, Equatable {
  /// The candidate has none.
  case missing
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
}

/// The facts that a decision needs of the candidates beside their scores.
public protocol MatchEvidence {
  /// A candidate's value of a field that breaks ties.
  func value(_ row: Int, of field: String) -> TieValue
  /// Whether two rows' candidates are releases of one work.
  func areSameWork(_ first: Int, _ other: Int) throws -> Bool
  /// A gate's word on a row; nil: none.
  func note(_ row: Int, gate: Int) -> String?
}
