import MixCore
import ScriptHost

/// Describes a value without running code.
struct ValueFacts: Sendable {
  /// The description: `table: 3 elements, 2 fields`, `function mix.http.get(url, options?)`.
  let summary: String
  /// The name of a host function: `mix.http.get`; nil for other values.
  let hostFunction: String?
  /// The type of an object: `http.client`; nil for other values.
  let objectType: String?
  /// The place where a Lua function begins; nil for other values.
  let place: FunctionPlace?

  private let kind: LuaStack.Kind

  /// Describes a value.
  /// - Parameter index: the value's index, not relative to the top.
  init(_ stack: LuaStack, _ index: Int32) {
    hostFunction = stack.hostFunction(index)?.name
    place = stack.functionPlace(index)
    objectType = stack.objectTypeName(index)
    kind = stack.kind(index)
    summary = Self.summary(stack, index)
  }

  private static func summary(_ stack: LuaStack, _ index: Int32) -> String {
    switch stack.kind(index) {
    case .string:
      let bytes = stack.withBytes(index) { $0.count } ?? 0
      let characters = stack.string(index)?.count ?? 0
      return "string: \(bytes) bytes" + (characters == bytes ? "" : ", \(characters) characters")
    case .table: return table(stack, index)
    case .function: return ValueReader.function(stack, index)
    default: return stack.objectTypeName(index) ?? stack.typeName(index)
    }
  }

  private static func table(_ stack: LuaStack, _ index: Int32) -> String {
    let elements = stack.rawLength(index)
    var pairs: Int64 = 0
    // The body throws nothing.
    try? stack.forEachPair(index) { pairs += 1 }
    var parts: [String] = []
    if elements > 0 { parts.append("\(elements) element" + (elements == 1 ? "" : "s")) }
    let fields = max(0, pairs - elements)
    if fields > 0 { parts.append("\(fields) field" + (fields == 1 ? "" : "s")) }
    if ArrayMark.isMarked(stack, index) { parts.append("marked as an array") }
    if stack.hasMetafield(index, "__index") { parts.append("looks further by __index") }
    return "table: " + (parts.isEmpty ? "empty" : parts.joined(separator: ", "))
  }

  /// Whether the value may belong to Lua's library: a function written in C, or a table.
  var isOfLibrary: Bool { kind == .table || kind == .function && place == nil }

  /// The message for a value without documentation.
  func lack(of expression: String, _ page: HelpPage) -> String {
    switch kind {
    case .nil where expression.utf8.allSatisfy({ LuaText.isNameByte($0) || $0 == 0x2E }):
      page.unknown(expression, advice: "it is nil here")
    case .nil: "its value is nil: nothing is known of it"
    case .function:
      place?.file == nil ? "it was typed here: no comment" : "no comment stands above it"
    default: "it is a value: only functions, modules and objects are documented"
    }
  }

  /// The comment lines directly above a function in a file.
  var comment: [String] {
    guard let place, let file = place.file, place.line > 1,
      let bytes = try? PrivateFile.read(file)
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).prefix(place.line - 1)
    let above = lines.reversed().prefix { $0.drop(while: \.isWhitespace).hasPrefix("--") }
    return above.reversed().map { $0.drop(while: \.isWhitespace) }.map(String.init)
  }
}
