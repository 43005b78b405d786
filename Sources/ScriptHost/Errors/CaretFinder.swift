/// Finds the part of a line that an error message names. A text that appears twice in the line
/// stays unmarked, because either may be meant.
struct CaretFinder {
  private let line: [Unicode.Scalar]

  init(_ line: [Unicode.Scalar]) { self.line = line }

  /// The words before the quoted name in messages, and whether the name is a member.
  private static let forms: [(before: String, isMember: Bool)] = [
    ("(field '", true), ("(method '", true), ("(global '", false), ("(local '", false),
    ("(upvalue '", false), ("(constant '", false), ("unknown global '", false),
    (": global '", false), ("unknown option '", false), ("unknown field '", false),
    ("bad argument '", false),
  ]

  /// The part of the line that a message names; nil when there is none.
  func place(_ message: String) -> Range<Int>? {
    for form in Self.forms {
      guard let name = Self.quoted(message, after: form.before) else { continue }
      if let place = form.isMember ? member(name) ?? word(name) : word(name) { return place }
    }
    if let function = Self.function(message) { return word(function) }
    if let module = Self.missingModule(message) { return member(module) }
    if message.hasSuffix("near <eof>") { return line.count..<line.count + 1 }
    return Self.nearToken(message).flatMap { only($0) { _ in true } }
  }

  /// The only place of `.name` or `:name` in the line, without the sign; nil for none or several.
  func member(_ name: String) -> Range<Int>? {
    only(name) { place in
      isWord(place) && place.lowerBound > 0
        && (line[place.lowerBound - 1] == "." || line[place.lowerBound - 1] == ":")
    }
  }

  /// The names that lead to a member: `song` for `song.titel`, `mix` and `json` for
  /// `mix.json.encod`. Empty for the member of a call's result or the like.
  func receiver(of place: Range<Int>) -> [String] {
    var start = place.lowerBound - 1
    while start > 0, Self.isNamePart(line[start - 1]) || line[start - 1] == "." { start -= 1 }
    guard start < place.lowerBound - 1, !Self.isDigit(line[start]) else { return [] }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: line[start..<place.lowerBound - 1])
    return String(text).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Messages

  /// The quoted name after `start`: `title` of `(field 'title')`; nil without one.
  static func quoted(_ message: String, after start: String) -> String? {
    guard let end = message.firstRange(of: start)?.upperBound else { return nil }
    let rest = message[end...]
    guard let quote = rest.firstIndex(of: "'"), quote > rest.startIndex else { return nil }
    return String(rest[..<quote])
  }

  /// The name of the function in a bad argument's message: `get` of `bad argument 'ttl' to
  /// mix.http.get: …`, `rep` of `bad argument #1 to 'rep'`; nil without one.
  private static func function(_ message: String) -> String? {
    guard let start = message.firstRange(of: "bad argument "),
      let to = message[start.upperBound...].firstRange(of: " to ")
    else { return nil }
    let name = message[to.upperBound...].drop { $0 == "'" }
      .prefix { $0.isLetter || $0.isNumber || "._".contains($0) }
    return name.split(separator: ".").last.map(String.init)
  }

  /// The name of a missing module: `jsn` of `mix.jsn does not exist`; nil without one.
  private static func missingModule(_ message: String) -> String? {
    guard let end = message.firstRange(of: " does not exist"),
      let start = message.firstRange(of: "mix."), start.upperBound < end.lowerBound
    else { return nil }
    return String(message[start.upperBound..<end.lowerBound])
  }

  /// The token of a syntax error: `=` of `unexpected symbol near '='`; nil without one.
  static func nearToken(_ message: String) -> String? {
    guard message.hasSuffix("'"), let start = message.firstRange(of: " near '") else { return nil }
    let token = message[start.upperBound...].dropLast()
    return token.isEmpty ? nil : String(token)
  }

  // MARK: The line

  private func word(_ name: String) -> Range<Int>? { only(name, where: isWord) }

  private func isWord(_ place: Range<Int>) -> Bool {
    (place.lowerBound == 0 || !Self.isNamePart(line[place.lowerBound - 1]))
      && (place.upperBound == line.count || !Self.isNamePart(line[place.upperBound]))
  }

  /// The place of a text that fits; nil unless there is exactly one.
  private func only(_ text: String, where fits: (Range<Int>) -> Bool) -> Range<Int>? {
    let wanted = Array(text.unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= line.count else { return nil }
    var found: Range<Int>?
    for start in 0...(line.count - wanted.count) {
      let place = start..<start + wanted.count
      guard line[place].elementsEqual(wanted), fits(place) else { continue }
      guard found == nil else { return nil }
      found = place
    }
    return found
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || isDigit(scalar) || scalar == "_"
  }
}
