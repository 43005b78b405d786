internal import Notation

/// A Lua table with declared fields: what functions take or return, what a rule file or a manifest says.
///
/// From the declaration come the reading of tables (``ShapeReader``) with its errors, the reference and the
/// editor types.
///
///     Shape("shop.item", "A thing for sale.", [
///       .init("name", .filled, "as people call it", required: true),
///       .init("price", .number(in: 0...1e6), "in euros"),
///     ])
public struct Shape: Sendable {
  /// One key of the table.
  public struct Field: Sendable {
    /// As scripts write it; `[1]` is the first element of the table's list.
    public let name: String
    /// Its values.
    public let kind: Kind
    /// One line; unit, range and default included.
    public let doc: String
    /// Whether it must be there.
    public let isRequired: Bool
    /// The type as the reference writes it, such as `string[]`, without the mark of what may be absent.
    public let type: String

    /// A key that is read.
    /// - Parameter type: where it says more than the kind.
    public init(
      _ name: String, _ kind: Kind, _ doc: String, as type: String? = nil, required: Bool = false
    ) {
      (self.name, self.kind, self.doc, isRequired) = (name, kind, doc, required)
      self.type = type ?? kind.typeName
    }

    /// A key of a table that is only shown in the reference; a type that ends in `?` may be absent.
    public init(_ name: String, _ type: String, _ doc: String) {
      isRequired = !type.hasSuffix("?")
      let bare = isRequired ? Substring(type) : type.dropLast()
      let isWrapped = !isRequired && bare.hasPrefix("(") && bare.hasSuffix(")")
      self.type = String(isWrapped ? bare.dropFirst().dropLast() : bare)
      (self.name, kind, self.doc) = (name, .any, doc)
    }
  }

  /// The names of the functions in such a table, for messages.
  public enum Naming: Sendable {
    /// Their fields: `prepare`.
    case field
    /// The table's `name`: `feature 'title'`.
    case owner(String)
    /// The word for all of them: `step 'order'`.
    case each(String)

    /// Whether all fields are functions.
    var isOfFunctions: Bool {
      if case .each = self { return true }
      return false
    }
  }

  /// As the reference and the types of parameters and results name it: `match.feature`.
  public let name: String
  /// Its description, in one line.
  public let doc: String
  /// In the order in which they are shown.
  public let fields: [Field]
  /// The field that tells the items of a list of such tables apart; nil: their places do.
  public let identity: String?
  /// The field that a text in the place of the table stands for.
  let shorthand: String?
  let naming: Naming
  let check: @Sendable (Fields) throws -> Void

  /// Declares a table.
  /// - Parameter check: made when all fields were read, for what needs several of them.
  public init(
    _ name: String, _ doc: String, _ fields: [Field], identity: String? = nil,
    shorthand: String? = nil, naming: Naming = .field,
    check: @escaping @Sendable (Fields) throws -> Void = { _ in }
  ) {
    (self.name, self.doc, self.fields, self.identity) = (name, doc, fields, identity)
    (self.shorthand, self.naming, self.check) = (shorthand, naming, check)
  }

  /// The table and those within it, as the reference shows them.
  public var withParts: [Shape] { [self] + fields.flatMap { $0.kind.shape?.withParts ?? [] } }
}

extension Shape {
  /// A kind of values that no other one says.
  public struct Custom: Sendable {
    /// As the reference and editor types name it.
    public let type: String
    /// As messages name it.
    public let words: String
    /// - Returns: `nil` for a value that is left out, and nil for one of another kind.
    let read: @Sendable (ShapeReader, _ index: Int32, _ place: String, Fields) throws -> LuaValue?

    /// A kind of its type, its name in messages, and how it is read.
    public init(
      _ type: String, _ words: String,
      read:
        @escaping @Sendable (ShapeReader, _ index: Int32, _ place: String, Fields) throws ->
        LuaValue?
    ) {
      (self.type, self.words, self.read) = (type, words, read)
    }
  }

