/// The type of a field of a screen's node.
public indirect enum ScreenType: Sendable {
  case text
  case flag
  case number
  case integer
  /// A text, a number or a truth value.
  case scalar
  /// An https address, or a path of this server.
  case address
  /// The name of an action of the screen.
  case action
  /// The arguments of an action: a scalar, or scalars by name.
  case arguments
  case choice([String])
  case list(ScreenType)
  case record(ScreenRecord)
  /// A list of records of scalars, identified by the field that the node's `key` names.
  case rows

  /// The type in error messages and documentation.
  public var words: String {
    switch self {
    case .text: "a text"
    case .flag: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .scalar: "a text, a number, or true or false"
    case .address: "an https:// address, or a path that begins with /"
    case .action: "the name of an action"
    case .arguments: "a value, or a table of values by name"
    case .choice(let names): "one of \(names.joined(separator: ", "))"
    case .list(let type): "a list (\(type.words))"
    case .record(let record): "a table (\(record.name))"
    case .rows: "a list of rows"
    }
  }
}

/// A field of a node or of a part of it.
public struct ScreenField: Sendable {
  /// The field's name in views.
  public let name: String
  /// The field's type.
  public let type: ScreenType
  /// Whether the field must be present.
  public let isRequired: Bool
  /// The description, on one line.
  public let doc: String

  init(_ name: String, _ type: ScreenType, _ doc: String, required: Bool = false) {
    self.name = name
    self.type = type
    self.doc = doc
    isRequired = required
  }
}

/// A part of a node, such as a column.
public struct ScreenRecord: Sendable {
  /// The part's name, such as `column`.
  public let name: String
  /// The field that identifies the items of a list; nil when their places do.
  public let identity: String?
  /// The fields of the part.
  public let fields: [ScreenField]

  init(_ name: String, identity: String? = nil, _ fields: [ScreenField]) {
    self.name = name
    self.identity = identity
    self.fields = fields
  }
}

/// A kind of node.
public struct ScreenKind: Sendable {
  /// The values that follow the kind's name in a node's table.
  public enum Content: Sendable, Equatable {
    case nothing
    /// Nodes, the children.
    case children
    /// One value, stored as a field. Without it the node is left out if `isLeftOut`.
    case field(String, isLeftOut: Bool)
  }

  /// The kind's name, such as `table`.
  public let name: String
  /// The description, on one line.
  public let doc: String
  /// The values that follow the name.
  public let content: Content
  /// The fields besides `id`.
  public let fields: [ScreenField]

  init(_ name: String, _ doc: String, _ content: Content, _ fields: [ScreenField]) {
    self.name = name
    self.doc = doc
    self.content = content
    self.fields = fields
  }

  init(_ name: String, _ doc: String, _ fields: [ScreenField]) {
    self.init(name, doc, .nothing, fields)
  }

  /// The kind with this name; nil when there is none.
  public static func named(_ name: String) -> ScreenKind? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
