/// An error that left a script: message, kind, the Swift error behind it, and one traceback through
/// Lua and host frames and through the tasks it passed.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// The message, with `file:line:` in front where that is known.
  public var message: String
  /// The error object's kind; `error` for plain Lua errors, `syntax` for text that does not load.
  public var kind: String
  /// The frames, from the innermost outwards.
  public var traceback: [String]
  /// The error object's fields, or the table that was raised.
  public var value: LuaValue
  /// The Swift error that was raised; nil for an error of Lua.
  public var underlying: (any Error)?
  /// The table that was raised; parent tasks get the same table.
  var table: KeptValue?

  /// The line of the script that the message names; nil when it names no loaded text.
  public var excerpt: SourceExcerpt?
  /// A similar existing name: `song.title`, where the script has `song.titel`.
  public var hint: String?
  /// The child task that the error has just left: `task 3 of 10 of mix.task.map`.
  var task: String?

  /// Makes an error of its parts.
  public init(
    message: String, kind: String = "error", traceback: [String] = [], value: LuaValue = .nil,
    underlying: (any Error)? = nil, excerpt: SourceExcerpt? = nil
  ) {
    self.message = message
    self.kind = kind
    self.traceback = traceback
    self.value = value
    self.underlying = underlying
    self.excerpt = excerpt
  }

  init(message: String, traceback: [String], value: LuaValue, table: KeptValue?) {
    self.init(message: message, traceback: traceback, value: value)
    self.table = table
  }

  /// The message.
  public var description: String { message }
}

/// The content of an error object in Lua, a `mix.error` userdata.
final class ErrorBox {
  let error: HostError
  /// `file:line: ` of the Lua code that made the failing call; empty when unknown.
  let position: String
  /// Frames from the place of the error, through the tasks it has passed.
  var traceback: [String]
  /// A similar existing name, as in ``ScriptError/hint``.
  var hint: String?

  init(error: HostError, position: String, traceback: [String]) {
    self.error = error
    self.position = position
    self.traceback = traceback
  }

  /// The result of `tostring`. It is often printed, so control characters of an upstream's text are
  /// replaced; the field `message` has the text unchanged.
  var text: String { ShownText.lines(position + error.message) }

  func value(_ field: String) -> LuaValue {
    switch field {
    case "kind": .string(error.kind)
    case "message": .string(error.message)
    case "retryable": .bool(error.retryable)
    case "traceback": .string(traceback.joined(separator: "\n"))
    default: error.fields[field] ?? .nil
    }
  }
}
