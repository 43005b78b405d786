internal import CLua
internal import ScriptHost

/// A rule file's head, unchecked.
struct RuleHeader {
  let kind: String?
  let doc: String?

  /// - Throws: what the file's text raises.
  init(_ source: RuleSource, _ file: RuleFile, _ call: HostCall) throws {
    let table = try file.load(source.text, path: source.path)
    let stack = call.stack
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    func text(_ field: String) -> String? {
      stack.push(field)
      lua_rawget(stack.pointer, base + 1)
      defer { stack.pop() }
      return stack.string(-1)
    }
    kind = text("kind")
    doc = text("doc")
  }
}
