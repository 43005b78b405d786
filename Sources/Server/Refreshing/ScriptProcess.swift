#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Dispatch
internal import Files
internal import HostSetup
internal import MixCore
internal import Synchronization

/// Runs a script of mixhost in its own process, as a user would. Its output is the result, and its
/// failures stay in that process.
struct ScriptProcess: Sendable {
  /// The most output to keep, in bytes.
  private static let mostBytes = 16 << 20

  /// Why a script produced no output.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The global options as given to the server.
  let globals: [String]

  /// The last lines of a script's errors: what went wrong and what was done instead. Others, such as a
  /// service's notice, are not the reason. nil without any.
  static func reason(_ complaint: String) -> String? {
    let lines = complaint.split(separator: "\n")
    let own = lines.filter { $0.hasPrefix("mixhost: ") }
    let last = (own.isEmpty ? lines : own).suffix(3)
    return last.isEmpty ? nil : last.joined(separator: "; ")
  }

  /// Runs a script to its end; cancellation sends it a signal to end.
  /// - Parameters:
  ///   - script: a program's command.
  ///   - arguments: words from its manifest. No user typed them, so the process takes neither
  ///     options of mixhost nor grants from them.
  /// - Returns: the script's output.
  /// - Throws: ``Failure`` with its last error messages, `CancellationError`.
  func run(_ script: String, _ arguments: [String]) async throws -> [UInt8] {
    guard let folder = ShareFolder.programFolder else {
      throw ServerError.incomplete("mixhost")
    }
    let words =
      ["\(folder)/mixhost"] + globals + ["--manifest-words", "\(arguments.count)", script]
      + arguments
    let child = try Child(words)
    return try await withTaskCancellationHandler {
      let ending = try await blocking { child.finish(most: Self.mostBytes) }
      try Task.checkCancellation()
      guard ending.status == 0 else {
        throw Failure(
          description: Self.reason(ending.complaint)
            ?? "\(script) ended with status \(ending.status)")
      }
      return ending.output
    } onCancel: {
      child.terminate()
    }
  }
}

/// A child process with one pipe for its output and one for its errors.
private final class Child: Sendable {
  struct Ending: Sendable {
    var status: Int32
    var output: [UInt8]
    var complaint: String
  }

  // One task may end the process while another waits for it.
  private let process: Mutex<ChildProcess?>
  private let child: ChildProcess

  /// - Throws: ``ScriptProcess/Failure``.
  init(_ words: [String]) throws {
    do {
      // Ctrl-C is for the server, which then ends its children in order.
      child = try ChildProcess(words, output: true, errors: .pipe, isApart: true)
    } catch {
      throw ScriptProcess.Failure(description: "cannot start \(words[0]): \(error)")
    }
    process = Mutex(child)
  }

  /// How long the process may take to end, in seconds.
  private static let patience = 3.0

  /// Asks the process to end, and kills it if it does not. Does nothing after it has ended.
  func terminate() {
    process.withLock { $0?.signal(SIGTERM) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
      process.withLock { $0?.signal(SIGKILL) }
    }
  }

  /// Reads both pipes to their ends and waits for the process. Blocks; call it once.
  func finish(most: Int) -> Ending {
    var bytes: [Int32: [UInt8]] = [:]
    var open = [child.output, child.errors]
    var block = [UInt8](repeating: 0, count: 65_536)
    while !open.isEmpty {
      var polls = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polls, nfds_t(polls.count), -1) >= 0 || errno == EINTR else { break }
      for entry in polls where entry.revents != 0 {
        let count = read(entry.fd, &block, block.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 {
          open.removeAll { $0 == entry.fd }
        } else if bytes[entry.fd, default: []].count < most {
          bytes[entry.fd, default: []] += block[..<count]
        }
      }
    }
    for descriptor in [child.output, child.errors] { close(descriptor) }
    let ending = child.wait()
    process.withLock { $0 = nil }
    return Ending(
      status: ending.status, output: bytes[child.output] ?? [],
      complaint: String(decoding: bytes[child.errors] ?? [], as: UTF8.self))
  }
}
