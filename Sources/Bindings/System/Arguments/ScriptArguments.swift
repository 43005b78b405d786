internal import Notation
internal import ScriptHost

/// Reads a command line by a declaration: `--name value`, `--name=value`, `--flag`, `--no-flag`, `--`.
struct ScriptArguments {
  private(set) var values: [String: LuaValue] = [:]
  /// Paths that the user typed, with whether they are written.
  private(set) var paths: [(path: String, writes: Bool)] = []
  /// The keys of lists of which one element was given.
  private var given: Set<String> = []
  /// The place of the first word that the user typed.
  private let firstTyped: Int

  /// - Parameter untyped: how many of the words come from a manifest: a path among them is none that the user
  ///   has named.
  /// - Throws: ``ArgumentProblem``.
  init(_ arguments: [String], untyped: Int = 0, _ spec: ArgumentSpec) throws {
    firstTyped = untyped
    for item in spec.options + spec.positional where item.isMany {
      if case .array = item.defaultValue { continue }
      values[item.key] = .array(item.defaultValue == .nil ? [] : [item.defaultValue])
    }
    for item in spec.options where values[item.key] == nil {
      if item.kind == .flag, item.defaultValue == .nil {
        values[item.key] = .bool(false)
      } else if item.defaultValue != .nil {
        values[item.key] = item.defaultValue
      }
    }
    for item in spec.positional where values[item.key] == nil && item.defaultValue != .nil {
      values[item.key] = item.defaultValue
    }
    var rest = arguments[...]
    var words: [(text: String, place: Int)] = []
    while let argument = rest.first {
      let place = rest.startIndex
      rest.removeFirst()
      if argument == "--" {
        words += zip(rest, rest.indices).map { ($0, $1) }
        break
      }
      if argument.hasPrefix("--") {
        try option(argument, at: place, &rest, spec)
      } else if argument.hasPrefix("-"), argument.count > 1, Double(argument) == nil {
        let name = String(argument.dropFirst())
        let hint =
          spec.options.contains { $0.name == name }
          ? "write -\(argument)" : "options are written --name, and " + Self.advice(argument)
        throw ArgumentProblem(message: "unknown option \(argument); \(hint)")
      } else {
        words.append((argument, place))
      }
    }
    try assign(words, spec)
  }

  private mutating func option(
    _ argument: String, at place: Int, _ rest: inout ArraySlice<String>, _ spec: ArgumentSpec
  ) throws {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let given = parts.count == 2 ? String(parts[1]) : nil
    if let item = spec.options.first(where: { $0.name == name }) {
      if item.kind == .flag {
        guard given == nil else { throw ArgumentProblem(message: "--\(name) takes no value") }
        values[item.key] = .bool(true)
        return
      }
      if let given { return try set(item, given, at: place) }
      let next = rest.startIndex
      guard let text = rest.popFirst() else {
        throw ArgumentProblem(message: "--\(name) needs a value")
      }
      return try set(item, text, at: next)
    }
    if name.hasPrefix("no-"), given == nil,
      let item = spec.options.first(where: { $0.name == name.dropFirst(3) && $0.kind == .flag })
    {
      values[item.key] = .bool(false)
      return
    }
    let near = Suggestion.closest(to: name, in: spec.options.map(\.name))
    let hint =
      near.map { "; did you mean --\($0)?" }
      ?? (spec.positional.isEmpty ? "" : "; " + Self.advice(argument))
    throw ArgumentProblem(message: "unknown option --\(name)\(hint)")
  }

  /// The advice for a word that was meant as a value, such as the identifier of a video.
  private static func advice(_ word: String) -> String {
    "a value that begins with a dash goes behind --, such as -- \(word)"
  }

  private mutating func set(
    _ item: ArgumentSpec.Item, _ text: String, at place: Int
  ) throws {
    let value = try ArgumentValue.parse(text, item)
    if item.isMany {
      var list: [LuaValue] = []
      // The first one given replaces the default.
      if !given.insert(item.key).inserted, case .array(let before)? = values[item.key] {
        list = before
      }
      values[item.key] = .array(list + [value])
    } else {
      values[item.key] = value
    }
    if item.kind == .path, place >= firstTyped {
      paths.append((UserPath.expanded(text), item.writes))
    }
  }

