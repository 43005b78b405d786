/// A value of a checked screen: a node is a record with `kind` and `id`, its children a list of nodes.
public indirect enum ScreenValue: Sendable, Equatable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([ScreenValue])
  case record([String: ScreenValue])
}

extension ScreenValue: Hashable {}

/// A view's result before it is checked: data, without the language that it is written in.
public indirect enum ScreenInput: Sendable {
  /// Nothing: `nil`, `false` in place of a node, a hole in a list.
  case none
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// A list, fields by name, or both.
  case table(list: [ScreenInput], fields: [String: ScreenInput])
  /// Something that is not data, by its type's name.
  case other(String)

  /// In a word, for messages.
  var kind: String {
    switch self {
    case .none: "nothing"
    case .flag: "true or false"
    case .integer, .number: "a number"
    case .text: "a text"
    case .table: "a table"
    case .other(let type): "a \(type)"
    }
  }
}

/// A fault of a screen's tree, and its place.
public struct ScreenError: Error, Equatable, CustomStringConvertible {
  /// Such as `page[2].table.columns[1].key`.
  public let path: String
  /// The fault.
  public let message: String

  /// - Parameter path: empty for the whole tree.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// In words, with the path.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// How large a tree may be.
public enum ScreenLimits {
  /// How deep tables nest in what a view returns.
  public static let depth = 24
  /// Nodes, and items outside of lists that are shown in parts.
  public static let nodes = 10_000
  /// Items in one list. A page holds those in sight only, so they do not count as nodes.
  public static let items = 100_000
  /// Values in all.
  public static let values = 2_000_000
  /// The longest text, in bytes.
  public static let textBytes = 100_000
}
