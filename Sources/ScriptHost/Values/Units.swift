// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Requirements of the protocols are documented there.

internal import Notation

/// Seconds as scripts write them: a number, or text such as `"15m"`, `"1h30m"`, `"250ms"`.
public struct DurationArgument: LuaArgument, Sendable {
  public static var luaTypeName: String { "number|string" }
  /// The length in seconds: not negative, at most ``longest``.
  public let seconds: Double

  /// The longest duration, 31 years, so that clocks can add it.
  static let longest = 1e9

  public static func read(_ call: HostCall, _ index: Int32) throws -> DurationArgument? {
    try seconds(call.stack, index).map(DurationArgument.init(seconds:))
  }

  /// Reads a duration; nil for another type.
  /// - Parameter option: the option that an error names; a parameter's name is added by its
  ///   signature.
  static func seconds(_ stack: LuaStack, _ index: Int32) throws -> Double? {
    if let number = stack.number(index) {
      guard number.isFinite, number >= 0 else {
        throw HostError.usage(
          "a duration is a finite number of seconds, 0 or more, not \(number)")
      }
      return min(number, longest)
    }
    guard let text = stack.string(index) else { return nil }
    guard let seconds = DurationText.parse(text) else {
      throw HostError.usage(
        "\"\(text)\" is not a duration; write 90, \"15m\", \"1h30m\", \"250ms\"")
    }
    return min(seconds, longest)
  }
}

/// Bytes as scripts write them: an integer, or text such as `"2MB"`.
public struct SizeArgument: LuaArgument, Sendable {
  public static var luaTypeName: String { "integer|string" }
  /// The size in bytes, not negative.
  public let bytes: Int

  public static func read(_ call: HostCall, _ index: Int32) throws -> SizeArgument? {
    try bytes(call.stack, index).map(SizeArgument.init(bytes:))
  }

  /// Reads a size; nil for another type.
  /// - Parameter option: the option that an error names; a parameter's name is added by its
  ///   signature.
  static func bytes(_ stack: LuaStack, _ index: Int32) throws -> Int? {
    if let integer = stack.integer(index), integer >= 0 { return Int(integer) }
    guard let text = stack.string(index) else { return nil }
    guard let bytes = ByteSize.parse(text) else {
      throw HostError.usage("\"\(text)\" is not a size; write 2000000, \"2MB\", \"64KB\"")
    }
    return bytes
  }
}
