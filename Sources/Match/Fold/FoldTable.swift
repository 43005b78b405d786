/// Folds single scalars by a two-level table of 256 scalars a page, built once from ``FoldData``.
struct FoldTable: Sendable {
  /// The table; read-only after it is made.
  static let shared = FoldTable(FoldData.entries)

  /// A scalar's folded form.
  enum Replacement: Equatable {
    case same
    case removed
    case one(UInt32)
    /// A range of ``FoldTable/pool``.
    case several(Range<Int>)
  }

  /// The targets of more than one scalar, one after another.
  private(set) var pool: [UInt32] = []
  /// The number of a scalar's page; page 0 is empty.
  private var pageOfBlock = [UInt16](repeating: 0, count: 0x110000 >> 8)
  /// 0: the scalar stays; ``removedMark``; below 0x110000: the target; with ``poolMark``: length
  /// and place in the pool.
  private var cells = [UInt32](repeating: 0, count: 256)

  private static let removedMark: UInt32 = 0xFFFF_FFFF
  private static let poolMark: UInt32 = 0x8000_0000

  /// The replacement of a scalar.
  func replacement(of scalar: UInt32) -> Replacement {
    let page = Int(pageOfBlock[Int(scalar >> 8)])
    let cell = cells[page << 8 | Int(scalar & 0xFF)]
    if cell == 0 { return .same }
    if cell == Self.removedMark { return .removed }
    if cell & Self.poolMark == 0 { return .one(cell) }
    let start = Int(cell & 0xFFFF)
    return .several(start..<start + Int(cell >> 16 & 0x7FFF))
  }

  init(_ entries: StaticString) {
    var parser = Parser(
      bytes: UnsafeBufferPointer(start: entries.utf8Start, count: entries.utf8CodeUnitCount))
    var scalar: UInt32 = 0x80
    while let entry = parser.next() {
      scalar += entry.delta
      switch entry.kind {
      case .counting(let step):
        for index in 0..<entry.count {
          set(scalar + index * step, to: entry.targets[0] + index * step)
        }
        scalar += (entry.count - 1) * step
      case .constant:
        let cell = cell(for: entry.targets)
        for index in 0..<entry.count { set(scalar + index, to: cell) }
        scalar += entry.count - 1
      }
    }
  }

  private mutating func cell(for targets: [UInt32]) -> UInt32 {
    switch targets.count {
    case 0: return Self.removedMark
    case 1: return targets[0]
    default:
      let place = UInt32(pool.count)
      pool += targets
      return Self.poolMark | UInt32(targets.count) << 16 | place
    }
  }

  private mutating func set(_ scalar: UInt32, to cell: UInt32) {
    let block = Int(scalar >> 8)
    if pageOfBlock[block] == 0 {
      pageOfBlock[block] = UInt16(cells.count >> 8)
      cells += repeatElement(0, count: 256)
    }
    cells[Int(pageOfBlock[block]) << 8 | Int(scalar & 0xFF)] = cell
  }
}

/// Reads the entries of ``FoldData``.
private struct Parser {
  enum Kind {
    /// Source and target grow together.
    case counting(step: UInt32)
    /// Every source has the same targets.
    case constant
  }

  struct Entry {
    var delta: UInt32
    var kind = Kind.constant
    var count: UInt32 = 1
    var targets: [UInt32] = []
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> Entry? {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place < bytes.count else { return nil }
    var entry = Entry(delta: number())
    switch bytes[place] {
    case UInt8(ascii: "+"): entry.kind = .counting(step: 1)
    case UInt8(ascii: ":"): entry.kind = .counting(step: 2)
    default: break
    }
    if bytes[place] != UInt8(ascii: "=") {
      place += 1
      entry.count = number()
    }
    repeat {
      place += 1
      if place < bytes.count, bytes[place] > 0x20 { entry.targets.append(number()) }
    } while place < bytes.count && bytes[place] == UInt8(ascii: ".")
    return entry
  }

  private mutating func number() -> UInt32 {
    var value: UInt32 = 0
    while place < bytes.count {
      switch bytes[place] {
      case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
        value = value * 36 + UInt32(byte - UInt8(ascii: "0"))
      case let byte where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"):
        value = value * 36 + UInt32(byte - UInt8(ascii: "a")) + 10
      default: return value
      }
      place += 1
    }
    return value
  }
}
