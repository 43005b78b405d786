/// The units of texts in memory: bytes when the text is all ASCII, else scalars.
package protocol TextUnit: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {}

extension UInt8: TextUnit {}
extension UInt32: TextUnit {}

/// A text in memory that its caller owns.
package typealias TextUnits<Unit: TextUnit> = UnsafeBufferPointer<Unit>

extension UnsafeBufferPointer where Element: TextUnit {
  /// The part between two places.
  @inline(__always)
  package func part(_ start: Int, _ end: Int) -> Self {
    Self(start: baseAddress.map { $0 + start }, count: end &- start)
  }

  /// Number of equal units at the start of two texts.
  package func commonStart(_ other: Self) -> Int {
    let most = Swift.min(count, other.count)
    var length = 0
    while length < most, self[length] == other[length] { length &+= 1 }
    return length
  }

  /// ``commonStart(_:)`` for texts of any length.
  @inline(__always)
  package func commonStart(_ other: Self, _ work: inout TextWork) throws -> Int {
    if Swift.min(count, other.count) < TextWork.stride { return commonStart(other) }
    return try longCommonStart(other, &work)
  }

  private func longCommonStart(_ other: Self, _ work: inout TextWork) throws -> Int {
    for part in TextWork.parts(Swift.min(count, other.count)) {
      try work.pass(part.count)
      let length = self.part(part.lowerBound, part.upperBound)
        .commonStart(other.part(part.lowerBound, part.upperBound))
      if length < part.count { return part.lowerBound &+ length }
    }
    return Swift.min(count, other.count)
  }

  /// ``commonEnd(_:)`` for texts of any length.
  @inline(__always)
  package func commonEnd(_ other: Self, _ work: inout TextWork) throws -> Int {
    if Swift.min(count, other.count) < TextWork.stride { return commonEnd(other) }
    return try longCommonEnd(other, &work)
  }

  private func longCommonEnd(_ other: Self, _ work: inout TextWork) throws -> Int {
    for part in TextWork.parts(Swift.min(count, other.count)) {
      try work.pass(part.count)
      let length = self.part(count &- part.upperBound, count &- part.lowerBound)
        .commonEnd(other.part(other.count &- part.upperBound, other.count &- part.lowerBound))
      if length < part.count { return part.lowerBound &+ length }
    }
    return Swift.min(count, other.count)
  }

  /// Number of equal units at the end of two texts.
  func commonEnd(_ other: Self) -> Int {
    let most = Swift.min(count, other.count)
    var length = 0
    while length < most, self[count &- 1 &- length] == other[other.count &- 1 &- length] {
      length &+= 1
    }
    return length
  }
}

/// A text of either kind, for lists that hold both.
package struct TextPiece {
  let start: UnsafeRawPointer?
  /// Twice the length, plus one for ASCII: one word, because lists of pieces are read often.
  private let packed: Int

  /// The length in scalars.
  package var count: Int { packed >> 1 }
  package var isASCII: Bool { packed & 1 == 1 }

  /// An empty text.
  package static var empty: TextPiece { TextPiece(TextUnits<UInt8>(start: nil, count: 0)) }

  /// Makes a piece of units; bytes must be ASCII.
  package init<Unit: TextUnit>(_ units: TextUnits<Unit>) {
    start = UnsafeRawPointer(units.baseAddress)
    packed = units.count << 1 | (Unit.self == UInt8.self ? 1 : 0)
  }

  /// The bytes of an ASCII text.
  package var bytes: TextUnits<UInt8> {
    TextUnits(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The scalars of a text that is not ASCII.
  package var scalars: TextUnits<UInt32> {
    TextUnits(start: start?.assumingMemoryBound(to: UInt32.self), count: count)
  }

  /// Decodes UTF-8 bytes, which must outlive the piece; text that is not ASCII is copied into the
  /// arena.
  /// - Throws: errors of the watch of `work`.
  @inline(__always)
  package init(utf8 bytes: TextUnits<UInt8>, _ arena: TextArena, _ work: inout TextWork) throws {
    // Texts as short as most titles are checked at once; their work is counted for many of them
    // together.
    let isASCII =
      bytes.count <= 32
      ? UTF8Scalars.isASCII(bytes) : try Self.isLongASCII(bytes, &work)
    if isASCII {
      self.init(bytes)
    } else {
      try self.init(decoding: bytes, arena, &work)
    }
  }

  private static func isLongASCII(
    _ bytes: TextUnits<UInt8>, _ work: inout TextWork
  ) throws -> Bool {
    for part in TextWork.parts(bytes.count) {
      // The check reads eight bytes a step.
      try work.pass(part.count / 8)
      guard UTF8Scalars.isASCII(bytes.part(part.lowerBound, part.upperBound)) else { return false }
    }
    return true
  }

  private init(
    decoding bytes: TextUnits<UInt8>, _ arena: TextArena, _ work: inout TextWork
  ) throws {
    let scalars = arena.allocate(UInt32.self, bytes.count)
    var count = 0
    var place = 0
    for part in TextWork.parts(bytes.count) {
      try work.pass(part.count)
      count += UTF8Scalars.decode(bytes, from: &place, to: part.upperBound, into: scalars + count)
    }
    arena.shrink(bytes: (bytes.count - count) * 4)
    self.init(TextUnits(start: scalars, count: count))
  }

  /// The scalars of any text; ASCII is widened into the arena.
  /// - Throws: errors of the watch of `work`.
  package func widened(_ arena: TextArena, _ work: inout TextWork) throws -> TextUnits<UInt32> {
    guard isASCII else { return scalars }
    return try widened(into: arena.allocate(UInt32.self, count), &work)
  }

  /// Writes the scalars of an ASCII text to `output`.
  /// - Throws: errors of the watch of `work`.
  package func widened(
    into output: UnsafeMutablePointer<UInt32>, _ work: inout TextWork
  ) throws -> TextUnits<UInt32> {
    let bytes = bytes
    for part in TextWork.parts(count) {
      try work.pass(part.count)
      for place in part { output[place] = UInt32(bytes[place]) }
    }
    return TextUnits(start: output, count: count)
  }
}
