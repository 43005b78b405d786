/// Warns users who declare a local variable on a separate line that it ends with the line.
enum LocalHint {
  /// The hint; nil when the text declares no local, or uses it itself.
  static func text(for line: String) -> String? {
    var words = line.split { !$0.isASCII || !$0.utf8.allSatisfy(LuaText.isNameByte) }[...]
    guard words.popFirst() == "local", line.first == "l" else { return nil }
    let isFunction = words.first == "function"
    if isFunction { words = words.dropFirst() }
    guard let name = words.popFirst(), LuaText.isName(name), !words.contains(name) else {
      return nil
    }
    let instead = isFunction ? "function \(name)(…)" : "\(name) = …"
    return "local \(name) ends with this input; \(instead) keeps it"
  }
}
