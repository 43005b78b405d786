/// A manifest's text, in which the line of a field is found for messages.
struct ManifestText {
  private let lines: [Substring]

  init(_ text: [UInt8]) {
    lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// The line, from 1, at which a field is written: `upstreams.shop.rate` is looked for part after part.
  /// - Returns: nil for one that stands nowhere, as those that are missing.
  func line(of field: String) -> Int? {
    var found: Int?
    var from = 0
    for part in field.split(separator: ".") {
      // `settings[2]`: the second table after `settings`.
      let name = part.prefix { $0 != "[" }
      guard let line = lines[from...].firstIndex(where: { Self.writes($0, name) }) else { break }
      (found, from) = (line + 1, line)
      let position = Int(part.dropFirst(name.count).dropFirst().prefix { $0 != "]" }) ?? 0
      if position > 0, let item = item(position, after: line, from: name) {
        (found, from) = (item + 1, item)
      }
    }
    return found
  }

  /// The line with the `position`-th `{` behind a list's own.
  private func item(_ position: Int, after line: Int, from name: Substring) -> Int? {
    var depth = 0
    var count = 0
    for (index, text) in lines[line...].enumerated() {
      var rest = text
      if index == 0, let start = text.firstRange(of: name) { rest = text[start.upperBound...] }
      for character in rest {
        if character == "{" {
          depth += 1
          if depth == 2 { count += 1 }
          if count == position { return line + index }
        } else if character == "}" {
          depth -= 1
          if depth == 0 { return nil }
        }
      }
    }
    return nil
  }

  /// Whether a line gives the field: `name =`, `["name"] =`.
  private static func writes(_ line: Substring, _ name: Substring) -> Bool {
    guard let range = line.firstRange(of: name) else { return false }
    let before = line[..<range.lowerBound].last
    let after = line[range.upperBound...].drop { $0 == "\"" || $0 == "]" || $0 == " " }
    let isWhole = before.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? true
    return isWhole && (after.first == "=" || line[range.upperBound...].first == "\"")
  }
}
