internal import SQL

/// Builds a query's SQL. Names and values from scripts are bound, never part of the text.
struct QueryText {
  private(set) var text = ""
  private(set) var cells: [Cell] = []
  private let query: StoreQuery
  private let key: String
  private let collection: Int64
  private let field: String
  private let dialect: SQLDialect

  init(_ query: StoreQuery, key: String, collection: Int64, _ dialect: SQLDialect) {
    self.dialect = dialect
    self.query = query
    self.key = key
    self.collection = collection
    field = Self.order(of: query, key: key)
  }

  static func order(of query: StoreQuery, key: String) -> String {
    let range = query.conditions.first { $0.from != $0.to }
    return query.order ?? (range ?? query.conditions.first)?.field ?? key
  }

  private var byKey: Bool { field == key }
  private var ordered: String { byKey ? "r.key" : "v.value" }

  mutating func begin(after: StoreCursor?) {
    text = "SELECT r.json, r.id, \(ordered) "
    addSource()
    if let after {
      text += " AND (\(ordered), r.id) \(query.isDescending ? "<" : ">") (?, ?)"
      cells += [after.value, .int(after.record)]
    }
    let direction = query.isDescending ? "DESC" : "ASC"
    text += " ORDER BY \(ordered) \(direction)" + (byKey ? "" : ", v.record \(direction)")
  }

  mutating func beginCount() {
    text = "SELECT count(*) "
    addSource()
  }

  private mutating func addSource() {
    if byKey {
      text += "FROM store_record r WHERE r.collection = ?"
      cells = [.int(collection)]
    } else {
      // The index gives the order.
      text += """
        FROM store_value v \(dialect.orderedJoin) store_record r ON r.id = v.record
        WHERE v.collection = ? AND v.field = ?
        """
      cells = [.int(collection), .text(field)]
    }
    for condition in query.conditions {
      if condition.field == field {
        add(condition, to: ordered)
      } else if condition.field == key {
        add(condition, to: "r.key")
      } else {
        text += " AND EXISTS (SELECT 1 FROM store_value w WHERE w.record = r.id AND w.field = ?"
        cells.append(.text(condition.field))
        add(condition, to: "w.value")
        text += ")"
      }
    }
  }

  /// An open end stays within the type of the other end: numbers come before texts, and texts
  /// before bytes.
  private mutating func add(_ condition: StoreQuery.Condition, to column: String) {
    if let from = condition.from, from == condition.to {
      add("\(column) = ?", from.cell)
      return
    }
    var isText = false
    if case .text? = condition.from ?? condition.to { isText = true }
    if let from = condition.from {
      add("\(column) >= ?", from.cell)
    } else if isText {
      add("\(column) >= ?", "")
    }
    if let to = condition.to {
      add("\(column) <= ?", to.cell)
    } else {
      add("\(column) < ?", isText ? .blob([]) : "")
    }
  }

  private mutating func add(_ condition: String, _ value: Cell) {
    text += " AND " + condition
    cells.append(dialect.sortable(value))
  }
}
