internal import CLua
internal import Notation

/// Finds what a script may have meant by a field or method that is not there: it reads the variable
/// that the script's line names, and the names in the table behind it. Nothing is evaluated.
enum FieldHint {
  /// A table may hold a million records; its first names must do.
  private static let mostKeys = 1_000
  /// How far `__index` is followed.
  private static let mostTables = 4

  private struct Enough: Error {}

  /// - Parameter stack: of the error handler, the message on top and the failing function at level 1.
  /// - Returns: `song.title`, `mix.json.encode`; nil when nothing is near.
  static func find(_ stack: LuaStack, _ chunks: ChunkTexts) -> String? {
    guard let message = stack.string(-1).map({ LongText.head($0, ChunkTexts.searched) }) else {
      return nil
    }
    if let name = CaretFinder.quoted(message, after: "nil value (global '"), stack.reserve(12) {
      let base = stack.count
      defer { lua_settop(stack.pointer, base) }
      clua_push_globals(stack.pointer)
      return Suggestion.closest(to: name, in: keys(stack).sorted())
    }
    guard let name = name(in: message), isAbout(message, stack),
      let (_, text) = chunks.line(namedBy: message)
    else { return nil }
    let finder = CaretFinder(Array(text.unicodeScalars))
    guard let place = finder.member(name) else { return nil }
    let receiver = finder.receiver(of: place)
    guard let first = receiver.first, !receiver.contains(""), stack.reserve(12) else { return nil }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    guard clua_push_variable(stack.pointer, 1, first) else { return nil }
    for step in receiver.dropFirst() { pushField(step, stack) }
    guard let closest = Suggestion.closest(to: name, in: keys(stack).sorted()) else { return nil }
    let separator = message.contains("(method '") ? ":" : "."
    return receiver.joined(separator: ".") + separator + closest
  }

  private static func name(in message: String) -> String? {
    CaretFinder.quoted(message, after: "(field '")
      ?? CaretFinder.quoted(message, after: "(method '")
  }

  /// Whether the function at level 1 is the one that the message is about: an error that came out of a
  /// coroutine is about another.
  private static func isAbout(_ message: String, _ stack: LuaStack) -> Bool {
    var frame = clua_frame()
    guard clua_get_frame(stack.pointer, 1, &frame), frame.line > 0 else { return false }
    let position = Traceback.position(of: stack.pointer, from: 1)
    return !position.isEmpty && message.hasPrefix(position)
  }

  /// Pushes a field of the value on top, `__index` tables followed.
  private static func pushField(_ name: String, _ stack: LuaStack) {
    let table = stack.count
    // What is found takes the place of where it was looked for.
    defer {
      lua_copy(stack.pointer, -1, table)
      lua_settop(stack.pointer, table)
    }
    for _ in 0..<mostTables {
      if stack.kind(-1) == .table {
        stack.push(name)
        lua_rawget(stack.pointer, -2)  // allowed: the key is a string
        if !stack.isNoneOrNil(-1) { return }
        stack.pop()
      }
      guard pushIndexTable(stack) else { break }
    }
    stack.pushNil()
  }

  /// Pushes the `__index` table of the value on top; false when there is none.
  private static func pushIndexTable(_ stack: LuaStack) -> Bool {
    guard stack.reserve(4), lua_getmetatable(stack.pointer, -1) != 0 else { return false }
    stack.push("__index")
    lua_rawget(stack.pointer, -2)  // allowed: the key is a string
    clua_remove(stack.pointer, -2)
    if stack.kind(-1) == .table { return true }
    stack.pop()
    return false
  }

  /// The names in the value on top, those of its `__index` tables included.
  private static func keys(_ stack: LuaStack) -> [String] {
    var names: [String] = []
    for _ in 0..<mostTables {
      if stack.kind(-1) == .table {
        try? stack.forEachPair(stack.count) {
          if stack.kind(-2) == .string, let name = stack.string(-2) { names.append(name) }
          if names.count >= mostKeys { throw Enough() }
        }
      }
      guard pushIndexTable(stack) else { break }
    }
    return names
  }
}
