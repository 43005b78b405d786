#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Dispatch
internal import HostSetup
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
        // The last lines say what went wrong and what was done instead.
        let lines = ending.complaint.split(separator: "\n").suffix(3).joined(separator: "; ")
        throw Failure(
          description: lines.isEmpty ? "\(script) ended with status \(ending.status)" : lines)
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
  private let process: Mutex<pid_t?>
  private let number: pid_t
  private let output: Int32
  private let errors: Int32

  /// - Throws: ``ScriptProcess/Failure``.
  init(_ words: [String]) throws {
    var pipes: [[Int32]] = []
    for _ in 0..<2 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let failure = Self.failure(words)
        for end in pipes.joined() { close(end) }
        throw failure
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append(ends)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[0][1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[1][1], STDERR_FILENO)
    // Use a separate process group: Ctrl-C is for the server, which then ends its children. Reset
    // signals that the server blocks or ignores because it reads them from a queue.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var started: pid_t = 0
    let result = posix_spawn(&started, words[0], &actions, &attributes, &arguments, environ)
    for ends in pipes { close(ends[1]) }
    guard result == 0 else {
      for ends in pipes { close(ends[0]) }
      errno = result
      throw Self.failure(words)
    }
    number = started
    process = Mutex(started)
    (output, errors) = (pipes[0][0], pipes[1][0])
  }

  private static func failure(_ words: [String]) -> ScriptProcess.Failure {
    ScriptProcess.Failure(
      description: "cannot start \(words[0]): \(String(cString: strerror(errno)))")
  }

  /// How long the process may take to end, in seconds.
  private static let patience = 3.0

  /// Asks the process to end, and kills it if it does not. Does nothing after it has ended.
  func terminate() {
    process.withLock { if let number = $0 { kill(number, SIGTERM) } }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
      process.withLock { if let number = $0 { kill(number, SIGKILL) } }
    }
  }

  /// Reads both pipes to their ends and waits for the process. Blocks; call it once.
  func finish(most: Int) -> Ending {
    var bytes: [Int32: [UInt8]] = [output: [], errors: []]
    var open = [output, errors]
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
    for descriptor in [output, errors] { close(descriptor) }
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    process.withLock { $0 = nil }
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return Ending(
      status: code, output: bytes[output] ?? [],
      complaint: String(decoding: bytes[errors] ?? [], as: UTF8.self))
  }
}
