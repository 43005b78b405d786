/// The commands and options in a help text of a program, a command or a script.
struct HelpListing {
  /// An option with its names and its value.
  struct Option: Equatable {
    let names: [String]
    /// The value's placeholder in the help: `FILE`, `<file>`, `all|movies`; nil for a flag.
    let value: String?
    fileprivate(set) var doc: String

    /// The valid words, if the help lists them: as `all|movies`, or in its text as "all, movies or
    /// tv (default all)".
    var choices: [String] {
      guard let value else { return [] }
      if value.contains("|"), !value.hasPrefix("<") {
        // Capitals are placeholders: FILE, SERVICE.
        let words: [String] = value.split(separator: "|").map(String.init).filter { word in
          word.uppercased() != word || word.lowercased() == word
        }
        if !words.isEmpty { return words }
      }
      let list = (doc.split(separator: ": ").last ?? "").prefix { !"(;.".contains($0) }
      let words = list.replacing(" or ", with: ", ").split(separator: ", ").map {
        $0.filter { $0 != " " }
      }
      let isList = words.count > 1 && list.split(separator: " ").count <= words.count + 1
      return isList ? words : []
    }

    /// The rules that the value is the name of, such as `match/tracks`, if the help names their kind.
    var rules: Substring? {
      let words = doc.split(separator: " ")
      guard words.first == "the", words.dropFirst().prefix(2).elementsEqual(["rules", "of"]) else {
        return words.starts(with: ["match", "rules,"]) ? "match/" : nil
      }
      return words.dropFirst(3).first
    }

    /// Whether the value is a file or folder.
    var takesFile: Bool {
      let word = (value ?? "").lowercased()
      return ["file", "path", "dir", "folder", "pem", "rules"].contains { word.contains($0) }
    }
  }

  private(set) var commands: [(name: String, doc: String)] = []
  private(set) var options: [Option] = []

  /// Parses a help text: indented entries (two spaces) below a heading that ends with a colon.
  init(_ text: String) {
    var heading = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.hasPrefix(" ") {
        if !line.isEmpty { heading = line.lowercased() }
        continue
      }
      guard line.hasPrefix("  "), let first = line.dropFirst(2).first else { continue }
      if first == " " {
        resume(line.drop { $0 == " " }, isOption: heading == "options:")
        continue
      }
      let entry = line.dropFirst(2)
      let parts = Self.columns(entry)
      if heading == "options:", first == "-" {
        addOption(parts.label, parts.doc)
      } else if heading == "commands:" || heading.hasSuffix("subcommands:"), first.isLowercase {
        addCommand(entry)
      }
    }
  }

  /// The option with a name such as `--top`; nil when there is none.
  func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }

  /// Adds a line to the description of the entry above it.
  private mutating func resume(_ text: Substring, isOption: Bool) {
    if isOption, !options.isEmpty {
      let last = options.count - 1
      options[last].doc += (options[last].doc.isEmpty ? "" : " ") + text
    } else if !isOption, !commands.isEmpty, options.isEmpty {
      commands[commands.count - 1].doc += " " + text
    }
  }

  private mutating func addCommand(_ entry: Substring) {
    let name = entry.prefix { $0 != " " }
    let doc = entry.dropFirst(name.count).drop { $0 == " " }
    // ArgumentParser marks the default subcommand.
    guard name.utf8.allSatisfy({ $0 != 0x2C && $0 != 0x3A }) else { return }
    commands.append((String(name), String(doc)))
  }

  private mutating func addOption(_ label: Substring, _ doc: Substring) {
    var names: [String] = []
    var value: String?
    for word in label.split(whereSeparator: { $0 == " " || $0 == "," }) {
      if word.hasPrefix("-") {
        names += word.split(separator: "/").map(String.init)
      } else {
        value = value.map { $0 + " " + word } ?? String(word)
      }
    }
    options.append(Option(names: names, value: value, doc: String(doc)))
  }

  /// Splits an entry at two spaces into label and meaning.
  private static func columns(_ entry: Substring) -> (label: Substring, doc: Substring) {
    var end = entry.startIndex
    while end < entry.endIndex, !entry[end...].hasPrefix("  ") { end = entry.index(after: end) }
    return (entry[..<end], entry[end...].drop { $0 == " " })
  }
}
