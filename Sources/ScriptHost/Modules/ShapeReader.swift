internal import CLua
internal import Notation

/// Reads tables by their shapes, without metamethods, and names what is wrong.
public struct ShapeReader {
  private let call: HostCall
  /// Makes the errors.
  public let voice: ShapeVoice
  /// Names that values may name, where kinds ask for them; nil: any.
  public let names: Set<String>?
  /// How large the table may be.
  public let limits: ShapeLimits
  private let skipsNull: Bool

  /// - Parameters:
  ///   - voice: makes the errors.
  ///   - names: what values may name.
  ///   - skipsNull: whether a field that is `json.null` counts as absent.
  public init(
    _ call: HostCall, _ voice: ShapeVoice, names: Set<String>? = nil,
    limits: ShapeLimits = ShapeLimits(), skipsNull: Bool = false
  ) {
    (self.call, self.voice, self.names) = (call, voice, names)
    (self.limits, self.skipsNull) = (limits, skipsNull)
  }

  /// The stack of the call.
  public var stack: LuaStack { call.stack }

  /// Reads the table at a stack index.
  /// - Parameters:
  ///   - place: stands before the names of its fields in errors: `features[1].`.
  ///   - outer: the fields around it that were read before.
  /// - Throws: an error of the voice that names the field.
  public func fields(
    _ shape: Shape, _ index: Int32, _ place: String = "", outer: Fields? = nil
  ) throws -> Fields {
    let table = lua_absindex(stack.pointer, index)
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    var fields = Fields(shape, place, voice, outer)
    let given = try self.given(shape, table, place)
    // Fields that others depend on come first: words before the ranges of numbers, names before functions.
    for pass in 0...2 {
      for (position, field) in shape.fields.enumerated() where field.kind.pass == pass {
        if given.contains(position) {
          push(field.name, table)
          defer { stack.pop() }
          let value = try value(field.kind, stack.count, place + field.name, field.name, fields)
          if let value { fields.add(field.name, value) }
        } else if field.isRequired, !field.kind.isKept {
          throw voice.error(
            place + field.name, .mismatch(field.kind, found: nil, of: fields))
        }
      }
    }
    try shape.check(fields)
    return fields
  }

  /// The places of the fields that a table has.
  private func given(_ shape: Shape, _ table: Int32, _ place: String) throws -> Set<Int> {
    var given: Set<Int> = []
    try stack.forEachPair(table) {
      let key = stack.kind(-2) == .number ? "[\(stack.displayNumber(-2))]" : stack.string(-2)
      guard let name = key, let known = shape.fields.firstIndex(where: { $0.name == name }) else {
        let name = LongText.cut(key ?? stack.typeName(-2), to: 100)
        throw voice.error(place + name, .unknown(name, known: shape.fields.map(\.name)))
      }
      if !isAbsent(-1) { given.insert(known) }
    }
    return given
  }

  private func isAbsent(_ index: Int32) -> Bool {
    stack.isNoneOrNil(index) || skipsNull && stack.isNull(index)
  }

  private func push(_ name: String, _ table: Int32) {
    if name.hasPrefix("["), let position = Int64(name.dropFirst().dropLast()) {
      stack.pushRawElement(table, position)
    } else {
      stack.pushRawField(table, name)
    }
  }

  /// Reads a value that is not nil.
  private func value(
    _ kind: Shape.Kind, _ index: Int32, _ place: String, _ name: String, _ fields: Fields
  ) throws -> Fields.Value? {
    try limits.count(place, voice)
    switch kind {
    case .kept, .function:
      if let function = LuaFunction.read(call, index) {
        return .function(function, line: Int(clua_function_line(stack.pointer, index)))
      }
      if kind.isKept { return .kept(call.context.keep(stack, at: index)) }
    case .record(let shape):
      if stack.kind(index) == .table {
        return .fields(try self.fields(shape, index, place + ".", outer: fields))
      }
      if let field = shape.shorthand, let text = try text(index, place) {
        var given = Fields(shape, place + ".", voice, fields)
        given.add(field, .plain(.string(text)))
        return .fields(given)
      }
    case .list(let element):
      if stack.kind(index) == .table {
        return try list(element, index, place, fields)
      }
    case .map(let element):
      if stack.kind(index) == .table { return try map(element, index, place, fields) }
    case .custom(let custom):
      if let value = try custom.read(self, index, place, fields) {
        return value == .nil ? nil : .plain(value)
      }
    default:
      if let value = try plain(kind, index, place, fields) { return .plain(value) }
    }
    throw voice.error(place, .mismatch(kind, found: found(index, kind), of: fields))
  }

