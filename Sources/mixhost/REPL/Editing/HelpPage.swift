import Bindings
import Notation
import ScriptHost
import Terminal

/// The text of `:help`, generated from the registrations.
struct HelpPage {
  let modules: [ModuleDescription]
  let view: SessionView

  /// The list of commands, keys and modules.
  var overview: String {
    var text = view.style("Commands", .bold) + "\n"
    for command in SessionCommand.all {
      text += entry(":\(command.name) \(command.argument)", command.doc, column: 18)
    }
    text += "\n" + moduleList + "\n"
    for line in [
      "_ is the last value. Tab completes. Ctrl-C stops what runs, or drops the line.",
      "Code that ends in & runs in the background.",
    ] { text += view.style(view.wrapped(line, indent: 0), .dim) + "\n" }
    return text
  }

  /// The list of `mix`'s modules.
  private var moduleList: String {
    var text = view.style("Modules", .bold) + "  (:help mix.NAME)\n"
    for module in modules { text += entry("mix.\(module.name)", module.doc, column: 18) }
    return text
  }

  /// The page of a module, function, type or method; nil for an unknown symbol.
  func text(_ symbol: String) -> String? {
    if symbol == "mix" { return moduleList }
    let name = symbol.hasPrefix("mix.") ? String(symbol.dropFirst(4)) : symbol
    if let module = modules.first(where: { $0.name == name }) { return page(module) }
    // `http.client` is the type, `mix.http.client` the function that makes one.
    if symbol == name, let text = typePage(name) { return text }
    for module in modules {
      for signature in module.signatures where "\(module.name).\(signature.name)" == name {
        return page(signature, as: "mix.\(module.name).")
      }
      for constant in module.constantDocs where "\(module.name).\(constant.name)" == name {
        return view.style("mix.\(name)", .cyan) + "\n" + view.wrapped(constant.doc, indent: 2)
      }
      for type in module.objectTypes {
        for signature in type.signatures where "\(type.name):\(signature.name)" == name {
          return page(signature, as: type.name + ":")
        }
      }
    }
    return StandardLibrary.page(symbol) ?? lastPart(name)
  }

  /// The page of an object or a table by its full name; nil for an unknown one.
  private func typePage(_ name: String) -> String? {
    let shape = shapes.first { $0.name == name }
    let type = modules.flatMap(\.objectTypes).first { $0.name == name }
    let parts = [
      shape.map(page), type.map { page($0, heads: shape == nil) },
      shape.flatMap { _ in StandardLibrary.page(name).map { $0 + "\n" } },
    ]
    let text = parts.compactMap(\.self).joined(separator: "\n")
    return text.isEmpty ? nil : text
  }

  /// The page of the only function with such a last part, or the names of several; nil for none.
  private func lastPart(_ word: String) -> String? {
    let found = symbols.filter { $0.split { ".:".contains($0) }.last.map(String.init) == word }
    guard found.count == 1, let only = found.first else {
      return found.isEmpty ? nil : "\(word) is a part of " + found.joined(separator: ", ")
    }
    return text(only)
  }

  private var shapes: [Shape] { [HostError.shape] + modules.flatMap(\.shapes) }

  /// The full names of all functions, methods, objects and tables.
  private var symbols: [String] {
    var names: [String] = []
    for module in modules {
      names += module.signatures.map { "mix.\(module.name).\($0.name)" }
      for type in module.objectTypes {
        names += [type.name] + type.signatures.map { "\(type.name):\($0.name)" }
      }
    }
    return names + shapes.map(\.name).filter { !names.contains($0) }
  }

  /// The message about an unknown symbol.
  /// - Parameter advice: a hint when no name is near.
  func unknown(
    _ symbol: String, advice: String = ":help lists the modules, :doc takes any value"
  ) -> String {
    let names = modules.map { "mix.\($0.name)" } + symbols
    let full = names.contains { $0.hasPrefix("mix." + symbol.prefix(3)) } ? "mix." + symbol : symbol
    let hint = Suggestion.closest(to: symbol, in: names) ?? Suggestion.closest(to: full, in: names)
    return "nothing is known of \(symbol)"
      + (hint.map { " (did you mean \($0)?)" } ?? "; \(advice)")
  }

  // MARK: Pages

