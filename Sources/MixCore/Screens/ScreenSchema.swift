/// The values that a field of a screen's node may have.
public indirect enum ScreenType: Sendable {
  case text
  case flag
  case number
  case integer
  /// A text, a number, or true or false.
  case scalar
  /// An https address, or a path of this server.
  case address
  /// The name of one of the screen's actions.
  case action
  /// A scalar, or scalars by name: what an action is called with.
  case arguments
  case choice([String])
  case list(ScreenType)
  case record(ScreenRecord)
  /// A list of records of scalars, told apart by the field that the node's `key` names.
  case rows

  /// As error messages and documentation name it.
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

/// One field of a node or of a part of it.
public struct ScreenField: Sendable {
  /// As views write it.
  public let name: String
  /// Its values.
  public let type: ScreenType
  /// Whether it may not be missing.
  public let isRequired: Bool
  /// One line.
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
  /// `column`.
  public let name: String
  /// The field that tells the items of a list apart; nil: their places do.
  public let identity: String?
  /// Its fields.
  public let fields: [ScreenField]

  init(_ name: String, identity: String? = nil, _ fields: [ScreenField]) {
    self.name = name
    self.identity = identity
    self.fields = fields
  }
}

/// A kind of node.
public struct ScreenKind: Sendable {
  /// The part after the kind's name in a node's table.
  public enum Content: Sendable, Equatable {
    case nothing
    /// Nodes.
    case children
    /// One value: that of a field. A node without it is left out, if `isLeftOut`.
    case field(String, isLeftOut: Bool)
  }

  /// `table`.
  public let name: String
  /// Its description, in one line.
  public let doc: String
  /// See ``Content``.
  public let content: Content
  /// Its fields besides `id`.
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

  /// The kind of a name.
  public static func named(_ name: String) -> ScreenKind? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
