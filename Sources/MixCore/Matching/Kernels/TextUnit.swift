/// What texts are made of in memory: bytes when all of them are ASCII, else scalars.
protocol TextUnit: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {}

extension UInt8: TextUnit {}
extension UInt32: TextUnit {}

/// A text in memory that someone else keeps.
typealias TextUnits<Unit: TextUnit> = UnsafeBufferPointer<Unit>

extension UnsafeBufferPointer where Element: TextUnit {
  /// A part, as a text of its own.
  @inline(__always)
  func part(_ start: Int, _ end: Int) -> Self {
    Self(start: baseAddress.map { $0 + start }, count: end &- start)
  }

  /// How many units two texts share at their start.
  func commonStart(_ other: Self) -> Int {
    let most = Swift.min(count, other.count)
    var length = 0
    while length < most, self[length] == other[length] { length &+= 1 }
    return length
  }

  /// How many units two texts share at their end.
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
struct TextPiece {
  let start: UnsafeRawPointer?
  /// Twice the length, and one for ASCII: a list of pieces is read often.
  private let packed: Int

  /// The length in scalars.
  var count: Int { packed >> 1 }
  var isASCII: Bool { packed & 1 == 1 }

  init(_ bytes: TextUnits<UInt8>) {
    start = UnsafeRawPointer(bytes.baseAddress)
    packed = bytes.count << 1 | 1
  }

  init(_ scalars: TextUnits<UInt32>) {
    start = UnsafeRawPointer(scalars.baseAddress)
    packed = scalars.count << 1
  }

  /// The bytes of an ASCII text.
  var bytes: TextUnits<UInt8> {
    TextUnits(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The scalars of another text.
  var scalars: TextUnits<UInt32> {
    TextUnits(start: start?.assumingMemoryBound(to: UInt32.self), count: count)
  }

  /// Decodes UTF-8 whose bytes outlive the piece; what is not ASCII goes into the arena.
  @inline(__always)
  init(utf8 bytes: TextUnits<UInt8>, _ arena: TextArena) {
    if UTF8Scalars.isASCII(bytes) {
      self.init(bytes)
    } else {
      self.init(decoding: bytes, arena)
    }
  }

  private init(decoding bytes: TextUnits<UInt8>, _ arena: TextArena) {
    let scalars = arena.allocate(UInt32.self, bytes.count)
    let count = UTF8Scalars.decode(bytes, into: scalars)
    arena.shrink(bytes: (bytes.count - count) * 4)
    self.init(TextUnits(start: scalars, count: count))
  }

  /// The scalars of a text of either kind; ASCII is widened into the arena.
  func widened(_ arena: TextArena) -> TextUnits<UInt32> {
    guard isASCII else { return scalars }
    let output = arena.allocate(UInt32.self, count)
    for (place, byte) in bytes.enumerated() { output[place] = UInt32(byte) }
    return TextUnits(start: output, count: count)
  }
}
