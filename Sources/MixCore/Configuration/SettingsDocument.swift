internal import Files
internal import Notation

/// The content of `settings.json`: one JSON object (RFC 8259) whose members keep their order.
///
/// Values are kept as written, so that members which this version does not know survive a change of
/// another one.
struct SettingsDocument {
  /// The place and the reason of a fault; line and column count from 1, columns in bytes.
  struct Problem: Error, Equatable {
    let line: Int
    let column: Int
    let reason: String
  }

  private(set) var members: [(name: String, raw: String)] = []

  init() {}

  /// Parses a document.
  /// - Throws: ``Problem``.
  init(_ bytes: [UInt8]) throws {
    do { members = try JSONReader.members(bytes) } catch {
      let place = error.place(in: bytes)
      throw Problem(line: place.line, column: place.column, reason: error.reason)
    }
  }

  /// Reads a file; a missing one gives an empty document.
  /// - Throws: ``ConfigurationError`` for a damaged file, ``FileError``.
  static func read(_ path: String, most: Int) throws -> SettingsDocument {
    do {
      return try SettingsDocument(
        try PrivateFile.readRegular(path, most: most, isWord: true)?.bytes ?? [])
    } catch let problem as Problem {
      throw ConfigurationError.damagedFile(
        path: path, line: problem.line, column: problem.column, reason: problem.reason)
    }
  }

  /// A member as a setting's text: a string without its quotes, a number or a truth value as
  /// written; nil when absent, null, an array or an object.
  func text(_ name: String) -> String? {
    guard let raw = members.last(where: { $0.name == name })?.raw, let first = raw.utf8.first,
      raw != "null", first != UInt8(ascii: "["), first != UInt8(ascii: "{")
    else { return nil }
    return first == UInt8(ascii: "\"") ? JSONReader.string(raw) : raw
  }

  /// Whether a member exists but is an array or an object, which no setting takes.
  func isStructured(_ name: String) -> Bool {
    members.last { $0.name == name }.map { "[{".contains($0.raw.prefix(1)) } ?? false
  }

  /// Sets a member to a value of the setting's kind; nil removes the member.
  mutating func set(_ name: String, _ value: SettingValue?, text: String) {
    let place = members.lastIndex { $0.name == name }
    guard let value else { return members.removeAll { $0.name == name } }
    let raw =
      switch value {
      case .int(let number): "\(number)"
      case .bool(let flag): "\(flag)"
      case .string, .duration, .bytes: JSONWriter.quoted(text)
      }
    if let place { members[place].raw = raw } else { members.append((name, raw)) }
  }

  /// The document as text.
  var bytes: [UInt8] {
    var writer = JSONWriter(layout: .pretty)
    writer.beginObject()
    for member in members {
      writer.name(member.name)
      writer.raw(member.raw.utf8)
    }
    writer.endObject()
    writer.around("\n")
    return writer.bytes
  }
}
