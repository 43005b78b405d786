/// A value of a checked tree: a node is a record with `kind` and `id`, its children a list of
/// nodes.
public indirect enum ScreenValue: Sendable, Equatable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([ScreenValue])
  case record([String: ScreenValue])
}

extension ScreenValue: Hashable {}

/// A view's unchecked result, independent of the language of the view.
public indirect enum ScreenInput: Sendable {
  /// An absent value: `nil`, `false` in place of a node, a hole in a list.
  case none
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// A list, fields by name, or both.
  case table(list: [ScreenInput], fields: [String: ScreenInput])
  /// A value that is not data, with the name of its type.
  case other(String)

  /// The kind of value for messages, in one word.
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

/// A fault of a screen's tree, with its place.
public struct ScreenError: Error, Equatable, CustomStringConvertible {
  /// The path of the fault, such as `page[2].table.columns[1].key`; empty for the whole tree.
  public let path: String
  /// A description of the fault.
  public let message: String

  /// Makes an error.
  /// - Parameter path: empty for the whole tree.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// The message with the path.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// The limits of a tree.
public enum ScreenLimits {
  /// Deepest nesting of tables in a view's result.
  public static let depth = 24
  /// Most nodes, including items of lists that are never shown in parts.
  public static let nodes = 10_000
  /// Most items in a list. A page holds only those in sight, so they do not count as nodes.
  public static let items = 100_000
  /// Most values in all.
  public static let values = 2_000_000
  /// The longest text, in bytes.
  public static let textBytes = 100_000
}
