/// Applies invariants to a filter's state until none changes it any more.
public struct FilterFixpoint {
  /// An invariant that changed the state.
  public struct Firing: Sendable, Equatable {
    /// Its place among the invariants.
    public let invariant: Int
    /// The state that it made.
    public let state: FilterState
  }

  /// The outcome.
  public struct Outcome: Sendable, Equatable {
    /// The state that all invariants leave as it is.
    public let state: FilterState
    /// The invariants that changed something, in the order in which they did.
    public let fired: [Firing]
  }

  /// Invariants that undo each other.
  public struct Cycle: Error, Equatable {
    /// Their places, each once, in the order in which they fired.
    public let invariants: [Int]
    /// The state that they come back to.
    public let state: FilterState
  }

  private static let mostRounds = 100

  /// How many invariants there are.
  public let count: Int
  /// An invariant's change of a state.
  public let apply: (Int, FilterState) throws -> FilterState

  /// A fixpoint of `count` invariants.
  public init(count: Int, apply: @escaping (Int, FilterState) throws -> FilterState) {
    self.count = count
    self.apply = apply
  }

  /// Applies the invariants in their order, and again, until a whole round changes nothing.
  /// - Throws: ``Cycle``; what an invariant throws.
  public func settle(_ start: FilterState) throws -> Outcome {
    var state = start
    var fired: [Firing] = []
    // By state: how many had fired when a round began with it.
    var rounds: [FilterState: Int] = [:]
    while true {
      // Invariants that keep making up new values never come back to one: they are stopped as well.
      if let since = rounds[state] ?? (rounds.count < Self.mostRounds ? nil : 0) {
        var places: [Int] = []
        for firing in fired[since...] where !places.contains(firing.invariant) {
          places.append(firing.invariant)
        }
        throw Cycle(invariants: places, state: state)
      }
      rounds[state] = fired.count
      let before = fired.count
      for place in 0..<count {
        let next = try apply(place, state)
        guard next != state else { continue }
        fired.append(Firing(invariant: place, state: next))
        state = next
      }
      if fired.count == before { return Outcome(state: state, fired: fired) }
    }
  }
}
