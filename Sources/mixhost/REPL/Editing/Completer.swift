import ScriptHost

/// Finds what could follow the text before the cursor, by walking tables: nothing is evaluated.
struct Completer {
  /// The beginning of a name, and where its owner is found.
  struct Place: Equatable {
    /// The steps from the globals to the owner: names and array positions.
    var path: [Step]
    /// The sign before the last name: `.`, `:`, `[` of a key in quotes, or nothing.
    var separator: Character?
    /// The beginning of the name.
    var prefix: String
  }

  /// A step into a table.
  enum Step: Equatable {
    case field(String)
    case position(Int64)
  }

  /// The result of Tab.
  struct Result: Equatable, Sendable {
    /// Goes in at the cursor.
    var insert = ""
    /// All that could follow; empty when there is one only.
    var candidates: [String] = []
  }

  private static let mostSteps = 32
  private static let mostNames = 2_000
  private static let mostFallbacks = 8

  /// - Parameters:
  ///   - names: what may stand there, with a call's `(` where it is a function.
  ///   - end: goes in after a name that is the only one.
  static func complete(
    _ prefix: String, among names: [String], end: String = ""
  ) -> Result {
    let matching = Set(names.filter { $0.hasPrefix(prefix) }).sorted()
    guard let first = matching.first, let last = matching.last else { return Result() }
    // Of sorted texts, what the first and the last share all share.
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    let insert = String(common.dropFirst(prefix.count))
    if matching.count == 1 { return Result(insert: insert + end) }
    return Result(insert: insert, candidates: insert.isEmpty ? matching : [])
  }

  /// The names in the globals, or of the table, object or module at a path.
  static func names(
    _ place: Place, _ stack: LuaStack, _ module: (String) -> ModuleDescription?, _ modules: [String]
  )
    -> [String]
  {
    let base = stack.count
    defer { stack.pop(stack.count - base) }
    if place.path.first == .field("mix") {
      if place.path.count == 1 { return modules }
      if place.path.count == 2, case .field(let name) = place.path[1], let module = module(name) {
        let call = place.separator == "[" ? "" : "("
        return module.signatures.map { $0.name + call } + module.constantDocs.map(\.name)
      }
    }
    stack.pushGlobals()
    for step in place.path.prefix(Self.mostSteps) {
      guard walk(step, stack) else { return [] }
    }
    let kind: NameKind = place.separator == ":" ? .methods : place.separator == "[" ? .keys : .names
    var names = collect(stack, kind)
    if place.path.isEmpty { names += LuaText.keywords }
    return names
  }

  /// Replaces the value on top by the one a step leads to; false when there is none.
  private static func walk(_ step: Step, _ stack: LuaStack) -> Bool {
    for _ in 0..<mostFallbacks {
      if stack.kind(-1) == .table {
        switch step {
        case .field(let name): stack.pushRawField(-1, name)
        case .position(let position): stack.pushRawElement(-1, position)
        }
        if stack.kind(-1) != .nil { return true }
        stack.pop()
      }
      guard stack.pushFallback(-1) else { return false }
    }
    return false
  }

  private enum NameKind {
    case names, methods
    /// Any string.
    case keys
  }

  /// The names that the value on top has, its own and those of what it falls back on.
  private static func collect(_ stack: LuaStack, _ kind: NameKind) -> [String] {
    var names: [String] = []
    if stack.kind(-1) == .string {
      // Its methods are found by a function: those of the library are the same.
      stack.pushGlobals()
      stack.pushRawField(-1, "string")
    }
    for _ in 0..<mostFallbacks {
      if stack.kind(-1) == .table {
        // The body raises nothing.
        try? stack.forEachPair(-1) {
          guard names.count < mostNames, stack.kind(-2) == .string, let name = stack.string(-2),
            kind == .keys || LuaText.isName(name)
          else { return }
          let isFunction = stack.kind(-1) == .function
          if kind == .methods, !isFunction { return }
          names.append(isFunction && kind != .keys ? name + "(" : name)
        }
      }
      guard stack.pushFallback(-1) else { break }
    }
    return names
  }
}
