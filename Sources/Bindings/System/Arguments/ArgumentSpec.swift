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

  /// - Parameter fields: as ``shape`` says.
  /// - Throws: ``HostError`` for a default that does not fit.
  init(_ fields: Fields, scriptName: String) throws {
    name = fields.string("name") ?? scriptName
    summary = fields.string("summary") ?? ""
    options = try fields.records("options").map { try Item($0) }
    positional = try fields.records("positional").map {
      var item = try Item($0)
      item.isPositional = true
      return item
    }
    examples = fields.texts("examples")
    for item in Self.common where !options.contains(where: { $0.name == item.name }) {
      options.append(item)
    }
  }

  /// Options that mixhost takes for itself wherever they stand on the command line.
  private static let reserved: Set<String> = [
    "home", "offline", "verbose", "log-level", "log-format", "timeout", "max-memory", "allow-net",
    "allow-read", "allow-write", "allow-env", "allow-auth", "sandbox", "mock", "help",
  ]

  /// The table that declares a command line.
  static let shape = Shape(
    "args.spec", "A script's declaration of its command line.",
    [
      .init("name", .text, "as messages call the script (default: its file's name)"),
      .init("summary", .text, "what it does, in one line"),
      .init("options", .list(.record(item)), "options, given as --name value"),
      .init("positional", .list(.record(item)), "arguments, given by position"),
      .init("examples", .texts, "command lines for --help"),
    ])

  private static let item = Shape(
    "args.item", "One option or positional argument.",
    [
      .init("[1]", .filled, "the name, such as \"top\""),
      .init("name", .filled, "the name, where it is not the first element"),
      .init(
        "type", .choice(of: Kind.self),
        "a flag takes no value; a path is granted for this run (default string)"),
      .init("help", .text, "one line for --help"),
      .init("default", .any, "the value when it is not given; texts as on the command line"),
      .init("min", .number, "the smallest number, seconds or bytes allowed"),
      .init("max", .number, "the largest"),
      .init("choices", .texts, "what a choice may be"),
      .init("access", .choice(["read", "write"]), "what is granted for a path (default read)"),
      .init("optional", .flag, "whether a positional argument may be missing"),
      .init("many", .flag, "whether it takes all that follow, as a list"),
      .init("placeholder", .text, "what --help calls its value"),
    ]
  ) { item in
    guard let name = item.string("[1]") ?? item.string("name") else {
      throw item.wrong(
        "", "is a table that begins with a name, such as {\"top\", type = \"integer\"}")
    }
    guard !name.hasPrefix("-") else {
      throw item.wrong(
        "", "is wrong: its name is written without dashes, \"\(name.drop { $0 == "-" })\"")
    }
    guard !reserved.contains(name) else {
      throw item.wrong(
        "", "is wrong: --\(name) is an option of mixhost itself; choose another name")
    }
  }

  /// The errors of a declaration.
  static let voice = ShapeVoice { place, fault in
    let place = place.hasSuffix(".") ? String(place.dropLast()) : place
    if case .unknown(let name, _) = fault {
      let table = place.dropLast(name.count + 1)
      return HostError.usage(
        "\(table.isEmpty ? "" : table + ": ")unknown field '\(name)'\(fault.hint)")
    }
    return HostError.usage(place.isEmpty ? fault.words : "\(place) \(fault.words)")
  }
}

extension ArgumentSpec.Item {
  fileprivate init(_ fields: Fields) throws {
    self.init(
      name: fields.string("[1]") ?? fields.string("name") ?? "",
      kind: fields.choice("type") ?? .string)
    help = fields.string("help") ?? ""
    minimum = fields.number("min")
    maximum = fields.number("max")
    choices = fields.texts("choices")
    writes = fields.string("access") == "write"
    isOptional = fields.bool("optional") == true
    isMany = fields.bool("many") == true
    placeholder = fields.string("placeholder")
    // Defaults are written as on the command line: "2MB", "24h".
    if let text = fields.string("default") {
      do { defaultValue = try ArgumentValue.parse(text, self) } catch let problem as ArgumentProblem
      {
        throw fields.wrong("default", "does not fit: \(problem.message)")
      }
    } else {
      defaultValue = fields.value("default") ?? .nil
    }
  }
}

/// The declaration as an argument.
struct ArgumentDeclaration: LuaArgument {
  static let luaTypeName = "table"
  let fields: Fields

  static func read(_ call: HostCall, _ index: Int32) throws -> ArgumentDeclaration? {
    guard call.stack.kind(index) == .table else { return nil }
    return ArgumentDeclaration(
      fields: try ShapeReader(call, ArgumentSpec.voice).fields(ArgumentSpec.shape, index))
  }
}