  private func list(
    _ element: Shape.Kind, _ index: Int32, _ place: String, _ fields: Fields
  ) throws -> Fields.Value {
    var values: [Fields.Value] = []
    var places: [LuaValue: Int] = [:]
    try forEachItem(index, place) { position, place in
      guard !isAbsent(-1) else {
        throw voice.error(place, .mismatch(element, found: nil, of: fields))
      }
      guard let value = try value(element, stack.count, place, "", fields) else { return }
      if case .fields(let item) = value, let name = element.shape?.identity,
        let key = item.value(name)
      {
        try note(key, position, "\(place).\(name)", &places)
      }
      values.append(value)
    }
    return .list(values)
  }

  /// Visits the items of the list at a stack index, each on top of the stack with its number and place.
  /// - Throws: an error of the voice for holes, other keys and too many items; what `body` throws.
  public func forEachItem(
    _ index: Int32, _ place: String, _ body: (_ position: Int, _ place: String) throws -> Void
  ) throws {
    let count = Int(stack.rawLength(index))
    try limits.checkItems(count, place, voice)
    try stack.forEachPair(index) {
      guard let position = stack.integer(-2) else {
        let name = LongText.cut(stack.string(-2) ?? stack.typeName(-2), to: 100)
        throw voice.error("\(place).\(name)", .unknown(name, known: []))
      }
      try limits.checkItems(Int(position), place, voice)
      guard position >= 1, position <= Int64(count) else {
        throw voice.error("\(place)[\(position)]", .other("is behind a hole of the list"))
      }
    }
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    try stack.countCopy(count * MemoryLayout<LuaValue>.stride)
    for position in stride(from: 1, through: count, by: 1) {
      stack.pushRawElement(index, Int64(position))
      defer { stack.pop() }
      try body(position, "\(place)[\(position)]")
    }
  }

  /// Notes the key of an item of a list.
  /// - Throws: an error of the voice when another item has the same one.
  public func note(
    _ key: LuaValue, _ position: Int, _ place: String, _ places: inout [LuaValue: Int]
  ) throws {
    if let other = places.updateValue(position, forKey: key) {
      throw voice.error(place, .other("number \(other) of the list has the same one"))
    }
  }

  private func map(
    _ element: Shape.Kind, _ index: Int32, _ place: String, _ fields: Fields
  ) throws -> Fields.Value {
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    var names: [String] = []
    try stack.forEachPair(index) {
      guard let name = stack.text(-2) else {
        throw voice.error(place, .other("has a \(stack.typeName(-2)) as a name"))
      }
      try stack.countCopy(96)
      names.append(name)
    }
    // In byte order, so that the same fault is named each time.
    return .map(
      try names.sorted().compactMap { name in
        stack.pushRawField(index, name)
        defer { stack.pop() }
        let place = "\(place).\(LongText.cut(name, to: 100))"
        return try value(element, stack.count, place, name, fields).map { (name, $0) }
      })
  }

  private func plain(
    _ kind: Shape.Kind, _ index: Int32, _ place: String, _ fields: Fields
  ) throws -> LuaValue? {
    switch kind {
    case .text, .filled:
      guard let text = try text(index, place) else { return nil }
      if case .filled = kind, text.isEmpty { throw voice.error(place, .other("is an empty text")) }
      return .string(text)
    case .choice(let words):
      return try text(index, place).flatMap { words.contains($0) ? .string($0) : nil }
    case .matching(_, let test):
      return try text(index, place).flatMap { test($0) ? .string($0) : nil }
    case .bytes: return stack.kind(index) == .string ? try LuaValue(stack, index) : nil
    case .flag: return stack.boolean(index).map(LuaValue.bool)
    case .whole(let range):
      return stack.integer(index).flatMap { range.contains($0) ? .int($0) : nil }
    case .real(let range):
      return stack.number(index).flatMap { range(fields).contains($0) ? .number($0) : nil }
    case .duration:
      return try unit(place) { try DurationArgument.seconds(stack, index).map(LuaValue.number) }
    case .size:
      return try unit(place) {
        try SizeArgument.bytes(stack, index).map { .int(Int64($0)) }
      }
    case .table: return stack.kind(index) == .table ? try LuaValue(stack, index) : nil
    default: return try LuaValue(stack, index)
    }
  }

  private func text(_ index: Int32, _ place: String) throws -> String? {
    guard stack.kind(index) == .string else { return nil }
    guard let text = stack.text(index) else {
      do { try stack.refuseBytes(index) } catch let error as HostError {
        throw voice.error(place, .other(error.message))
      }
      return nil
    }
    return text
  }

  private func unit(_ place: String, _ read: () throws -> LuaValue?) throws -> LuaValue? {
    do { return try read() } catch let error as HostError {
      throw voice.error(place, .other(error.message))
    }
  }