  /// The values of a field.
  public indirect enum Kind: Sendable {
    /// Any value, copied.
    case any
    /// A function, or any value as it is: whoever asks reads it. The text is its type.
    case kept(String)
    /// A text in UTF-8.
    case text
    /// A text that is not empty.
    case filled
    /// A string of any bytes.
    case bytes
    /// `true` or `false`.
    case flag
    /// A whole number.
    case whole(ClosedRange<Int64>)
    /// A number within a range, which may depend on texts and flags of the same table.
    case real(@Sendable (Fields) -> ClosedRange<Double>)
    /// Seconds as a number, or text such as `"15m"`.
    case duration
    /// Bytes as an integer, or text such as `"2MB"`.
    case size
    /// One of some words.
    case choice([String])
    /// A text that passes a test, with the words for what passes: `an https address`.
    case matching(String, @Sendable (String) -> Bool)
    /// A function, by its type.
    case function(String)
    /// A kind with a reader of its own.
    case custom(Custom)
    /// Any table, copied.
    case table
    /// A table with declared fields.
    case record(Shape)
    /// A list, the keys 1…n.
    case list(Kind)
    /// Values by names of any kind.
    case map(Kind)

    /// A whole number of any size.
    public static var integer: Kind { .whole(.min ... .max) }
    /// A whole number within a range.
    public static func integer(in range: ClosedRange<Int>) -> Kind {
      .whole(Int64(range.lowerBound)...Int64(range.upperBound))
    }
    /// A whole number from a least one on.
    public static func integer(from least: Int) -> Kind { .whole(Int64(least) ... .max) }
    /// Any number.
    public static var number: Kind { .number(in: -.infinity ... .infinity) }
    /// A number within a range.
    public static func number(in range: ClosedRange<Double>) -> Kind { .real { _ in range } }
    /// One of the raw values of a type.
    public static func choice<Word: RawRepresentable<String> & CaseIterable>(
      of _: Word.Type
    ) -> Kind { .choice(Word.allCases.map(\.rawValue)) }
    /// A list of texts.
    public static var texts: Kind { .list(.text) }
    /// A function of any type.
    public static var function: Kind { .function("function") }

    /// The declared table that it is, or is a list of.
    public var shape: Shape? {
      switch self {
      case .record(let shape): shape
      case .list(let element), .map(let element): element.shape
      default: nil
      }
    }

    /// As the reference and editor types name it.
    var typeName: String {
      switch self {
      case .any: "any"
      case .kept(let type), .function(let type): type
      case .text, .filled, .bytes, .matching: "string"
      case .flag: "boolean"
      case .whole: "integer"
      case .real: "number"
      case .duration: DurationArgument.luaTypeName
      case .size: SizeArgument.luaTypeName
      case .choice(let words): words.map(Self.quoted).joined(separator: "|")
      case .table: "table"
      case .custom(let custom): custom.type
      case .record(let shape): shape.name
      case .list(let element):
        element.typeName.contains("|") ? "(\(element.typeName))[]" : element.typeName + "[]"
      case .map(let element): "table<string, \(element.typeName)>"
      }
    }

    /// In one word, for `:help`: `string`, `duration`.
    public var word: String {
      switch self {
      case .duration: "duration"
      case .size: "size"
      case .bytes: "bytes"
      case .function: "function"
      case .list: "list"
      case .record, .map: "table"
      case .choice: "string"
      default: typeName
      }
    }

    /// As messages name it.
    /// - Parameter fields: those that were read before, for ranges.
    public func expected(_ fields: Fields) -> String {
      switch self {
      case .any, .kept: "a value"
      case .text, .filled, .bytes: "a text"
      case .flag: "true or false"
      case .whole(let range): Self.words("a whole number", range, range == .min ... .max, .max)
      case .real(let range):
        Self.words(
          "a number", range(fields), range(fields) == -.infinity ... .infinity, .infinity)
      case .duration: "seconds or a text such as \"15m\""
      case .size: "bytes or a text such as \"2MB\""
      case .choice(let words): Self.either(words.map(Self.quoted))
      case .matching(let words, _): words
      case .custom(let custom): custom.words
      case .function: "a function"
      case .record(let shape): shape.naming.isOfFunctions ? "a table of functions" : "a table"
      case .table, .map: "a table"
      case .list(.text), .list(.filled): "a list of texts"
      case .list(.whole): "a list of whole numbers"
      case .list(.real): "a list of numbers"
      case .list: "a list"
      }
    }

    /// As messages name it beside the types of parameters, which are Lua's.
    func expectedInLua(_ fields: Fields) -> String {
      switch self {
      case .text, .filled, .bytes: "a string"
      case .flag: "a boolean"
      case .whole(let range) where range == .min ... .max: "an integer"
      default: expected(fields)
      }
    }

    /// A word as Lua writes it.
    private static func quoted(_ word: String) -> String {
      let escapes: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r", "\t": "\\t"]
      return "\"" + word.unicodeScalars.map { escapes[$0] ?? String($0) }.joined() + "\""
    }

    private static func either(_ words: [String]) -> String {
      words.count < 2
        ? words.joined()
        : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    }

    private static func words<Bound>(
      _ noun: String, _ range: ClosedRange<Bound>, _ isOpen: Bool, _ most: Bound
    ) -> String {
      if isOpen { return noun }
      if range.upperBound == most { return "\(noun), \(short(range.lowerBound)) or more" }
      return "\(noun) from \(short(range.lowerBound)) to \(short(range.upperBound))"
    }

    /// A bound with commas between thousands.
    private static func short<Bound>(_ bound: Bound) -> String {
      guard let whole = bound as? Int64 ?? (bound as? Double).flatMap(Int64.init(exactly:)) else {
        return "\(bound)"
      }
      var digits = String(whole.magnitude)
      var groups: [Substring] = []
      while digits.count > 3 {
        groups.insert(digits.suffix(3), at: 0)
        digits = String(digits.dropLast(3))
      }
      return (whole < 0 ? "-" : "") + ([Substring(digits)] + groups).joined(separator: ",")
    }
  }
}
