internal import SQL

/// A collection of a program's records, as its manifest declares it.
public struct CollectionDeclaration: Sendable, Equatable {
  /// The collection's name: lower-case letters, digits and `_`.
  public var name: String
  /// The field that identifies a record.
  public var key: String
  /// The fields by which records can be found and ordered.
  public var indexes: [String]
  /// Whether other programs that come with mixhost may change it.
  public var isShared: Bool

  /// Makes a declaration from its parts.
  public init(name: String, key: String, indexes: [String] = [], isShared: Bool = false) {
    self.name = name
    self.key = key
    self.indexes = indexes
    self.isShared = isShared
  }

  /// Words of queries, which an index may not have as its name.
  public static let reserved = ["order", "descending", "limit", "after"]
}

/// A plain value that identifies a record or finds it by an index.
public enum StoreValue: Sendable, Equatable {
  case int(Int64)
  case real(Double)
  case text(String)
  case flag(Bool)

  /// The value in the tables' form: flags are kept apart from numbers.
  var cell: Cell {
    switch self {
    case .int(let value): .int(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .flag(let value): .blob([value ? 1 : 0])
    }
  }
}

/// A record to store.
public struct StoreRecord: Sendable {
  /// The record's key: a text or an integer.
  public var key: StoreValue
  /// The values of the record's indexed fields.
  public var values: [(field: String, value: StoreValue)]
  /// The whole record as JSON.
  public var json: String

  /// Makes a record from its parts.
  public init(key: StoreValue, values: [(field: String, value: StoreValue)], json: String) {
    self.key = key
    self.values = values
    self.json = json
  }
}

/// Selects and orders records.
///
/// ```swift
/// var query = StoreQuery()
/// query.conditions = [.init(field: "published", from: .int(2020), to: nil)]
/// query.isDescending = true
/// ```
public struct StoreQuery: Sendable {
  /// A range of values of one field.
  public struct Condition: Sendable {
    /// The key or an indexed field.
    public var field: String
    /// The smallest value; nil for no limit.
    public var from: StoreValue?
    /// The largest value; nil for no limit.
    public var to: StoreValue?

    /// Makes a range that includes its ends; equal ends select one value. Give at least one end.
    public init(field: String, from: StoreValue?, to: StoreValue?) {
      self.field = field
      self.from = from
      self.to = to
    }
  }

  /// The conditions, all of which must hold.
  public var conditions: [Condition] = []
  /// The field to order by, the key or an indexed one. nil: the field of the first range, or of the
  /// first condition, or the key. Records of equal value come in the order in which they were
  /// added.
  public var order: String?
  /// Whether the largest value comes first.
  public var isDescending = false

  /// Selects all records, ordered by key.
  public init() {}
}

/// A position between two records of an ordered scan.
public struct StoreCursor: Sendable {
  let value: Cell
  let record: Int64
}
