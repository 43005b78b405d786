internal import CLua
internal import Notation

/// Suggests a name for a missing field or method: it reads the variable that the script's line
/// names, and the names in the table behind it. Nothing is evaluated.
enum FieldHint {
  /// Most names that are read of a table, which may hold a million records.
  private static let mostKeys = 1_000
  /// Most `__index` tables that are followed.
  private static let mostTables = 4

  private struct Enough: Error {}

  /// Finds a suggestion.
  /// - Parameter stack: the error handler's, with the message on top and the failing function at
  ///   level 1.
  /// - Returns: `did you mean song.title?`, `files: mix.fs.read, mix.fs.write`; nil without a
  ///   suggestion.
  static func find(_ stack: LuaStack, _ chunks: ChunkTexts) -> String? {
    guard let message = stack.string(-1).map({ LongText.head($0, ChunkTexts.searched) }) else {
      return nil
    }
    if let name = CaretFinder.quoted(message, after: "nil value (global '"), stack.reserve(12) {
      let base = stack.count
      defer { lua_settop(stack.pointer, base) }
      clua_push_globals(stack.pointer)
      let known = keys(stack)
      if known.contains(name) {
        return name == "print"
          ? "rules print nothing: return a note behind the score, which mixhost rules explain shows"
          : "rules have no \(name): they depend on what they are given alone"
      }
      return ForeignHint.global(name)
        ?? Suggestion.closest(to: name, in: known.sorted()).map { "did you mean \($0)?" }
    }
    if message.contains("attempt to add a 'string'") { return "texts are joined with .." }
    if message.contains("a userdata value (") { return nullHint(message, stack, chunks) }
    guard message.contains("a nil value ("), let name = name(in: message), isAbout(message, stack),
      let (_, text) = chunks.line(namedBy: message)
    else { return nil }
    let isMethod = message.contains("(method '")
    if isMethod, let lua = ForeignHint.method(name) { return lua }
    let finder = CaretFinder(Array(text.unicodeScalars))
    guard let place = finder.member(name) else { return nil }
    let receiver = finder.receiver(of: place)
    guard let first = receiver.first, !receiver.contains(""), stack.reserve(12) else { return nil }
    let path = receiver.joined(separator: ".")
    if ["string", "table"].contains(path), let lua = ForeignHint.method(name) { return lua }
    if let instead = insteadOfClosed["\(path).\(name)"] { return instead }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    guard clua_push_variable(stack.pointer, 1, first) else { return nil }
    for step in receiver.dropFirst() { pushField(step, stack) }
    let names = keys(stack).sorted()
    if let closest = Suggestion.closest(to: name, in: names) {
      return "did you mean \(path)\(isMethod ? ":" : ".")\(closest)?"
    }
    if ForeignHint.tableFunctions.contains(name) { return "Lua writes table.\(name)(\(path), …)" }
    // A module has few names, and the right one may be an entirely different word.
    return first == "mix" && receiver.count == 2 && !names.isEmpty
      ? "\(path) has \(names.joined(separator: ", "))" : nil
  }

  /// Functions of Lua that scripts lack, with their replacements.
  private static let insteadOfClosed = [
    "table.getn": "Lua writes #list", "string.gfind": "Lua writes string.gmatch",
    "io.open": "use mix.fs.read and mix.fs.write", "io.input": "use mix.fs.read",
    "io.output": "use mix.fs.write", "io.tmpfile": "use mix.fs.write",
    "os.tmpname": "use mix.fs.write",
    "os.remove": "scripts remove no files; mix.fs reads, writes and lists them",
    "os.rename": "scripts rename no files; mix.fs reads, writes and lists them",
    "os.execute": "scripts start no programs; mix.fs reads, writes and lists files",
    "io.popen": "scripts start no programs; mix.fs reads, writes and lists files",
  ]

  /// The advice for a value of `mix.json.null`, which tests as true.
  private static func nullHint(
    _ message: String, _ stack: LuaStack, _ chunks: ChunkTexts
  ) -> String? {
    guard isAbout(message, stack), stack.reserve(12) else { return nil }
    var path: [String] = []
    if let name = name(in: message) {
      guard let (_, text) = chunks.line(namedBy: message) else { return nil }
      let finder = CaretFinder(Array(text.unicodeScalars))
      guard let place = finder.member(name) else { return nil }
      path = finder.receiver(of: place) + [name]
    } else {
      path = ["(local '", "(upvalue '", "(global '"].compactMap {
        CaretFinder.quoted(message, after: $0)
      }
    }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    guard let first = path.first, !path.contains(""), clua_push_variable(stack.pointer, 1, first)
    else { return nil }
    for step in path.dropFirst() { pushField(step, stack) }
    return stack.kind(-1) == .lightUserdata
      ? "it is a JSON null: compare with mix.json.null, or decode with {null = \"nil\"}" : nil
  }

  private static func name(in message: String) -> String? {
    CaretFinder.quoted(message, after: "(field '")
      ?? CaretFinder.quoted(message, after: "(method '")
  }

  /// Whether the message is about the function at level 1; an error that came out of a coroutine is
  /// about another.
  private static func isAbout(_ message: String, _ stack: LuaStack) -> Bool {
    var frame = clua_frame()
    guard clua_get_frame(stack.pointer, 1, &frame), frame.line > 0 else { return false }
    let position = Traceback.position(of: stack.pointer, from: 1)
    return !position.isEmpty && message.hasPrefix(position)
  }

  /// Replaces the value on top by one of its fields, following `__index` tables.
  static func pushField(_ name: String, _ stack: LuaStack) {
    let table = stack.count
    // The field takes the place of the table that was searched.
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

  /// Pushes the `__index` table of the value on top; false when it has none.
  private static func pushIndexTable(_ stack: LuaStack) -> Bool {
    guard stack.reserve(4), lua_getmetatable(stack.pointer, -1) != 0 else { return false }
    stack.push("__index")
    lua_rawget(stack.pointer, -2)  // allowed: the key is a string
    clua_remove(stack.pointer, -2)
    if stack.kind(-1) == .table { return true }
    stack.pop()
    return false
  }

  /// The names in the value on top, including those of its `__index` tables.
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
