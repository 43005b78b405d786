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
    try read(call, index, option: nil).map(DurationArgument.init(seconds:))
  }

  /// Reads a duration; nil for another type.
  /// - Parameter option: the option that an error names; a parameter's name is added by its
  ///   signature.
  static func read(_ call: HostCall, _ index: Int32, option: String?) throws -> Double? {
    if let number = call.stack.number(index) {
      guard number.isFinite, number >= 0 else {
        throw call.unreadable(
          option, "a duration is a finite number of seconds, 0 or more, not \(number)")
      }
      return min(number, longest)
    }
    guard let text = call.stack.string(index) else { return nil }
    guard let seconds = DurationText.parse(text) else {
      throw call.unreadable(
        option, "\"\(text)\" is not a duration; write 90, \"15m\", \"1h30m\", \"250ms\"")
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
    try read(call, index, option: nil).map(SizeArgument.init(bytes:))
  }

  /// Reads a size; nil for another type.
  /// - Parameter option: the option that an error names; a parameter's name is added by its
  ///   signature.
  static func read(_ call: HostCall, _ index: Int32, option: String?) throws -> Int? {
    if let integer = call.stack.integer(index), integer >= 0 { return Int(integer) }
    guard let text = call.stack.string(index) else { return nil }
    guard let bytes = ByteSize.parse(text) else {
      throw call.unreadable(option, "\"\(text)\" is not a size; write 2000000, \"2MB\", \"64KB\"")
    }
    return bytes
  }
}

extension HostCall {
  fileprivate func unreadable(_ option: String?, _ message: String) -> HostError {
    option.map { badArgument($0, message) } ?? HostError.usage(message)
  }
}
