internal import ScriptHost

/// Turns the types of registrations into those of LuaCATS: `http.response?` into `mix.HttpResponse?`.
struct TypeNames {
  /// The class of each object and table by the name that registrations use.
  private let classes: [String: String]

  init(_ modules: [Module]) {
    let names =
      modules.flatMap { $0.types.map(\.name) } + Reference.shapes(modules).map(\.name)
      + (ScreenTypes.parts + Shape.manifest.withParts).map(\.name)
    classes = Dictionary(names.map { ($0, Self.className($0)) }) { first, _ in first }
  }

  /// `match.gate_result` becomes `mix.MatchGateResult`.
  static func className(_ name: String) -> String {
    let words = name.split { $0 == "." || $0 == "_" }
    return "mix." + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The class of an object or a table; nil for other types.
  func className(of name: String) -> String? { classes[name] }

  /// The type in the notation of LuaCATS: every known name in it is replaced.
  func luaType(_ type: String) -> String {
    var result = ""
    var word = ""
    var quoted = false
    for character in type.replacing("any…", with: "any") {
      if character == "\"" { quoted.toggle() }
      if !quoted, character.isLetter || character.isNumber || "._".contains(character) {
        word.append(character)
        continue
      }
      result += (classes[word] ?? word) + String(character)
      word = ""
    }
    return result + (classes[word] ?? word)
  }

  /// The names of objects and tables that a type mentions, in their order.
  func mentioned(in type: String) -> [String] {
    // Every other part between quotes is a word of a choice.
    type.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }
      .flatMap { $0.element.split { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") } }
      .map(String.init).filter { classes[$0] != nil }
  }
}
