/// Environment variables in their order, searched one after another.
///
/// Not a dictionary: the first use of one costs a tenth of a short run's time
/// (docs/architecture.md, "Start-up").
///
/// ```swift
/// let variables: EnvironmentVariables = ["HOME": "/home/ann", "LANG": "C"]
/// ```
public struct EnvironmentVariables: Sendable, ExpressibleByDictionaryLiteral {
  private var entries: [(name: String, value: String)] = []

  /// Makes an empty list.
  public init() {}

  /// Makes a list of the given variables; of equal names the first counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { entries.append((name, value)) }
  }

  /// Adds a variable. A variable of that name that is already there wins, as in the process's
  /// environment.
  public mutating func append(_ name: String, _ value: String) { entries.append((name, value)) }

  /// The names, in their order.
  public var names: [String] { entries.map(\.name) }

  /// A variable's value; nil when it is not set.
  public subscript(name: String) -> String? {
    for entry in entries where entry.name == name { return entry.value }
    return nil
  }

  /// The variables whose name passes the test.
  public func filter(_ isWanted: (String) -> Bool) -> EnvironmentVariables {
    var result = EnvironmentVariables()
    result.entries = entries.filter { isWanted($0.name) }
    return result
  }
}
