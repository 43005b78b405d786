internal import Files
internal import Reactor
internal import ScriptHost

/// `fs.writer`: a file that is written piece by piece, and replaces the old one at the end.
final class ScriptWriter: LuaObject, Sendable {
  static let luaTypeName = "fs.writer"
  static let luaType: ObjectType<ScriptWriter> = {
    var type = ObjectType<ScriptWriter>(
      "A file that is written piece by piece. Readers see the old one until finish.")
    type.description { "fs.writer: \($0.path)" }
    type.asyncMethod(
      "write", "Adds text or bytes.", Parameter("content", "text or bytes", Bytes.self),
      returns: "boolean  true; nil, err when it cannot be written",
      example: "assert(writer:write(\"artist,title\\n\"))"
    ) { _, writer, content in
      try await offload { try writer.explained { try $0.add(content.bytes) } }
      return true
    }
    type.asyncMethod(
      "finish", "Replaces the old file by the written one.",
      returns: "boolean  true; nil, err when it cannot be kept", example: "assert(writer:finish())"
    ) { _, writer in
      try await offload {
        try writer.explained { try $0.finish() }
        writer.state.withLock { $0 = .finished }
      }
      return true
    }
    return type
  }()

  private enum State {
    case open(FileDraft, OpenFileSlot)
    case finished
    /// A piece is missing: what was written takes no place.
    case failed(HostError)
  }

  private let path: String
  // Guarded: written off the reactor.
  private let state: Guarded<State>

  private init(_ path: String, _ draft: FileDraft, _ slot: OpenFileSlot) {
    self.path = path
    state = Guarded(.open(draft, slot))
  }

  /// Begins a file. Blocks.
  static func open(_ path: String, _ host: ScriptRun, _ slot: OpenFileSlot) throws -> ScriptWriter {
    do {
      return try host.grants.writing(path) {
        ScriptWriter(path, try FileDraft($0.holdFolder()), slot)
      }
    } catch let failure as FileFailure { throw failure.hostError("write", path) }
  }

  private func explained(_ work: (FileDraft) throws -> Void) throws {
    switch state.withLock({ $0 }) {
    case .finished: throw HostError.usage("fs.writer: \(path) is finished")
    case .failed(let error): throw error
    case .open(let draft, _):
      do { try work(draft) } catch let failure as FileFailure {
        let error = failure.hostError("write", path)
        state.withLock { $0 = .failed(error) }
        throw error
      }
    }
  }
}
