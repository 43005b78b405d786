/// A Lua value as the prompt shows it: a copy, cut where it is long, free of the state it came from.
indirect enum ShownValue: Sendable, Equatable {
  /// The type that a text printed as it stands has, for its colour.
  enum Kind: Sendable {
    case number, boolean, `nil`, function, object, error
  }

  case plain(String, Kind)
  /// A string's text, and how many bytes the whole string has.
  case string(String, bytes: Int)
  case table(ShownTable)
  /// A table that holds itself.
  case cycle
  /// A table that nests too deep to be shown.
  case deep
}

/// A table: its sequence, then its other fields.
struct ShownTable: Sendable, Equatable {
  /// A field other than those of the sequence.
  struct Field: Sendable, Equatable {
    /// As it is written in a table constructor: `name`, `["two words"]`, `[2.5]`.
    let key: String
    let value: ShownValue
  }

  var elements: [ShownValue] = []
  /// How many elements the sequence has, shown or not.
  var elementCount = 0
  var fields: [Field] = []
  /// How many other fields there are, shown or not.
  var fieldCount = 0

  var isEmpty: Bool { elementCount == 0 && fieldCount == 0 }
  var hidden: Int { elementCount - elements.count + fieldCount - fields.count }
}
