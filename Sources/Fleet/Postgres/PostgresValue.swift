package import SQL

/// A statement's value for PostgreSQL. Numbers are sent in binary form, big-endian.
package enum PostgresValue {
  case null
  case int(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  case optionalInts([Int64?])
  case optionalReals([Double?])
  case optionalTexts([String?])

  static func ints(_ list: [Int64]) -> PostgresValue { .optionalInts(list) }
  static func reals(_ list: [Double]) -> PostgresValue { .optionalReals(list) }
  static func texts(_ list: [String]) -> PostgresValue { .optionalTexts(list) }

  package init(_ cell: Cell) {
    switch cell {
    case .null: self = .null
    case .int(let value): self = .int(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(Self.kept(value))
    case .blob(let value): self = .blob(value)
    }
  }

  /// The text with U+0000 replaced, which PostgreSQL cannot store.
  static func kept(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
  }

  /// The type's number in `pg_type`; 0 for null, whose type follows from the statement.
  var type: UInt32 {
    switch self {
    case .null: 0
    case .int: PostgresType.bigint
    case .real: PostgresType.double
    case .text: PostgresType.text
    case .blob: PostgresType.bytes
    case .optionalInts: PostgresType.bigints
    case .optionalReals: PostgresType.doubles
    case .optionalTexts: PostgresType.texts
    }
  }

  /// A letter for the type: a statement is prepared once for each combination of types.
  var letter: Character {
    switch self {
    case .null: "n"
    case .int: "i"
    case .real: "r"
    case .text: "t"
    case .blob: "b"
    case .optionalInts: "I"
    case .optionalReals: "R"
    case .optionalTexts: "T"
    }
  }

  /// The binary form; nil for null.
  var bytes: [UInt8]? {
    switch self {
    case .null: return nil
    case .int(let value): return Self.bigEndian(UInt64(bitPattern: value))
    case .real(let value): return Self.bigEndian(value.bitPattern)
    case .text(let value): return Array(value.utf8)
    case .blob(let value): return value
    case .optionalInts(let list):
      return Self.array(PostgresType.bigint, list) { Self.bigEndian(UInt64(bitPattern: $0)) }
    case .optionalReals(let list):
      return Self.array(PostgresType.double, list) { Self.bigEndian($0.bitPattern) }
    case .optionalTexts(let list): return Self.array(PostgresType.text, list) { Array($0.utf8) }
    }
  }

  private static func bigEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }

  /// The form that `array_recv` reads: the number of dimensions, a flag for nulls, the elements'
  /// type; then the dimension's count and first index; then each element after its length.
  private static func array<T>(
    _ type: UInt32, _ list: [T?], _ bytes: (T) -> [UInt8]
  ) -> [UInt8] {
    var result = bigEndian(Int32(list.isEmpty ? 0 : 1))
    result += bigEndian(Int32(list.contains { $0 == nil } ? 1 : 0)) + bigEndian(type)
    if list.isEmpty { return result }
    result.reserveCapacity(20 + list.count * 12)
    result += bigEndian(Int32(list.count)) + bigEndian(Int32(1))
    for element in list {
      guard let element else {
        result += bigEndian(Int32(-1))
        continue
      }
      let form = bytes(element)
      result += bigEndian(Int32(form.count))
      result += form
    }
    return result
  }
}

/// Type numbers of `pg_type` that never change.
enum PostgresType {
  static let (bool, bytes, bigint, smallint, integer): (UInt32, UInt32, UInt32, UInt32, UInt32) =
    (16, 17, 20, 21, 23)
  static let (text, float, double, varchar): (UInt32, UInt32, UInt32, UInt32) = (
    25, 700, 701, 1_043
  )
  static let (bigints, doubles, texts): (UInt32, UInt32, UInt32) = (1_016, 1_022, 1_009)
}
