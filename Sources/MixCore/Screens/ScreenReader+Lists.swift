/// Reads lists of fields, and the rows of tables.
extension ScreenReader {
  func list(
    _ input: ScreenInput, _ path: String, _ element: ScreenType
  ) throws(ScreenError) -> ScreenValue {
    guard case .table(let list, let fields) = input, fields.isEmpty else {
      throw wrong(input, path, .list(element))
    }
    var identity: String?
    if case .record(let record) = element { identity = record.identity }
    var values: [ScreenValue] = []
    values.reserveCapacity(list.count)
    var places: [ScreenValue: Int] = [:]
    for (offset, item) in list.enumerated() {
      let place = "\(path)[\(offset + 1)]"
      guard let value = try value(item, place, element) else {
        throw ScreenError(path: place, message: "\(element.words) is missing: the list has a hole")
      }
      if let identity, case .record(let record) = value, let key = record[identity] {
        try Self.note(key, offset + 1, place + "." + identity, &places)
      }
      values.append(value)
    }
    return .list(values)
  }

  private static func note(
    _ key: ScreenValue, _ place: Int, _ path: String, _ places: inout [ScreenValue: Int]
  ) throws(ScreenError) {
    if let other = places.updateValue(place, forKey: key) {
      throw ScreenError(path: path, message: "number \(other) of the list has the same one")
    }
  }

  /// The fields that columns show as addresses.
  static func addresses(_ table: [String: ScreenValue]) -> Set<String> {
    guard case .list(let columns)? = table["columns"] else { return [] }
    let formats: [ScreenValue] = [.text("image"), .text("audio"), .text("link")]
    var names: Set<String> = []
    for column in columns {
      if let format = column["format"], formats.contains(format),
        case .text(let name)? = column["key"]
      {
        names.insert(name)
      }
    }
    return names
  }

  /// Reads the rows of a table.
  /// - Parameters:
  ///   - key: the field that identifies rows.
  ///   - addresses: fields whose values are dropped unless they are addresses.
  func rows(
    _ input: ScreenInput, _ path: String, key: ScreenValue?, _ addresses: Set<String>
  ) throws(ScreenError) -> [ScreenValue] {
    guard case .table(let list, let fields) = input, fields.isEmpty else {
      if case .none = input { throw ScreenError(path: path, message: "a list of rows is missing") }
      throw wrong(input, path, .rows)
    }
    var rows: [ScreenValue] = []
    rows.reserveCapacity(list.count)
    var places: [ScreenValue: Int] = [:]
    for (offset, row) in list.enumerated() {
      let place = "\(path)[\(offset + 1)]"
      guard case .table(let cells, let fields) = row, cells.isEmpty else {
        throw ScreenError(
          path: place, message: "a row is a table of cells by name, not \(row.kind)")
      }
      var record: [String: ScreenValue] = [:]
      record.reserveCapacity(fields.count)
      for (name, cell) in fields {
        if case .none = cell { continue }
        if case .text(let text) = cell, addresses.contains(name), !Self.isAddress(text) { continue }
        record[name] = try scalar(cell, "\(place).\(name)", .scalar)
      }
      if case .text(let name)? = key {
        guard let value = record[name] else {
          throw ScreenError(path: "\(place).\(name)", message: "the row's key is missing")
        }
        try Self.note(value, offset + 1, "\(place).\(name)", &places)
      }
      rows.append(.record(record))
    }
    return rows
  }
}