  private mutating func assign(_ words: [(text: String, place: Int)], _ spec: ArgumentSpec) throws {
    var words = words[...]
    for item in spec.positional {
      guard let word = words.popFirst() else {
        if item.isOptional || item.defaultValue != .nil { continue }
        let choices = item.choices.joined(separator: ", ")
        throw ArgumentProblem(
          message: "\(item.label) is missing\(choices.isEmpty ? "" : ": one of \(choices)")")
      }
      try set(item, word.text, at: word.place)
      while item.isMany, let word = words.popFirst() {
        try set(item, word.text, at: word.place)
      }
    }
    if let extra = words.first {
      let option = spec.options.first { [.string, .path].contains($0.kind) }
      let advice =
        spec.positional.allSatisfy { $0.choices.count == 1 }
        ? option.map { "; it is given as an option, such as \(ArgumentHelp.label($0))" } : nil
      throw ArgumentProblem(message: "unexpected argument \"\(extra.text)\"\(advice ?? "")")
    }
  }
}

/// A script's help text.
enum ArgumentHelp {
  static func text(_ spec: ArgumentSpec, command: String, _ output: OutputSettings) -> String {
    var lines: [String] = []
    if !spec.summary.isEmpty { lines += [output.prose(spec.summary), ""] }
    // A word without alternatives, such as a command's own name, stands in the usage as it is typed.
    let fixed = spec.positional.prefix { !$0.isOptional && $0.choices.count == 1 }
    let positional = Array(spec.positional.dropFirst(fixed.count))
    let words = positional.map { item in
      let name = item.name.uppercased() + (item.isMany ? "…" : "")
      return item.isOptional ? "[\(name)]" : name
    }
    let usage = [command] + fixed.map { $0.choices[0] } + ["[OPTIONS]"] + words
    lines.append(output.prose("Usage: " + usage.joined(separator: " ")))
    if !positional.isEmpty {
      lines += ["", "Arguments:"]
      lines += table(positional.map { ($0.name.uppercased(), describe($0)) }, output)
    }
    let options = spec.options.map { (label($0), describe($0)) } + [("--help", "show this help")]
    lines += ["", "Options:"] + table(options, output)
    if !spec.examples.isEmpty {
      let examples = spec.examples.map { "  " + $0.replacing("$0", with: command) }
      lines += ["", "Examples:"] + examples
    }
    let own = "mixhost's own options (--offline, --verbose, --home DIR, …): mixhost --help"
    lines += ["", output.prose(own)]
    return lines.joined(separator: "\n") + "\n"
  }

  static func label(_ item: ArgumentSpec.Item) -> String {
    if item.kind == .flag { return "--\(item.name)" }
    let words: [ArgumentSpec.Kind: String] = [
      .integer: "N", .number: "X", .duration: "TIME", .size: "SIZE", .url: "URL", .path: "PATH",
      .choice: item.choices.joined(separator: "|"),
    ]
    return "--\(item.name) \(item.placeholder ?? words[item.kind] ?? "TEXT")"
  }

  private static func describe(_ item: ArgumentSpec.Item) -> String {
    let value: String? =
      switch item.defaultValue {
      case .string(let text): text
      case .int(let number): item.kind == .size ? ByteSize.format(Int(number)) : String(number)
      case .number(let number):
        item.kind == .duration ? DurationText.format(number) : String(number)
      default: nil
      }
    let isBare = item.help.isEmpty && item.isPositional
    let help = isBare ? item.choices.joined(separator: ", ") : item.help
    return help + (value.map { " (default \($0))" } ?? "")
  }

  private static func table(_ rows: [(String, String)], _ output: OutputSettings) -> [String] {
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    return rows.map { label, text in
      text.isEmpty ? "  " + label : output.entry("  " + label, text, at: width + 4)
    }
  }
}
