/// Environment variables, few enough to be looked through.
///
/// Not a dictionary: the first use of one costs a tenth of a short run's time, for its hashing is
/// looked up among all conformances of the program (docs/architecture.md, "Start-up").
public struct EnvironmentVariables: Sendable, ExpressibleByDictionaryLiteral {
  private var entries: [(name: String, value: String)] = []

  /// No variables.
  public init() {}

  /// Variables given in place; of several of one name the first counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { entries.append((name, value)) }
  }

  /// Adds a variable; one of that name that is there already wins, as in the process's environment.
  public mutating func append(_ name: String, _ value: String) { entries.append((name, value)) }

  /// The names, in their order.
  public var names: [String] { entries.map(\.name) }

  /// A variable's value; nil when it is not set.
  public subscript(name: String) -> String? {
    for entry in entries where entry.name == name { return entry.value }
    return nil
  }

  /// Those whose name passes.
  public func filter(_ isWanted: (String) -> Bool) -> EnvironmentVariables {
    var result = EnvironmentVariables()
    result.entries = entries.filter { isWanted($0.name) }
    return result
  }
}
