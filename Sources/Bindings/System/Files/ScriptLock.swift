internal import Glibc
internal import MixCore
internal import Notation
internal import Reactor
internal import ScriptHost

/// A lock between processes as scripts hold it: `mix.fs.lock`.
final class ScriptLock: LuaObject, Sendable {
  static let luaTypeName = "fs.lock"
  static let luaType: ObjectType<ScriptLock> = {
    var type = ObjectType<ScriptLock>(
      "A lock between processes. It ends with the script, however that ends.")
    type.description { "fs.lock: \($0.name)" }
    type.method(
      "release", "Lets the next one have it; later calls do nothing.", example: "lock:release()"
    ) { _, lock in
      lock.lock.withLock { $0 = nil }
      return Nothing()
    }
    return type
  }()

  /// The holder of a lock, as far as it is known.
  struct Holder {
    var process: Int64?
    var since: Double?
    var note: String

    /// Three lines: the process, seconds since 1970, the note.
    init(_ text: String) {
      let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
      process = lines.first.flatMap { Int64($0) }
      since = lines.count > 1 ? Double(lines[1]) : nil
      note = lines.count > 2 ? String(lines[2]) : ""
    }
  }

  private static let longestNote = 1000

  private let name: String
  // Guarded: collected on another thread than it was taken on.
  private let lock: Guarded<ProcessLock?>

  private init(_ lock: ProcessLock, name: String) {
    self.lock = Guarded(lock)
    self.name = name
  }

  /// Takes a lock without waiting. Blocks on the disk.
  /// - Throws: ``HostError`` of kind `locked` while another has it, ``FileError``.
  static func take(_ path: String, name: String, note: String, now: Double) throws -> ScriptLock {
    guard let lock = try ProcessLock(path, .exclusive) else {
      throw taken(Holder(text(path)), name)
    }
    lock.note("\(getpid())\n\(Int64(clamping: now))\n\(note.prefix(longestNote))")
    return ScriptLock(lock, name: name)
  }

  private static func text(_ path: String) -> String {
    ((try? PrivateFile.read(path)) ?? nil).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func taken(_ holder: Holder, _ name: String) -> HostError {
    var fields: [String: LuaValue] = ["note": .string(holder.note)]
    if let process = holder.process { fields["process"] = .int(process) }
    if let since = holder.since { fields["since"] = .number(since) }
    let who = holder.process.map { "process \($0)" } ?? "another process"
    let what = holder.note.isEmpty ? "" : " (\(holder.note))"
    return HostError(
      kind: "locked", message: "\(who) has the lock \(name)\(what)", retryable: true,
      fields: fields)
  }
}
