import ScriptHost

/// Runs typed code: an expression whose values are shown, or statements.
struct Evaluator: Sendable {
  /// The chunk's name in messages.
  static let chunkName = "=repl"

  let engine: LuaEngine

  /// How a typed text was read.
  enum Reading: Sendable, Equatable {
    /// A complete chunk; an expression has `return` in front.
    case chunk(String)
    /// The beginning of a chunk.
    case unfinished
  }

  /// Reads a typed text. An expression may have `=` in front, as in Lua's own prompt.
  /// - Throws: ``ScriptError`` of kind `syntax`.
  func read(_ text: String) async throws -> Reading {
    // On the same line, so that line numbers in messages stay right.
    let expression = "return " + (text.first == "=" ? String(text.dropFirst()) : text)
    if (try? await engine.check(Array(expression.utf8), name: Self.chunkName)) != nil {
      return .chunk(expression)
    }
    do {
      try await engine.check(Array(text.utf8), name: Self.chunkName)
      return .chunk(text)
    } catch let error as ScriptError where error.message.hasSuffix("<eof>") {
      return .unfinished
    }
  }

  /// Runs a chunk; `_` is set to its first value.
  func run(_ chunk: String) async throws -> [ShownValue] {
    try await engine.run(Array(chunk.utf8), name: Self.chunkName) { stack, count in
      if count > 0 {
        stack.pushGlobals()
        stack.pushCopy(stack.count - count)
        stack.setRawField(stack.count - 1, "_")
        stack.pop()
      }
      return ValueReader.values(stack, count)
    }
  }

  /// Evaluates an expression and reads its first value in place.
  /// - Throws: also for a text that is not an expression.
  func inspect<R: Sendable>(
    _ expression: String, _ body: @escaping @Sendable (LuaStack, Int32) throws -> R
  ) async throws -> R {
    try await engine.run(Array("return (\(expression)\n)".utf8), name: Self.chunkName) { stack, _ in
      try body(stack, stack.count)
    }
  }
}
