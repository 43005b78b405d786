internal import Notation

/// One line of a cassette: a JSON object whose members keep their order.
struct CassetteRecord {
  /// The fault of a line.
  struct Problem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private var members: [(name: String, raw: String)] = []

  init() {}

  /// - Throws: ``Problem`` with the byte at which it is not a JSON object.
  init(_ line: some Sequence<UInt8>) throws {
    do { members = try JSONReader.members(Array(line)) } catch {
      throw Problem("\(error.reason) at byte \(error.offset + 1)")
    }
  }

  // MARK: Writing

  mutating func add(_ name: String, raw: String) { members.append((name, raw)) }
  mutating func add(_ name: String, _ text: String) { add(name, raw: Self.quoted(text)) }

  mutating func add(_ name: String, _ list: [String]) {
    add(name, raw: "[\(list.map(Self.quoted).joined(separator: ","))]")
  }

  /// The object in one line.
  var text: String {
    var writer = JSONWriter(escapes: .terminal)
    writer.beginObject()
    for member in members {
      writer.name(member.name)
      writer.raw(member.raw.utf8)
    }
    writer.endObject()
    return writer.text
  }

  private static func quoted(_ text: String) -> String {
    JSONWriter.quoted(text, escapes: .terminal)
  }

  // MARK: Reading

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// The value as it is written.
  /// - Throws: ``Problem`` when it is missing, as all that follow.
  func raw(_ name: String) throws -> String {
    guard let member = members.first(where: { $0.name == name }) else {
      throw Problem("'\(name)' is missing")
    }
    return member.raw
  }

  func string(_ name: String) throws -> String {
    guard let text = JSONReader.string(try raw(name)) else {
      throw Problem("'\(name)' is a string")
    }
    return text
  }

  func list(_ name: String) throws -> [String] {
    guard let list = JSONReader.strings(try raw(name)) else {
      throw Problem("'\(name)' is a list of strings")
    }
    return list
  }

  func integer(_ name: String) throws -> Int {
    guard let value = Int(try raw(name)) else { throw Problem("'\(name)' is a whole number") }
    return value
  }

  /// Milliseconds with a fraction, as nanoseconds.
  func nanoseconds(_ name: String) throws -> UInt64 {
    guard let value = Double(try raw(name)), (0...1e13).contains(value) else {
      throw Problem("'\(name)' is a number of milliseconds, 0 or more")
    }
    return UInt64(clamping: (value * 1e6).rounded())
  }

  /// All members, which are strings.
  func strings() throws -> [String: String] {
    var result: [String: String] = [:]
    for member in members { result[member.name] = try string(member.name) }
    return result
  }

  /// Nanoseconds as milliseconds, exactly.
  static func milliseconds(_ nanoseconds: UInt64) -> String {
    "\(nanoseconds / 1_000_000).\("\(1_000_000 + nanoseconds % 1_000_000)".dropFirst())"
  }
}
