/// More input has arrived than one read may return (64 MB).
package struct InputTooLong: Error {}

/// A program's request for standard input.
package enum InputRequest: Sendable {
  /// A line, without its end unless `keepsEnd`.
  case line(keepsEnd: Bool)
  /// At most this many bytes, and at least one; 0 asks whether more follows.
  case bytes(Int)
  /// Everything up to the end of the input.
  case all
  /// The text of a number; white space before it is skipped.
  case number
  /// The name of a key, from a terminal that sends each key at once.
  case key
}

/// The received bytes of standard input that were not requested yet.
package struct InputBuffer {
  /// The longest line in bytes; a longer one is delivered in parts.
  private static let longestLine = 1 << 20
  /// The most bytes of one read.
  private static let mostBytes = 64_000_000

  private var bytes: [UInt8] = []
  /// The index of the first byte that was not taken.
  private var start = 0
  /// No line ends before this index.
  private var searched = 0

  package mutating func append(_ more: [UInt8]) {
    if start > 0, start == bytes.count || start > 1 << 16 {
      bytes.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    bytes += more
  }

  /// Takes the requested input. Returns nil if more has to arrive first, and success with nil at
  /// the end.
  package mutating func take(_ request: InputRequest, hasEnded: Bool) -> Result<
    [UInt8]?, InputTooLong
  >? {
    let count = bytes.count - start
    switch request {
    case .line(let keepsEnd): return takeLine(keepsEnd, hasEnded).map { .success($0) }
    case .bytes(let most):
      guard count > 0 || hasEnded else { return nil }
      if count == 0 { return .success(nil) }
      guard most <= Self.mostBytes else { return .failure(InputTooLong()) }
      return count >= most || hasEnded ? .success(take(min(most, count))) : nil
    case .all:
      if count > Self.mostBytes { return .failure(InputTooLong()) }
      return hasEnded ? .success(take(count)) : nil
    case .number: return takeNumber(hasEnded).map { .success($0) }
    case .key:
      guard let key = TerminalKey.first(bytes[start...]) else {
        return hasEnded ? .success(nil) : nil
      }
      start += key.count
      return .success(Array(key.name.utf8))
    }
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { start += count }
    return Array(bytes[start..<start + count])
  }

  private mutating func takeLine(_ keepsEnd: Bool, _ hasEnded: Bool) -> [UInt8]?? {
    let from = max(start, searched)
    if let end = bytes[from...].firstIndex(of: UInt8(ascii: "\n")) {
      var line = take(end - start + 1)
      if !keepsEnd { line.removeLast() }
      return .some(line)
    }
    searched = bytes.count
    let count = bytes.count - start
    if count >= Self.longestLine { return .some(take(count)) }
    guard hasEnded else { return nil }
    return .some(count > 0 ? take(count) : nil)
  }

  private mutating func takeNumber(_ hasEnded: Bool) -> [UInt8]?? {
    while start < bytes.count, bytes[start] == 0x20 || (9...13).contains(bytes[start]) {
      start += 1
    }
    let numeral = Numeral(bytes[start...])
    // The number is complete only when another byte follows it.
    guard numeral.end < bytes.count || hasEnded else { return nil }
    let text = take(numeral.end - start)
    return .some(numeral.isTooLong ? nil : text)
  }
}

/// The bytes that `io.read("n")` takes in the reference implementation: as long as they can begin a
/// number, even if they never form one (Lua 5.4, liolib.c, `l_read_number`).
private struct Numeral {
  private static let longest = 200

  private let bytes: ArraySlice<UInt8>
  /// The index where the number ends; the end of the bytes if it may continue.
  private(set) var end: Int
  /// Whether it exceeds 200 bytes and so is not a number.
  private(set) var isTooLong = false

  /// - Parameter bytes: the input without leading white space.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    end = bytes.startIndex
    _ = take("+-")
    var digits = 0
    var isHexadecimal = false
    if take("0") {
      isHexadecimal = take("xX")
      digits = isHexadecimal ? 0 : 1
    }
    digits += takeDigits(isHexadecimal)
    if take(".") { digits += takeDigits(isHexadecimal) }
    if digits > 0, take(isHexadecimal ? "pP" : "eE") {
      _ = take("+-")
      _ = takeDigits(false)
    }
  }

  private mutating func take(_ wanted: StaticString) -> Bool {
    guard end < bytes.endIndex else { return false }
    let byte = bytes[end]
    guard wanted.withUTF8Buffer({ $0.contains(byte) }) else { return false }
    guard end - bytes.startIndex < Self.longest else {
      isTooLong = true
      return false
    }
    end += 1
    return true
  }

  private mutating func takeDigits(_ hexadecimal: Bool) -> Int {
    var count = 0
    while take(hexadecimal ? "0123456789abcdefABCDEF" : "0123456789") { count += 1 }
    return count
  }
}
