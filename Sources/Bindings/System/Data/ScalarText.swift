internal import ScriptHost

/// How single values look where there are only texts: in cells of CSV and of tables, in log fields. Bytes
/// that are not UTF-8 are shown as U+FFFD.
enum ScalarText {
  /// The text of a value; numbers as Lua reads them back, nil and null as nothing.
  /// - Returns: nil for tables and for what has no text.
  static func text(_ value: LuaValue) -> String? {
    switch value {
    case .nil, .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .number(let number): String(number)
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .array, .object, .opaque: nil
    }
  }
}
