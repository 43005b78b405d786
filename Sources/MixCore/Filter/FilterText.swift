/// Filters as text: `genre="Science Fiction" date=thisYear`.
extension FilterSchema {
  /// Writes what is not at its standard, in the order of the fields. ``parse(_:)`` reads it.
  public func text(of state: FilterState) -> String {
    var parts: [String] = []
    for (field, value) in zip(fields, state.values) where value != field.standard {
      parts.append("\(field.name)=\(Self.quoted(value ?? ""))")
    }
    return parts.joined(separator: " ")
  }

  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { $0 == " " || $0 == "\"" || $0 == "\\" }) else {
      return value
    }
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// Reads `name=value` pairs with spaces between; an empty value (`genre=""`) is not a value, or
  /// the standard of a field that has one. Fields that are not named are at their standard.
  /// - Throws: ``FilterError`` that names what is wrong and suggests what may be meant.
  public func parse(_ text: String) throws(FilterError) -> FilterState {
    var state = standard
    var named: Set<Int> = []
    var rest = Substring(text)
    while let pair = try Self.nextPair(&rest) {
      let place = try place(of: pair.name)
      guard named.insert(place).inserted else {
        throw FilterError(
          message: "\(fields[place].name) is given twice", field: fields[place].name)
      }
      let field = fields[place]
      state.values[place] = pair.value.isEmpty ? field.standard : try field.value(of: pair.value)
    }
    return state
  }

  /// Takes the next pair off the front; nil at the end.
  private static func nextPair(
    _ rest: inout Substring
  ) throws(FilterError) -> (name: String, value: String)? {
    rest = rest.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    let name = String(rest.prefix { $0 != "=" && !$0.isWhitespace })
    rest = rest.dropFirst(name.count)
    guard rest.first == "=", !name.isEmpty else {
      throw FilterError(
        message:
          "\"\(name.isEmpty ? String(rest.prefix(20)) : name)\" is not of the form name=value",
        field: nil
      )
    }
    rest = rest.dropFirst()
    guard rest.first == "\"" else {
      let value = String(rest.prefix { !$0.isWhitespace })
      rest = rest.dropFirst(value.count)
      return (name, value)
    }
    return (name, try quotedValue(&rest, name))
  }

  private static func quotedValue(
    _ rest: inout Substring, _ name: String
  ) throws(FilterError) -> String {
    var value = ""
    var isEscaped = false
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        guard rest.first?.isWhitespace ?? true else {
          throw FilterError(message: "\(name): a space must follow the closing quote", field: name)
        }
        return value
      } else {
        value.append(character)
      }
    }
    throw FilterError(message: "\(name): the closing quote is missing", field: name)
  }
}
