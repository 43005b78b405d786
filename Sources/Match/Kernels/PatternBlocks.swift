internal import Notation

/// The places of each scalar in a pattern, one bit a place, 64 places a block: the bit-parallel
/// kernels look them up for every scalar of the other text.
///
/// A block has 256 masks for the scalars below U+0100, and a table with open addressing for the
/// others, at most 64 of them.
final class PatternBlocks {
  /// The longest text whose masks are prepared, in scalars; longer texts are compared pair by pair.
  static let longestPrepared = 4096

  /// The pattern's length in scalars.
  private(set) var length = 0
  /// Number of blocks in use.
  private(set) var count = 0

  private let capacity: Int
  private let slab: UnsafeMutablePointer<UInt64>

  /// Allocates memory for a pattern of up to `capacity` blocks.
  init(capacity: Int) {
    self.capacity = capacity
    let words = capacity * PatternBlock.words
    slab = .allocate(capacity: words)
    slab.initialize(repeating: 0, count: words)
  }

  /// Makes the blocks of a pattern.
  convenience init(_ pattern: TextUnits<some TextUnit>) {
    self.init(capacity: max(1, (pattern.count + 63) / 64))
    set(pattern)
  }

  deinit { slab.deallocate() }

  /// The block with this number.
  @inline(__always)
  subscript(_ number: Int) -> PatternBlock {
    PatternBlock(base: slab + number &* PatternBlock.words)
  }

  /// Sets a pattern that fits the capacity. The blocks must be new or cleared.
  func set(_ pattern: TextUnits<some TextUnit>) {
    length = pattern.count
    count = (pattern.count + 63) / 64
    precondition(count <= capacity)
    for place in 0..<pattern.count {
      self[place >> 6].add(UInt32(truncatingIfNeeded: pattern[place]), bit: UInt64(place & 63))
    }
  }

  /// Clears the blocks of the pattern that was set, in time linear in its length.
  func clear(_ pattern: TextUnits<some TextUnit>) {
    for place in 0..<pattern.count {
      self[place >> 6].remove(UInt32(truncatingIfNeeded: pattern[place]))
    }
    length = 0
    count = 0
  }
}

/// The masks of 64 places, a view of memory that ``PatternBlocks`` owns.
struct PatternBlock {
  /// 256 masks, 128 masks of the table, 128 keys of the table.
  static let words = 256 + 128 + 64

  /// Number of places of a block.
  static let places = 64

  let base: UnsafeMutablePointer<UInt64>

  /// Runs `body` with the masks of a text of up to ``places`` units, allocated on the stack.
  @inline(__always)
  static func with<Unit: TextUnit, Result>(
    _ pattern: TextUnits<Unit>, _ body: (PatternBlock) throws -> Result
  ) rethrows -> Result {
    // Bytes need only the masks, not the table.
    let words = Unit.self == UInt8.self ? 256 : words
    return try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { masks in
      masks.initialize(repeating: 0)
      guard let base = masks.baseAddress else { preconditionFailure("there is room for the masks") }
      let block = PatternBlock(base: base)
      for place in 0..<pattern.count {
        block.add(UInt32(truncatingIfNeeded: pattern[place]), bit: UInt64(place))
      }
      return try body(block)
    }
  }

  /// The places of a scalar as bits.
  @inline(__always)
  func mask<Unit: TextUnit>(_ unit: Unit) -> UInt64 {
    if Unit.self == UInt8.self { return base[Int(truncatingIfNeeded: unit)] }
    let scalar = UInt32(truncatingIfNeeded: unit)
    return scalar < 256 ? base[Int(scalar)] : base[256 &+ slot(scalar)]
  }

  /// The keys of the table; 0 marks a free slot.
  private var keys: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(base + 384).assumingMemoryBound(to: UInt32.self)
  }

  /// The slot of a scalar, or the free one for it. Neighbours in an alphabet do not collide.
  private func slot(_ scalar: UInt32) -> Int {
    let keys = keys
    var slot = Int(scalar & 127)
    while keys[slot] != 0, keys[slot] != scalar { slot = (slot &+ 1) & 127 }
    return slot
  }

  fileprivate func add(_ scalar: UInt32, bit: UInt64) {
    if scalar < 256 {
      base[Int(scalar)] |= 1 << bit
    } else {
      let slot = slot(scalar)
      keys[slot] = scalar
      base[256 &+ slot] |= 1 << bit
    }
  }

  /// Clears a scalar below U+0100, or the whole table of the others.
  fileprivate func remove(_ scalar: UInt32) {
    if scalar < 256 {
      base[Int(scalar)] = 0
    } else if keys[slot(scalar)] != 0 {
      (base + 256).update(repeating: 0, count: 192)
    }
  }
}
