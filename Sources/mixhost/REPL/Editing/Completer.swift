import ScriptHost

/// Finds possible continuations of the text before the cursor by walking tables; nothing is
/// evaluated.
struct Completer {
  /// The beginning of a name, with the path to its owner.
  struct Place: Equatable {
    /// The steps from the globals to the owner: names and array positions.
    var path: [Step]
    /// The sign before the last name: `.`, `:`, `[` of a quoted key, or nil.
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
    /// The text to insert at the cursor.
    var insert = ""
    /// All possible names; empty when there is only one.
    var candidates: [String] = []
  }

  private static let mostSteps = 32
  private static let mostNames = 2_000
  private static let mostFallbacks = 8

  /// Completes a prefix.
  /// - Parameters:
  ///   - names: the possible names, functions with `(`.
  ///   - end: inserted after the only possible name.
  static func complete(
    _ prefix: String, among names: [String], end: String = ""
  ) -> Result {
    let matching = Set(names.filter { $0.hasPrefix(prefix) }).sorted()
    guard let first = matching.first, let last = matching.last else { return Result() }
    // The common prefix of a sorted list is that of its first and last text.
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    let insert = String(common.dropFirst(prefix.count))
    if matching.count == 1 { return Result(insert: insert + end) }
    return Result(insert: insert, candidates: insert.isEmpty ? matching : [])
  }

  /// The names of globals, or in the table, object or module at a path.
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

  /// Replaces the value on top by the one that a step leads to; false when there is none.
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

  /// The names in the value on top, including those of its fallback tables.
  private static func collect(_ stack: LuaStack, _ kind: NameKind) -> [String] {
    var names: [String] = []
    if stack.kind(-1) == .string {
      // A function finds the methods of strings, so those of the library stand in for them.
      stack.pushGlobals()
      stack.pushRawField(-1, "string")
    }
    for _ in 0..<mostFallbacks {
      if stack.kind(-1) == .table {
        // The body throws nothing.
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
