/// An error that left a script: message, kind, the Swift error behind it, and one traceback through
/// Lua and host frames and through the tasks it passed.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// The failure, with `file:line:` in front where it is known.
  public var message: String
  /// The error object's kind; `error` for plain Lua errors, `syntax` for text that does not load.
  public var kind: String
  /// From the innermost frame outwards.
  public var traceback: [String]
  /// The error object's fields, or the table that was raised.
  public var value: LuaValue
  /// The Swift error that was raised, where there is one.
  public var underlying: (any Error)?
  /// The table that was raised, which the tasks around get as it is.
  var table: KeptValue?

  /// The line of the script that it names; nil when it names none that was loaded.
  public var excerpt: SourceExcerpt?
  /// The name that may have been meant: `song.title`, where the script has `song.titel`.
  public var hint: String?
  /// The child task that it has just left: `task 3 of 10 of mix.task.map`.
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

  /// In words.
  public var description: String { message }
}

/// An error object in Lua: what the `mix.error` userdata points to.
final class ErrorBox {
  let error: HostError
  /// `file:line: ` of the Lua code that made the failing call; empty when unknown.
  let position: String
  /// Frames from where it was raised, and of the tasks it has passed.
  var traceback: [String]
  /// The name that may have been meant, in the words of ``ScriptError/hint``.
  var hint: String?

  init(error: HostError, position: String, traceback: [String]) {
    self.error = error
    self.position = position
    self.traceback = traceback
  }

  /// The result of `tostring`: it is printed, so nothing of an upstream's text is left that a terminal
  /// obeys. The field `message` has the text as it is.
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