  private func page(_ module: ModuleDescription) -> String {
    var text = view.style("mix.\(module.name)", .bold) + "\n"
    text += view.wrapped(module.doc, indent: 2) + "\n\n"
    for signature in module.signatures { text += heading(signature, "") }
    for constant in module.constantDocs {
      text +=
        "  " + view.style(constant.name, .cyan) + "\n" + view.wrapped(constant.doc, indent: 6)
        + "\n"
    }
    for type in module.objectTypes {
      text += "\n" + view.style(type.name, .bold) + "\n" + view.wrapped(type.doc, indent: 2) + "\n"
      for signature in type.signatures { text += heading(signature, ":") }
    }
    return text
  }

  private func page(_ type: any LuaObjectType, heads: Bool) -> String {
    (heads ? headed(type.name, type.doc) : "")
      + type.signatures.map { heading($0, ":") }.joined()
  }

  private func page(_ shape: Shape) -> String {
    headed(shape.name, shape.doc)
      + shape.fields.map {
        entry("  \($0.name)  \($0.type)\($0.isRequired ? "" : "?")", $0.doc, column: 24)
      }.joined()
  }

  private func headed(_ name: String, _ doc: String) -> String {
    view.style(name, .bold) + "\n" + view.wrapped(doc, indent: 2) + "\n\n"
  }

  private func heading(_ signature: FunctionSignature, _ prefix: String) -> String {
    "  " + view.style(DisplayWidth.cut(prefix + signature.call, to: max(10, view.width - 2)), .cyan)
      + "\n" + view.wrapped(signature.doc, indent: 6) + "\n"
  }

  private func page(_ signature: FunctionSignature, as prefix: String) -> String {
    var text = view.style(prefix + signature.call, .cyan) + "\n"
    let waits = signature.waits ? " May wait; other tasks run on." : ""
    text += view.wrapped(signature.doc + waits, indent: 2) + "\n"
    let parameters = signature.parameters.filter { $0.name != "self" }
    if !parameters.isEmpty { text += "\n" }
    for parameter in parameters {
      text += entry("  \(parameter.name)  \(parameter.type)", parameter.doc, column: 24)
      for field in parameter.fields {
        text += entry("    \(field.name)  \(field.kind.word)", field.doc, column: 24)
      }
    }
    if !signature.returns.isEmpty {
      text +=
        "\n  " + view.style("returns", .bold) + "\n"
        + view.wrapped(signature.returns, indent: 4) + "\n"
    }
    if !signature.example.isEmpty {
      text +=
        "\n  " + view.style("example", .bold) + "\n" + view.wrapped(signature.example, indent: 4)
        + "\n"
    }
    return text
  }

  /// A name and its meaning, in two columns, or on separate lines where that is too narrow.
  private func entry(_ name: String, _ doc: String, column: Int) -> String {
    let width = DisplayWidth.of(name)
    let styled = view.style(DisplayWidth.cut(name, to: max(8, view.width)), .cyan)
    if view.width < column * 2 || width >= column {
      return styled + "\n" + view.wrapped(doc, indent: min(column, view.width / 4)) + "\n"
    }
    let lines = view.wrapped(doc, indent: column)
    return styled + lines.dropFirst(width) + "\n"
  }
}

/// Pages on Lua's own functions, which refer to its manual.
enum StandardLibrary {
  private static let sections: [(name: String, section: String)] = [
    ("coroutine", "6.2"), ("string", "6.4"), ("utf8", "6.5"), ("table", "6.6"), ("math", "6.7"),
    ("io", "6.8"), ("os", "6.9"), ("debug", "6.10"),
  ]
  private static let basic = [
    "assert", "collectgarbage", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall",
    "print", "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable", "tonumber",
    "tostring", "type", "warn", "xpcall",
  ]

  /// The page of a symbol; nil when the library lacks it.
  static func page(_ symbol: String) -> String? {
    if symbol == "require" { return text(symbol, "6.3") }
    if basic.contains(symbol) { return text(symbol, "6.1") }
    if LuaText.keywords.contains(symbol) {
      return "\(symbol) is a keyword of Lua: \(manual)3"
    }
    let library = symbol.prefix { $0 != "." }
    return sections.first { $0.name == library }.map { text(symbol, $0.section) }
  }

  private static func text(_ symbol: String, _ section: String) -> String {
    "\(symbol) is of Lua's standard library: \(manual)\(section)"
  }

  private static let manual = "https://www.lua.org/manual/5.4/manual.html#"
}
