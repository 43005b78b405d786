package import ScriptHost

/// The answer of a Lua function to a request: a table of `status`, `headers` (a text or a list of
/// texts by name) and `body`.
package struct LuaAnswer: Sendable {
  /// 200, unless the table says another one.
  package let status: Int
  /// In no order; a name may stand there more than once.
  package let fields: [(name: String, text: String)]
  package let body: [UInt8]

  /// - Parameter value: as Lua returned it; nil or not a table: there is no answer.
  package init?(_ value: LuaValue?) {
    guard case .object(let table)? = value else { return nil }
    var status = 200
    if case .int(let code)? = table["status"], (200...599).contains(code) { status = Int(code) }
    self.status = status
    var fields: [(name: String, text: String)] = []
    if case .object(let headers)? = table["headers"] {
      for (name, value) in headers { fields += Self.texts(value).map { (name, $0) } }
    }
    self.fields = fields
    body =
      switch table["body"] {
      case .string(let text)?: Array(text.utf8)
      case .bytes(let bytes)?: bytes
      default: []
      }
  }

  private static func texts(_ value: LuaValue) -> [String] {
    if case .array(let values) = value { return values.compactMap(\.shownText) }
    return value.shownText.map { [$0] } ?? []
  }
}
