internal import Notation

/// An error as a script sees it: `{kind, message, retryable, …}` with `tostring`.
///
/// A failure that a function *expects* (an unreachable server, a damaged file) is returned as `nil,
/// err`; misuse, denied capabilities, cancellation and limits are raised.
///
/// ```swift
/// throw HostError(kind: "timeout", message: "no answer in 5 s", retryable: true)
/// ```
public struct HostError: Error, Sendable, CustomStringConvertible {
  /// How a script receives an error: as a second result or raised.
  public enum Delivery: Sendable {
    case returned, raised
  }

  /// A short word that scripts branch on: `usage`, `denied`, `timeout`, `parse`, …
  public var kind: String
  /// The failure, its place and what to do about it.
  public var message: String
  /// Whether the same call may succeed later.
  public var retryable: Bool
  /// Further fields: `status`, `url`, `line`, …
  public var fields: [String: LuaValue]
  /// How a script receives the error.
  public var delivery: Delivery
  /// The Swift error behind this one; when the error leaves Lua, the caller gets it back.
  public var underlying: (any Error)?

  /// Makes an error; by default not retryable and returned.
  public init(
    kind: String, message: String, retryable: Bool = false, fields: [String: LuaValue] = [:],
    delivery: Delivery = .returned, underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.retryable = retryable
    self.fields = fields
    self.delivery = delivery
    self.underlying = underlying
  }

  /// The message.
  public var description: String { message }

  /// The error as scripts see it.
  public static let shape = Shape(
    "error", "An error: the second result of what may fail, or what pcall gives.",
    [
      .init("kind", "string", "a short word to branch on: usage, denied, timeout, parse, io, …"),
      .init("message", "string", "what was wrong, where, and what to do"),
      .init("retryable", "boolean", "whether the same call may go through later"),
      .init(
        "traceback", "string", "where it was raised, one frame on each line; empty when returned"),
      .init("status", "integer?", "the HTTP status, where one came"),
      .init("url", "string?", "the address that was asked"),
      .init("path", "string?", "the file that it is about"),
      .init("line", "integer?", "the line of a text or file, from 1"),
      .init("column", "integer?", "the column, from 1"),
      .init("offset", "integer?", "the byte of a text, from 0"),
      .init("field", "string?", "the field of a rule file"),
    ])

  /// An error for the misuse of a function; it is raised.
  public static func usage(_ message: String) -> HostError {
    HostError(kind: "usage", message: message, delivery: .raised)
  }

  /// An argument error that names the argument and the function.
  static func badArgument(_ name: String, _ function: String, _ message: String) -> HostError {
    .usage("bad argument '\(name)' to \(function): \(message)")
  }

  /// The same error, but raised: for functions that return `nil` for an absent value.
  public static func raising(_ error: any Error) -> any Error {
    guard error is HostError || error is any ScriptVisibleError else { return error }
    var raised = HostError(error)
    raised.delivery = .raised
    return raised
  }

  /// An error for a capability that the script was not granted; it is raised.
  public static func denied(_ message: String) -> HostError {
    HostError(kind: "denied", message: "denied: " + message, delivery: .raised)
  }

  /// Converts any Swift error: a ``HostError`` stays, a ``ScriptVisibleError`` converts itself,
  /// others get the kind `internal`.
  public init(_ error: any Error) {
    if let error = error as? HostError {
      self = error
    } else if let error = error as? any ScriptVisibleError {
      self = error.hostError
    } else if error is CancellationError {
      self.init(kind: "cancelled", message: "cancelled", underlying: error)
    } else {
      self.init(kind: "internal", message: "\(error)", delivery: .raised, underlying: error)
    }
  }
}

/// An error object as a result, or as part of one.
public struct ErrorResult: LuaResult {
  private let error: HostError

  /// Makes a result of any Swift error.
  public init(_ error: any Error) { self.error = HostError(error) }

  /// Pushes the error object; returns 1.
  public func push(_ call: HostCall) -> Int32 {
    call.state.push(ErrorBox(error: error, position: "", traceback: []), call.stack)
    return 1
  }
}

/// A Swift error that converts itself for scripts.
public protocol ScriptVisibleError: Error {
  /// The error for scripts; set `underlying` to self to keep the identity.
  var hostError: HostError { get }
}

/// A limit that stopped a script. No `pcall` can swallow it.
public enum LimitExceeded: Error, Sendable, Equatable, CustomStringConvertible {
  /// Lua ran this many seconds without waiting.
  case time(seconds: Double)
  /// Lua's memory would have grown past this many bytes.
  case memory(bytes: Int)
  /// The system gave no more memory to the process, whose scripts held this many bytes.
  case outOfMemory(bytes: Int)
  /// A rule call used up its instructions.
  case instructions(Int64)
  /// The reader of standard output closed it.
  case outputClosed

  /// The word for `kind`: `time`, `memory`, `instructions`, `output`.
  public var name: String {
    switch self {
    case .time: "time"
    case .memory, .outOfMemory: "memory"
    case .instructions: "instructions"
    case .outputClosed: "output"
    }
  }

  /// The message.
  public var description: String {
    switch self {
    case .time(let seconds):
      "time limit: the script ran \(Self.short(seconds)) s without waiting (raise it with --timeout)"
    case .memory(let bytes):
      "memory limit: the script needed more than \(Self.size(bytes)) (raise it with --max-memory)"
    case .outOfMemory(let bytes):
      "out of memory: the system gave no more than \(Self.size(bytes)) (lower --max-memory, or give the "
        + "process more)"
    case .instructions(let count):
      "instruction limit: the call used more than \(count) instructions"
    case .outputClosed: "standard output was closed"
    }
  }

  /// A size in millions of bytes, the unit of `--max-memory`.
  static func size(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\(bytes) bytes" : "\((bytes + 500_000) / 1_000_000) MB"
  }

  private static func short(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int64(clamping: seconds)) : String(seconds)
  }
}

/// Ends a script on its own request: `os.exit(code)`, `--help`, wrong usage. No `pcall` catches it.
public struct ScriptExit: Error, Sendable, Equatable {
  /// The process's exit code, 0 to 255.
  public let code: Int32

  /// Makes an end.
  /// - Parameter code: 0 success, 1 failure, 2 wrong usage.
  public init(code: Int32) { self.code = code }
}
