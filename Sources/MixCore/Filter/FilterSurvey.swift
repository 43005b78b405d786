internal import Notation

/// Walks over every state that a filter can reach, and says what each change leads to.
public struct FilterSurvey {
  /// The side effects of a change of one field.
  public struct Row: Sendable, Equatable {
    /// The field.
    public let field: Int
    /// The values that it was set to, with the same effect each; nil: no value.
    public var values: [String?]
    /// The fields that came out otherwise than asked for: field and value.
    public let effects: [Effect]
    /// The invariants that did it, in the order in which they fired.
    public let invariants: [Int]
    /// How many states a change begins in that has this effect, of each value.
    public let states: Int
  }

  /// A field that an invariant has set.
  public struct Effect: Sendable, Hashable {
    /// The field.
    public let field: Int
    /// Its value; nil: none.
    public let value: String?
  }

  /// All reachable states, the initial one first.
  public private(set) var states: [FilterState] = []
  /// How many changes were tried.
  public private(set) var changes = 0
  /// The changes that lead elsewhere than asked for; fields and values in their order.
  public private(set) var rows: [Row] = []

  private struct Kind: Hashable {
    let field: Int
    let value: String?
    let effects: [Effect]
    let invariants: [Int]
  }

  /// The most combinations of values that are looked at.
  public static let mostStates = 500_000

  private var outcomes: [FilterState: FilterFixpoint.Outcome] = [:]
  private var counts: [Kind: Int] = [:]
  private var order: [Kind] = []

  /// Surveys a filter; open fields take the values that are known of them.
  /// - Throws: ``FilterFixpoint/Cycle``, ``TooManyStates``, what an invariant throws.
  public init(_ schema: FilterSchema, _ fixpoint: FilterFixpoint) throws {
    let choices = schema.fields.map(Self.choices)
    let product = choices.reduce(into: 1.0) { $0 *= Double($1.count) }
    guard product <= Double(Self.mostStates) else { throw TooManyStates(count: product) }
    let initial = try fixpoint.settle(schema.standard).state
    var known: Set<FilterState> = [initial]
    states = [initial]
    var next = 0
    while next < states.count {
      let state = states[next]
      next += 1
      for (field, values) in choices.enumerated() {
        for value in values where value != state.values[field] {
          let outcome = try settled(state.with(field, value), fixpoint)
          changes += 1
          if known.insert(outcome.state).inserted { states.append(outcome.state) }
          note(state.with(field, value), field, outcome)
        }
      }
    }
    rows = makeRows(choices)
    outcomes = [:]
    counts = [:]
    order = []
  }

  /// The values that a field can be set to: the known ones, and none where that may be.
  private static func choices(_ field: FilterField) -> [String?] {
    field.standard == nil ? [nil] + field.values : field.values
  }

  private mutating func settled(
    _ state: FilterState, _ fixpoint: FilterFixpoint
  ) throws -> FilterFixpoint.Outcome {
    if let outcome = outcomes[state] { return outcome }
    let outcome = try fixpoint.settle(state)
    outcomes[state] = outcome
    return outcome
  }

  private mutating func note(
    _ asked: FilterState, _ field: Int, _ outcome: FilterFixpoint.Outcome
  ) {
    guard asked != outcome.state else { return }
    let effects = asked.values.indices
      .filter { asked.values[$0] != outcome.state.values[$0] }
      .map { Effect(field: $0, value: outcome.state.values[$0]) }
    let kind = Kind(
      field: field, value: asked.values[field], effects: effects,
      invariants: outcome.fired.map(\.invariant))
    if counts[kind] == nil { order.append(kind) }
    counts[kind, default: 0] += 1
  }

  /// Values of one field with the same effects share a row.
  private func makeRows(_ choices: [[String?]]) -> [Row] {
    var rows: [Row] = []
    for (field, values) in choices.enumerated() {
      for value in values {
        for kind in order where kind.field == field && kind.value == value {
          let row = Row(
            field: field, values: [value], effects: kind.effects, invariants: kind.invariants,
            states: counts[kind] ?? 0)
          let same = rows.firstIndex {
            $0.field == field && $0.effects == row.effects && $0.invariants == row.invariants
              && $0.states == row.states
          }
          if let same { rows[same].values.append(value) } else { rows.append(row) }
        }
      }
    }
    return rows
  }
}

/// A filter with more combinations than can be looked at.
public struct TooManyStates: Error, CustomStringConvertible {
  let count: Double

  /// In words.
  public var description: String {
    "the fields have \(Int(clamping: count)) combinations of values; at most \(FilterSurvey.mostStates) are "
      + "looked at: list fewer values of open fields"
  }
}
