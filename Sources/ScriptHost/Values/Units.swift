internal import Notation

/// Seconds as scripts write them: a number, or text such as `"15m"`, `"1h30m"`, `"250ms"`.
public struct DurationArgument: LuaArgument {
  /// As messages and editor types name it.
  public static var luaTypeName: String { "number|string" }
  /// The length in seconds: not negative, at most ``longest``.
  public let seconds: Double

  /// What longer durations are cut to: 31 years, so that clocks can add them.
  static let longest = 1e9

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) throws -> DurationArgument? {
    try read(call, index, "duration").map(DurationArgument.init(seconds:))
  }

  static func read(_ call: HostCall, _ index: Int32, _ name: String) throws -> Double? {
    if let number = call.stack.number(index) {
      guard number.isFinite, number >= 0 else {
        throw call.badArgument(name, "a duration is a finite number of seconds, not \(number)")
      }
      return min(number, longest)
    }
    guard let text = call.stack.string(index) else { return nil }
    guard let seconds = DurationText.parse(text) else {
      throw call.badArgument(
        name, "\"\(text)\" is no duration; write 90, \"15m\", \"1h30m\", \"250ms\"")
    }
    return min(seconds, longest)
  }
}

/// Bytes as scripts write them: an integer, or text such as `"2MB"`.
public struct SizeArgument: LuaArgument {
  /// As messages and editor types name it.
  public static var luaTypeName: String { "integer|string" }
  /// The size in bytes, not negative.
  public let bytes: Int

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) throws -> SizeArgument? {
    try read(call, index, "size").map(SizeArgument.init(bytes:))
  }

  static func read(_ call: HostCall, _ index: Int32, _ name: String) throws -> Int? {
    if let integer = call.stack.integer(index), integer >= 0 { return Int(integer) }
    guard let text = call.stack.string(index) else { return nil }
    guard let bytes = ByteSize.parse(text) else {
      throw call.badArgument(name, "\"\(text)\" is no size; write 2000000, \"2MB\", \"64KB\"")
    }
    return bytes
  }
}
