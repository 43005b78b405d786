internal import ScriptHost

/// Writes the registrations as a Markdown page.
struct ReferencePage {
  private let modules: [Module]
  private let names: TypeNames
  private var lines: [String] = []

  init(_ modules: [Module]) {
    self.modules = modules
    names = TypeNames(modules)
    writeHead()
    for module in modules { write(module) }
    writeTables()
  }

  var text: String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func writeHead() {
    lines = [
      "# The modules", "",
      "<!-- Generated from the registrations by `mixhost docs --write`; change those instead. -->",
      "",
      "Scripts find the modules in the global `mix`. A wrong argument is an error that names the",
      "function, the argument and what was expected; so is an option that does not exist. A call that",
      "may fail for other reasons returns `nil` and an [error](#error). A function that *waits*",
      "lets other tasks run meanwhile; scripts need not do anything for that.", "",
      "| module | is for |", "|---|---|",
    ]
    for module in modules {
      lines.append("| [`mix.\(module.name)`](#mix\(module.name)) | \(Self.cell(module.doc)) |")
    }
    lines += ["| [Tables](#tables) | what functions take and return |", ""]
  }

  // MARK: Modules

  private mutating func write(_ module: Module) {
    lines += ["## mix.\(module.name)", "", module.doc, ""]
    if let sentence = Self.sentence(on: module.rules) { lines += [sentence, ""] }
    if !module.constants.isEmpty {
      lines += ["| constant | is |", "|---|---|"]
      for constant in module.constants {
        lines.append("| `mix.\(module.name).\(constant.name)` | \(Self.cell(constant.doc)) |")
      }
      lines.append("")
    }
    for signature in module.signatures { write(signature, "mix.\(module.name).") }
    for type in module.types {
      lines += ["### \(type.name)", "", "An object. \(type.doc)", ""]
      for signature in type.signatures { write(signature, "\(type.name):", level: "####") }
    }
  }

  /// A sentence on the parts of a module that rules may use.
  private static func sentence(on access: RuleAccess) -> String? {
    guard case .allowed(let exceptions) = access else { return nil }
    let names = exceptions.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
    return "[Rules](rules.md) have it too" + (names.isEmpty ? "." : ", without \(names).")
  }

  private mutating func write(
    _ signature: FunctionSignature, _ prefix: String, level: String = "###"
  ) {
    let parameters = signature.parameters.filter { $0.name != "self" }
    let list = parameters.map { $0.type.hasSuffix("?") ? "[\($0.name)]" : $0.name }
      .joined(separator: ", ")
    lines += ["\(level) \(prefix)\(signature.name)", ""]
    lines += ["`\(prefix)\(signature.name)(\(list))`\(signature.waits ? " · waits" : "")", ""]
    lines += [Self.escaped(signature.doc), ""]
    writeParameters(parameters)
    writeResults(of: signature)
    if !signature.example.isEmpty { lines += ["```lua", signature.example, "```", ""] }
  }

  private mutating func writeParameters(_ parameters: [ParameterInfo]) {
    guard !parameters.isEmpty else { return }
    lines += ["| parameter | type | is |", "|---|---|---|"]
    for parameter in parameters {
      row("`\(parameter.name)`", parameter.type, parameter.doc)
      for field in parameter.fields {
        row("`\(parameter.name).\(field.name)`", Self.optional(field.type), field.doc)
      }
    }
    lines.append("")
  }

  private mutating func writeResults(of signature: FunctionSignature) {
    var parts: [String] = []
    if !signature.resultTypes.isEmpty {
      let types = signature.resultTypes.map(linked).joined(separator: ", ")
      let meaning = signature.resultMeaning
      parts.append("Returns \(types)\(meaning.isEmpty ? "" : ": \(Self.escaped(meaning))").")
    }
    if let failure = signature.failure { parts.append("Failure: \(Self.escaped(failure)).") }
    if !parts.isEmpty { lines += [parts.joined(separator: " "), ""] }
  }

  // MARK: Tables

  private mutating func writeTables() {
    lines += [
      "## Tables", "",
      "Parameters and results of functions; a type that ends in `?` may be absent.", "",
    ]
    for shape in Reference.shapes(modules) {
      lines += ["### \(shape.name)", "", shape.doc, "", "| field | type | is |", "|---|---|---|"]
      for field in shape.fields {
        row(
          "`\(field.name)`", field.isRequired ? field.type : Self.optional(field.type), field.doc)
      }
      lines.append("")
    }
  }

  private static func optional(_ type: String) -> String {
    type.contains("|") || type.hasPrefix("fun(") ? "(\(type))?" : type + "?"
  }

  private mutating func row(_ name: String, _ type: String, _ doc: String) {
    lines.append("| \(name) | \(linked(type)) | \(Self.cell(doc)) |")
  }

  /// A type, with links to the tables and objects that it names.
  private func linked(_ type: String) -> String {
    let shown = "`\(type.replacing("|", with: "\\|"))`"
    guard let name = names.mentioned(in: type).first else { return shown }
    return "[\(shown)](#\(Self.anchor(name)))"
  }

  /// The fragment that Markdown gives a heading.
  private static func anchor(_ heading: String) -> String {
    String(heading.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
  }

  private static func cell(_ text: String) -> String {
    escaped(text).replacing("|", with: "\\|")
  }

  /// Text that Markdown shows as it is.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("<", with: "\\<").replacing("*", with: "\\*")
      .replacing("_", with: "\\_")
  }
}
