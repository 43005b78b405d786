/// A Lua value for display: a shortened copy, independent of its state.
indirect enum ShownValue: Sendable, Equatable {
  /// The type of a value that is printed as plain text; it selects the colour.
  enum Kind: Sendable {
    case number, boolean, `nil`, function, object, error
  }

  case plain(String, Kind)
  /// A string's shown text, and the length of the whole string.
  case string(String, bytes: Int)
  case table(ShownTable)
  /// A table that contains itself.
  case cycle
  /// A table that is nested too deeply to be shown.
  case deep
}

/// A table: its sequence, then its other fields.
struct ShownTable: Sendable, Equatable {
  /// A field outside the sequence.
  struct Field: Sendable, Equatable {
    /// The key as in a table constructor: `name`, `["two words"]`, `[2.5]`.
    let key: String
    let value: ShownValue
  }

  var elements: [ShownValue] = []
  /// Length of the sequence, including elements that are not shown.
  var elementCount = 0
  var fields: [Field] = []
  /// Number of other fields, including those that are not shown.
  var fieldCount = 0

  var isEmpty: Bool { elementCount == 0 && fieldCount == 0 }
  var hidden: Int { elementCount - elements.count + fieldCount - fields.count }
}
