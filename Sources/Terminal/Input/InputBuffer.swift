/// More has come than is read at once (64 MB).
package struct InputTooLong: Error {}

/// A program's request to its standard input.
package enum InputRequest: Sendable {
  /// A line; its end is left out unless `keepsEnd`.
  case line(keepsEnd: Bool)
  /// At most this many bytes, at least one; 0 asks whether there is more.
  case bytes(Int)
  /// Everything up to the end.
  case all
  /// The text of a number, white space before it skipped.
  case number
  /// The name of a key, of a terminal that sends each as it is typed.
  case key
}

/// The bytes of standard input that have come and have not been asked for.
package struct InputBuffer {
  /// The longest line, in bytes; a longer one is delivered in parts.
  private static let longestLine = 1 << 20
  /// The most that is read at once.
  private static let mostBytes = 64_000_000

  private var bytes: [UInt8] = []
  /// The start of the bytes that have not been taken.
  private var start = 0
  /// Up to here there is no end of a line.
  private var searched = 0

  package mutating func append(_ more: [UInt8]) {
    if start > 0, start == bytes.count || start > 1 << 16 {
      bytes.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    bytes += more
  }

  /// Takes what was asked for; nil when more has to come first, `nil` within for the end.
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
    // The byte after the number says that it is complete.
    guard numeral.end < bytes.count || hasEnded else { return nil }
    let text = take(numeral.end - start)
    return .some(numeral.isTooLong ? nil : text)
  }
}

/// The bytes that `io.read("n")` takes, as the reference implementation does: as far as they can be the
/// beginning of a number, whether they come to one or not (Lua 5.4, liolib.c, `l_read_number`).
private struct Numeral {
  private static let longest = 200

  private let bytes: ArraySlice<UInt8>
  /// The place where it ends; the end of the bytes when the next ones may belong to it.
  private(set) var end: Int
  /// Whether it is longer than 200 bytes, and so is not a number.
  private(set) var isTooLong = false

  /// - Parameter bytes: white space left out.
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
