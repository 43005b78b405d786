/// A table that was read by its ``Shape``: the values of its fields.
public struct Fields: LuaArgument, Sendable {
  /// A field's value.
  public indirect enum Value: Sendable {
    /// Data.
    case plain(LuaValue)
    /// A function, and its first line.
    case function(LuaFunction, line: Int)
    /// A table with declared fields.
    case fields(Fields)
    /// Values in order.
    case list([Value])
    /// Values by names, in byte order.
    case map([(name: String, value: Value)])
    /// A value that whoever asks reads.
    case kept(KeptValue)

    /// As data; nil for functions and kept values, which are left out of what holds them.
    var data: LuaValue? {
      switch self {
      case .plain(let value): value
      case .list(let values): .array(values.compactMap(\.data))
      case .map(let values):
        .object(values.reduce(into: [:]) { $0[$1.name] = $1.value.data })
      case .fields(let fields): .object(fields.members)
      case .function, .kept: nil
      }
    }

    /// A text; nil for anything else.
    public var text: String? {
      if case .plain(.string(let text)) = self { return text }
      return nil
    }

    /// A number; nil for anything else.
    public var number: Double? {
      switch self {
      case .plain(.number(let value)): value
      case .plain(.int(let value)): Double(value)
      default: nil
      }
    }

    /// A table with declared fields; nil for anything else.
    public var record: Fields? {
      if case .fields(let fields) = self { return fields }
      return nil
    }

    /// The texts of a list; nil for anything else.
    public var texts: [String]? {
      if case .list(let values) = self { return values.compactMap(\.text) }
      return nil
    }
  }

  /// As messages and editor types name tables of options.
  public static var luaTypeName: String { "table?" }

  /// Tables are small: a walk costs less than hashing a name.
  private var values: [(name: String, value: Value)] = []
  private let shape: Shape
  /// Stands before the names of its fields in errors: `features[1].`.
  public let place: String
  private let voice: ShapeVoice
  private let around: [Fields]

  init(_ shape: Shape, _ place: String, _ voice: ShapeVoice, _ outer: Fields? = nil) {
    (self.shape, self.place, self.voice) = (shape, place, voice)
    around = outer.map { [$0] } ?? []
  }

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) throws -> Fields? {
    preconditionFailure("options are read by their shape")
  }

  mutating func add(_ name: String, _ value: Value) { values.append((name, value)) }

  /// The fields around this table, as far as they were read when it was.
  public var outer: Fields? { around.first }

  /// Whether no key was given.
  public var isEmpty: Bool { values.isEmpty }

  /// A field's value; nil when it was not given.
  public subscript(name: String) -> Value? { values.first { $0.name == name }?.value }

  /// Whether the key was given.
  public func has(_ name: String) -> Bool { self[name] != nil }

  /// A text; nil when it was not given.
  public func string(_ name: String) -> String? { self[name]?.text }

  /// An integer; sizes in bytes. Nil when it was not given.
  public func int(_ name: String) -> Int? {
    if case .plain(.int(let value))? = self[name] { return Int(value) }
    return nil
  }

  /// A number; durations in seconds, sizes in bytes.
  public func number(_ name: String) -> Double? { self[name]?.number }

  /// A boolean; nil when it was not given.
  public func bool(_ name: String) -> Bool? {
    if case .plain(.bool(let value))? = self[name] { return value }
    return nil
  }

  /// The texts of a list; empty when it was not given.
  public func texts(_ name: String) -> [String] { self[name]?.texts ?? [] }

  /// The numbers of a list; empty when it was not given.
  public func numbers(_ name: String) -> [Double] {
    guard case .list(let values)? = self[name] else { return [] }
    return values.compactMap(\.number)
  }

  /// One of some words, by its raw value.
  public func choice<Word: RawRepresentable<String>>(_ name: String) -> Word? {
    string(name).flatMap(Word.init)
  }

  /// Any value as data, lists and tables by names among them.
  public func value(_ name: String) -> LuaValue? { self[name]?.data }

  /// A table with declared fields.
  public func record(_ name: String) -> Fields? { self[name]?.record }

  /// The tables of a list; empty when it was not given.
  public func records(_ name: String) -> [Fields] {
    guard case .list(let values)? = self[name] else { return [] }
    return values.compactMap(\.record)
  }

  /// The values of a table by names; empty when it was not given.
  public func map<T>(_ name: String, _ value: (Value) -> T?) -> [String: T] {
    guard case .map(let values)? = self[name] else { return [:] }
    return values.reduce(into: [:]) { $0[$1.name] = value($1.value) }
  }

  /// A value that whoever asks reads.
  public func kept(_ name: String) -> KeptValue? {
    if case .kept(let value)? = self[name] { return value }
    return nil
  }

  /// A function; nil when it was not given.
  public func function(_ name: String) -> LuaFunction? {
    if case .function(let function, _)? = self[name] { return function }
    return nil
  }

  /// The name of a function of the table in messages, after its shape's ``Shape/Naming``.
  public func label(of field: String) -> String {
    switch shape.naming {
    case .field: field
    case .owner(let word): "\(word) '\(string("name") ?? field)'"
    case .each(let word): "\(word) '\(field)'"
    }
  }

  /// The values that are data, by their names.
  public var members: [String: LuaValue] {
    values.reduce(into: [:]) { $0[$1.name] = $1.value.data }
  }

  /// Calls `body` with each value that is data.
  public func forEachValue(_ body: (_ name: String, _ value: LuaValue) throws -> Void) rethrows {
    for (name, value) in values {
      if let data = value.data { try body(name, data) }
    }
  }

  /// The error for a field, in words that follow its name.
  public func wrong(_ field: String, _ words: String) -> any Error {
    voice.error(place + field, .other(words))
  }
}
