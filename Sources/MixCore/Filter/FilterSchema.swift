internal import Notation

/// One field of a filter: what may be chosen.
public struct FilterField: Sendable, Equatable {
  /// As states name it.
  public var name: String
  /// Other names that may be written for it.
  public var keys: [String]
  /// The values that are known; written in any case.
  public var values: [String]
  /// Other words for values.
  public var aliases: [String: String]
  /// Whether other values are taken as well.
  public var isOpen: Bool
  /// The value of a state that nobody has changed, and of one that says none; nil: none.
  public var standard: String?
  /// Whether it narrows the view when it is not at its standard.
  public var isFilter: Bool
  /// Its description, in one line.
  public var doc: String?

  /// A field.
  public init(
    _ name: String, keys: [String] = [], values: [String], aliases: [String: String] = [:],
    isOpen: Bool = false, standard: String? = nil, isFilter: Bool = false, doc: String? = nil
  ) {
    self.name = name
    self.keys = keys
    self.values = values
    self.aliases = aliases
    self.isOpen = isOpen
    self.standard = standard
    self.isFilter = isFilter
    self.doc = doc
  }

  /// The value that a text stands for.
  /// - Throws: ``FilterError`` that suggests another.
  public func value(of text: String) throws(FilterError) -> String {
    let folded = text.lowercased()
    if let known = values.first(where: { $0 == text }) { return known }
    if let known = values.first(where: { $0.lowercased() == folded }) { return known }
    for (alias, value) in aliases where alias.lowercased() == folded { return value }
    let isText = text.utf8.count <= 200 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isOpen, isText { return text }
    var message = "\(name): \"\(isText ? text : "…")\" is not known"
    if let closest = Suggestion.closest(to: text, in: values) {
      message += " (did you mean \"\(closest)\"?)"
    } else {
      message += "; known: \(values.joined(separator: ", "))"
    }
    throw FilterError(message: message, field: name)
  }
}

/// The fields of a filter.
public struct FilterSchema: Sendable, Equatable {
  /// In the order in which they are written.
  public var fields: [FilterField]

  /// - Parameter fields: with names of their own.
  public init(_ fields: [FilterField]) { self.fields = fields }

  /// The place of a field by its name or one of its keys, in any case.
  /// - Throws: ``FilterError`` that suggests another.
  public func place(of name: String) throws(FilterError) -> Int {
    let folded = name.lowercased()
    for (place, field) in fields.enumerated()
    where ([field.name] + field.keys).contains(where: { $0.lowercased() == folded }) {
      return place
    }
    let names = fields.map(\.name)
    let hint = Suggestion.closest(to: name, in: names + fields.flatMap(\.keys))
    throw FilterError(
      message: "field \"\(name)\" is not known"
        + (hint.map { " (did you mean \"\($0)\"?)" } ?? "; known: \(names.joined(separator: ", "))"),
      field: nil)
  }

  /// Every field at its standard; the invariants have not been applied.
  public var standard: FilterState { FilterState(values: fields.map(\.standard)) }

  /// The fields that narrow the view.
  public func activeFields(of state: FilterState) -> [String] {
    fields.indices.filter { fields[$0].isFilter && state.values[$0] != fields[$0].standard }
      .map { fields[$0].name }
  }
}

/// A filter's setting: a value, or none, for each field.
public struct FilterState: Sendable, Hashable {
  /// In the order of the fields.
  public var values: [String?]

  /// - Parameter values: one for each field.
  public init(values: [String?]) { self.values = values }

  /// The state with another value of one field.
  public func with(_ place: Int, _ value: String?) -> FilterState {
    var state = self
    state.values[place] = value
    return state
  }
}

/// A fault of a filter that a user has written.
public struct FilterError: Error, Equatable, CustomStringConvertible {
  /// In words.
  public let message: String
  /// The field that it is about.
  public let field: String?

  /// - Parameter field: the field that it is about.
  public init(message: String, field: String?) {
    self.message = message
    self.field = field
  }

  /// In words.
  public var description: String { message }
}