  /// The value in place of the expected one, in words.
  func found(_ index: Int32, _ kind: Shape.Kind) -> ShapeFault.Found {
    let value: String? =
      switch kind {
      case .choice, .matching: stack.string(index).map { "\"\(LongText.cut($0, to: 100))\"" }
      case .real: stack.number(index).map { "\($0)" }
      case .whole(let range) where range != .min ... .max:
        stack.kind(index) == .number ? stack.displayNumber(index) : nil
      default: nil
      }
    return ShapeFault.Found(
      words: value ?? stack.plainType(index), lua: value ?? stack.typeName(index))
  }
}

extension LuaStack {
  /// The type of a value in words: `a text`, `true or false`.
  public func plainType(_ index: Int32) -> String {
    switch kind(index) {
    case .none, .nil: "nothing"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .lightUserdata, .table, .function, .userdata, .thread: "a \(typeName(index))"
    }
  }

  /// A number in decimal, whole ones without a point.
  fileprivate func displayNumber(_ index: Int32) -> String {
    integer(index).map(String.init) ?? number(index).map { "\($0)" } ?? ""
  }
}

extension Shape.Kind {
  fileprivate var isKept: Bool {
    if case .kept = self { return true }
    return false
  }

  /// When it is read: texts and flags, then numbers, then the rest.
  fileprivate var pass: Int {
    switch self {
    case .text, .filled, .bytes, .flag, .choice, .matching: 0
    case .whole, .real, .duration, .size: 1
    default: 2
    }
  }
}

/// A fault of a table.
public enum ShapeFault {
  /// The value in place of the expected one.
  public struct Found {
    /// In words: `a text`.
    public let words: String
    /// As Lua calls its type: `string`.
    public let lua: String
  }

  /// A field that is not declared, and those that are.
  case unknown(String, known: [String])
  /// A value of another kind; nil: it is missing.
  case mismatch(Shape.Kind, found: Found?, of: Fields)
  /// In words that follow the field's name.
  case other(String)

  /// ` (did you mean 'NAME'?)` for a field that is not declared.
  public var hint: String {
    if case .unknown(let name, let known) = self { return Suggestion.hint(for: name, in: known) }
    return ""
  }

  /// In words that follow the field's name.
  public var words: String {
    switch self {
    case .unknown: "is not known" + hint
    case .mismatch(let kind, let found?, let fields):
      "is \(kind.expected(fields)), not \(found.lua)"
    case .mismatch(let kind, nil, let fields): "is missing: \(kind.expected(fields))"
    case .other(let words): words
    }
  }
}

/// How large a table may be that is read by its shape.
public final class ShapeLimits {
  private let items: Int
  private let most: Int
  private var values = 0

  /// - Parameters:
  ///   - items: in each list.
  ///   - values: in all.
  public init(items: Int = .max, values: Int = .max) {
    self.items = items
    most = values
  }

  /// Counts a value that is read.
  public func count(_ place: String, _ voice: ShapeVoice) throws {
    values += 1
    guard values <= most else {
      throw voice.error(place, .other("the table holds more than \(most) values"))
    }
  }

  fileprivate func checkItems(_ count: Int, _ place: String, _ voice: ShapeVoice) throws {
    guard count <= items else {
      throw voice.error(place, .other("a list of more than \(items) items"))
    }
  }
}

/// The errors of the tables of one kind.
public struct ShapeVoice: Sendable {
  /// The error of a place such as `features[1].weight`.
  public let error: @Sendable (_ place: String, _ fault: ShapeFault) -> any Error

  /// - Parameter error: makes the error of a place such as `features[1].weight`.
  public init(error: @escaping @Sendable (_ place: String, _ fault: ShapeFault) -> any Error) {
    self.error = error
  }

  /// The options of a function.
  static func options(of function: String) -> ShapeVoice {
    ShapeVoice { place, fault in
      switch fault {
      case .unknown(let name, let known):
        return HostError.usage(
          "unknown option '\(place)'\(Suggestion.hint(for: name, in: known, orAll: true)) in \(function)"
        )
      case .mismatch(let kind, let found, let fields):
        return HostError.badArgument(
          place, function, "\(kind.expectedInLua(fields)) expected, got \(found?.lua ?? "nil")")
      case .other(let words): return HostError.badArgument(place, function, words)
      }
    }
  }
}

extension Shape {
  /// Reads the table of options at the end of a call's arguments.
  func readOptions(_ call: HostCall, _ index: Int32, _ parameter: String) throws -> Fields {
    let voice = ShapeVoice.options(of: call.functionName)
    if call.stack.isNoneOrNil(index) { return Fields(self, "", voice) }
    guard call.stack.kind(index) == .table else {
      throw call.badArgument(parameter, "table expected, got \(call.stack.typeName(index))")
    }
    return try ShapeReader(call, voice).fields(self, index)
  }
}
