internal import MixCore
internal import ScriptHost

/// The changes that scripts ask for.
enum TagChanges {
  /// A word of a command line has 128 KB at most, with the key.
  private static let longestValue = 100_000
  private static let mostBytes = 1_000_000
  private static let mostValues = 1_000

  /// - Throws: ``HostError``: a bad argument.
  static func read(_ given: LuaValue, _ call: HostCall) throws -> [TagFile.Change] {
    guard case .object(let fields) = given else {
      if case .array(let none) = given, none.isEmpty { return [] }
      throw call.badArgument("changes", "a table with names of tags as keys expected")
    }
    var bytes = 0
    var count = 0
    return try fields.sorted { $0.key < $1.key }.map { name, value in
      let key = name.uppercased()
      guard isKey(key) else {
        throw call.badArgument("changes", "\"\(name)\" is not the name of a tag, such as TITLE")
      }
      let values = try texts(value, name, call)
      bytes += values.reduce(0) { $0 + $1.utf8.count + key.utf8.count }
      count += values.count
      guard bytes <= mostBytes, count <= mostValues else {
        throw call.badArgument("changes", "at most 1,000 values with 1 MB together expected")
      }
      return TagFile.Change(key: key, values: values)
    }
  }

  /// Vorbis comments take no more (xiph.org, "Content vector format"); letters of one case are enough.
  private static func isKey(_ key: String) -> Bool {
    guard let first = key.utf8.first, key.utf8.count <= 100, isLetterOrDigit(first) else {
      return false
    }
    return key.utf8.allSatisfy { isLetterOrDigit($0) || " _-:./".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
  }

  private static func texts(
    _ value: LuaValue, _ name: String, _ call: HostCall
  ) throws -> [String] {
    switch value {
    case .bool(false): return []
    case .string(let text): return [try checked(text, name, call)]
    case .array(let list):
      return try list.map { item in
        guard case .string(let text) = item else {
          throw call.badArgument("changes", "\(name): a list of texts in UTF-8 expected")
        }
        return try checked(text, name, call)
      }
    default:
      throw call.badArgument(
        "changes", "\(name): a text in UTF-8, a list of such texts or false expected")
    }
  }

  private static func checked(
    _ text: String, _ name: String, _ call: HostCall
  ) throws -> String {
    guard text.utf8.count <= longestValue else {
      throw call.badArgument("changes", "\(name): at most 100,000 bytes a value expected")
    }
    guard !text.utf8.contains(0) else {
      throw call.badArgument("changes", "\(name): a text without zero bytes expected")
    }
    return text
  }
}
