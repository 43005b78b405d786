internal import Notation

/// A value of a manifest: data, without the language that it is written in.
public enum ManifestNode: Sendable, Equatable {
  case text(String)
  case number(Double)
  case flag(Bool)
  /// A list, fields by name, or both.
  case table(list: [ManifestNode], fields: [String: ManifestNode])

  /// In a word, for messages.
  var kind: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .flag: "true or false"
    case .table: "a table"
    }
  }
}

/// A fault of a manifest, and its field.
public struct ManifestError: Error, Equatable {
  /// With its place, such as `upstreams.shop.rate`.
  public let field: String
  /// To follow the field's name.
  public let message: String

  /// - Parameter field: empty for the whole manifest.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  /// In words, with the file and the line where the field is written.
  public func text(_ path: String, _ source: [UInt8]) -> String {
    guard !field.isEmpty else { return "\(path): \(message)" }
    // A field that is missing stands nowhere: the manifest's first line, then.
    let line = ManifestText(source).line(of: field) ?? 1
    return "\(path):\(line): field '\(field)' \(message)"
  }
}

/// A table of a manifest, read field by field; each field must be one that is known.
struct ManifestTable {
  let list: [ManifestNode]
  /// Stands before a field's name in messages: `upstreams.shop.`.
  let place: String
  private let fields: [String: ManifestNode]

  /// - Throws: ``ManifestError`` for anything that is not a table or has a field that is not `known`.
  init(_ node: ManifestNode, _ place: String, known: [String]?) throws(ManifestError) {
    guard case .table(let list, let fields) = node else {
      let name = place.hasSuffix(".") ? String(place.dropLast()) : place
      throw ManifestError(field: name, message: "is a table, not \(node.kind)")
    }
    self.list = list
    self.fields = fields
    self.place = place
    guard let known else { return }
    if let unknown = fields.keys.sorted().first(where: { !known.contains($0) }) {
      let near = Suggestion.closest(to: unknown, in: known)
      throw wrong(unknown, "is not known" + (near.map { " (did you mean '\($0)'?)" } ?? ""))
    }
  }

  func wrong(_ field: String, _ message: String) -> ManifestError {
    ManifestError(field: place + field, message: message)
  }

  /// The names of the fields, sorted.
  var names: [String] { fields.keys.sorted() }

  func node(_ field: String) -> ManifestNode? { fields[field] }

  func optionalText(_ field: String) throws(ManifestError) -> String? {
    guard let node = fields[field] else { return nil }
    guard case .text(let text) = node, !text.isEmpty else {
      throw wrong(field, "is a text, not \(node == .text("") ? "an empty one" : node.kind)")
    }
    try Self.checkLine(text, place + field)
    return text
  }

  func text(_ field: String) throws(ManifestError) -> String {
    guard let text = try optionalText(field) else { throw wrong(field, "is missing: it is a text") }
    return text
  }

  func number(
    _ field: String, in range: ClosedRange<Double>
  ) throws(ManifestError) -> Double? {
    guard let node = fields[field] else { return nil }
    guard case .number(let number) = node, range.contains(number) else {
      throw wrong(
        field,
        "is a number from \(Int(clamping: range.lowerBound)) to \(Int(clamping: range.upperBound))")
    }
    return number
  }

  func flag(_ field: String) throws(ManifestError) -> Bool {
    guard let node = fields[field] else { return false }
    guard case .flag(let flag) = node else {
      throw wrong(field, "is true or false, not \(node.kind)")
    }
    return flag
  }

  /// A list of texts; empty when there is none.
  func texts(_ field: String) throws(ManifestError) -> [String] {
    guard let node = fields[field] else { return [] }
    guard case .table(let list, let fields) = node, fields.isEmpty else {
      throw wrong(field, "is a list of texts, not \(node.kind)")
    }
    return try Self.texts(list, self.place + field)
  }

  /// A list that the user is shown before it counts, so it has to be one that can be read.
  func shortList(_ field: String) throws(ManifestError) -> [String] {
    let texts = try texts(field)
    guard texts.count <= Self.mostShown else {
      throw wrong(field, "has more than \(Self.mostShown) entries")
    }
    return texts
  }

  private static let mostShown = 32

  /// The texts of a list.
  static func texts(_ list: [ManifestNode], _ place: String) throws(ManifestError) -> [String] {
    var texts: [String] = []
    for node in list {
      guard case .text(let text) = node else {
        throw ManifestError(field: place, message: "is a list of texts; one of it is \(node.kind)")
      }
      try checkLine(text, place)
      texts.append(text)
    }
    return texts
  }

  /// A text with a line break would be two lines of what the user is asked, and has accepted.
  private static func checkLine(_ text: String, _ place: String) throws(ManifestError) {
    guard text.utf8.count <= 1_000 else {
      throw ManifestError(field: place, message: "is longer than 1000 bytes")
    }
    guard text.unicodeScalars.allSatisfy({ ControlCharacter($0) == nil }) else {
      throw ManifestError(field: place, message: "holds a line break or another control character")
    }
    guard !text.unicodeScalars.contains(where: isInvisible) else {
      throw ManifestError(field: place, message: "holds a character that nobody sees")
    }
  }

  /// Whether a character has no picture. Those that join the letters of a script, or choose between pictures, have
  /// their place in texts for people.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200D, 0xFE00...0xFE0F: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Checks that a table has no more fields than a person reads.
  func checkCount(_ field: String) throws(ManifestError) {
    guard fields.count <= Self.mostShown else {
      throw ManifestError(field: field, message: "has more than \(Self.mostShown) entries")
    }
  }

  /// An optional table below a field.
  func table(_ field: String, known: [String]?) throws(ManifestError) -> ManifestTable? {
    guard let node = fields[field] else { return nil }
    return try ManifestTable(node, "\(place)\(field).", known: known)
  }

  /// The tables of a list below a field.
  func tables(_ field: String, known: [String]) throws(ManifestError) -> [ManifestTable] {
    guard let whole = try table(field, known: []) else { return [] }
    var tables: [ManifestTable] = []
    for (position, node) in whole.list.enumerated() {
      tables.append(
        try ManifestTable(node, "\(place)\(field)[\(position + 1)].", known: known))
    }
    return tables
  }
}
