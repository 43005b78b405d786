internal import Notation
internal import ScriptHost

/// A script's declaration of its command line.
struct ArgumentSpec {
  /// The types that a declaration may name.
  enum Kind: String, CaseIterable {
    case flag, string, integer, number, duration, size, url, path, choice
  }

  /// One option or positional argument.
  struct Item {
    var name: String
    var kind: Kind
    var help = ""
    var defaultValue: LuaValue = .nil
    var minimum: Double?
    var maximum: Double?
    var choices: [String] = []
    var writes = false
    var isOptional = false
    var isMany = false
    var placeholder: String?
    var isPositional = false

    /// As the user knows it: `--top`, `FILE`.
    var label: String { isPositional ? name.uppercased() : "--" + name }

    /// The key in the table that the script gets.
    var key: String { name.replacing("-", with: "_") }
  }

  var name: String
  var summary = ""
  var options: [Item] = []
  var positional: [Item] = []
  var examples: [String] = []

  /// The options that every program script has.
  static let common = [
    Item(name: "json", kind: .flag, help: "print one JSON document"),
    Item(name: "events", kind: .flag, help: "print NDJSON events as things happen"),
    Item(name: "quiet", kind: .flag, help: "leave out progress and remarks"),
    Item(name: "no-color", kind: .flag, help: "no colours"),
  ]

  /// - Throws: ``HostError`` that names the field that is wrong.
  init(_ value: LuaValue, scriptName: String) throws {
    guard case .object(let fields) = value else {
      throw Self.wrong("the declaration is a table with 'options' and 'positional'")
    }
    try Self.check(fields, known: Self.shape.fields.map(\.name), in: "the declaration")
    name = Self.text(fields["name"]) ?? scriptName
    summary = Self.text(fields["summary"]) ?? ""
    options = try Self.items(fields["options"], "options")
    positional = try Self.items(fields["positional"], "positional")
    if case .array(let lines)? = fields["examples"] { examples = lines.compactMap(Self.text) }
    for item in Self.common where !options.contains(where: { $0.name == item.name }) {
      options.append(item)
    }
  }

  /// Options that mixhost takes for itself wherever they stand on the command line.
  private static let reserved: Set<String> = [
    "home", "offline", "verbose", "log-level", "log-format", "timeout", "max-memory", "allow-net",
    "allow-read", "allow-write", "allow-env", "allow-auth", "sandbox", "mock", "help",
  ]

  private static func items(_ value: LuaValue?, _ place: String) throws -> [Item] {
    switch value ?? .nil {
    case .nil: return []
    case .object(let fields) where fields.isEmpty: return []
    case .array(let list):
      return try list.enumerated().map { index, value in
        var found = try item(value, "\(place)[\(index + 1)]")
        found.isPositional = place == "positional"
        return found
      }
    default: throw wrong("'\(place)' is a list")
    }
  }

  private static func item(_ value: LuaValue, _ place: String) throws -> Item {
    let fields: [String: LuaValue] =
      switch value {
      case .object(let fields): fields
      // A name alone, {"file"}, is a list to Lua.
      case .array(let list) where list.count == 1: ["1": list[0]]
      default: [:]
      }
    guard let name = text(fields["1"] ?? fields["name"]) else {
      throw wrong(
        "\(place) is a table that begins with a name, such as {\"top\", type = \"integer\"}")
    }
    guard !reserved.contains(name) else {
      throw wrong("\(place): --\(name) is an option of mixhost itself; choose another name")
    }
    let known = ["1", "name"] + itemShape.fields.dropFirst().map(\.name)
    try check(fields, known: known, in: "\(place) (\(name))")
    let typeName = text(fields["type"]) ?? "string"
    guard let kind = Kind(rawValue: typeName) else {
      let types = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong("\(place) (\(name)): type '\(typeName)' is not one of \(types)")
    }
    var item = Item(name: name, kind: kind)
    item.help = text(fields["help"]) ?? ""
    item.minimum = number(fields["min"])
    item.maximum = number(fields["max"])
    item.writes = text(fields["access"]) == "write"
    item.isOptional = fields["optional"] == .bool(true)
    item.isMany = fields["many"] == .bool(true)
    item.placeholder = text(fields["placeholder"])
    if case .array(let list)? = fields["choices"] { item.choices = list.compactMap(text) }
    if let value = fields["default"] {
      // Defaults are written as on the command line: "2MB", "24h".
      item.defaultValue = try text(value).map { try ArgumentValue.parse($0, item) } ?? value
    }
    return item
  }

  private static func check(_ fields: [String: LuaValue], known: [String], in place: String) throws
  {
    for key in fields.keys.sorted() where !known.contains(key) {
      let hint = Suggestion.closest(to: key, in: known).map { " (did you mean '\($0)'?)" } ?? ""
      throw wrong("\(place): unknown field '\(key)'\(hint)")
    }
  }

  private static func text(_ value: LuaValue?) -> String? {
    if case .string(let text)? = value { return text }
    return nil
  }

  private static func number(_ value: LuaValue?) -> Double? {
    switch value {
    case .int(let number)?: Double(number)
    case .number(let number)?: number
    default: nil
    }
  }

  private static func wrong(_ message: String) -> HostError {
    HostError.usage("bad argument 'spec' to mix.args.parse: \(message)")
  }
}
