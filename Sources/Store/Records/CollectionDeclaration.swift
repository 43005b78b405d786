internal import SQL

/// A collection of a program's records, as its manifest declares it.
public struct CollectionDeclaration: Sendable, Equatable {
  /// Its name: lower-case letters, digits and `_`.
  public var name: String
  /// The field that identifies a record.
  public var key: String
  /// The fields by which records are found and ordered.
  public var indexes: [String]

  /// A declaration of its parts.
  public init(name: String, key: String, indexes: [String] = []) {
    self.name = name
    self.key = key
    self.indexes = indexes
  }

  /// Words that queries use, so that no index can have them as its name.
  public static let reserved = ["order", "descending", "limit", "after"]
}

/// A plain value of a record that identifies it or by which it is found.
public enum StoreValue: Sendable, Equatable {
  case int(Int64)
  case real(Double)
  case text(String)
  case flag(Bool)

  /// As the tables hold it: flags are apart from numbers.
  var cell: Cell {
    switch self {
    case .int(let value): .int(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .flag(let value): .blob([value ? 1 : 0])
    }
  }
}

/// A record to keep.
public struct StoreRecord: Sendable {
  /// A text or an integer.
  public var key: StoreValue
  /// The values of those indexed fields that it has.
  public var values: [(field: String, value: StoreValue)]
  /// The whole record.
  public var json: String

  /// A record of its parts.
  public init(key: StoreValue, values: [(field: String, value: StoreValue)], json: String) {
    self.key = key
    self.values = values
    self.json = json
  }
}

/// A selection of records, and their order.
public struct StoreQuery: Sendable {
  /// The type of a field's value.
  public struct Condition: Sendable {
    /// The key or an indexed field.
    public var field: String
    /// The smallest value; nil: none.
    public var from: StoreValue?
    /// The largest value; nil: none.
    public var to: StoreValue?

    /// A range, ends included; equal ends: that value. At least one end is given.
    public init(field: String, from: StoreValue?, to: StoreValue?) {
      self.field = field
      self.from = from
      self.to = to
    }
  }

  /// All have to hold.
  public var conditions: [Condition] = []
  /// The key or an indexed field; nil: that of the first condition with a range, else of the first
  /// condition, else the key. Records of one value come in the order in which they were added.
  public var order: String?
  /// Whether the largest comes first.
  public var isDescending = false

  /// Everything, by key.
  public init() {}
}

/// A place between two records of an ordered walk.
public struct StoreCursor: Sendable {
  let value: Cell
  let record: Int64
}
