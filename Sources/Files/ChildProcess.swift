internal import CFiles
internal import Glibc

/// A program that this one has started, and the pipes to it.
///
/// ```swift
/// let child = try ChildProcess(["date"], output: true)
/// let text = child.readAll(most: 1_000)
/// child.wait()
/// ```
package struct ChildProcess: Sendable {
  /// Why a program did not start.
  package struct CannotStart: Error, CustomStringConvertible {
    /// The `errno`.
    package let code: Int32

    package var description: String { String(cString: strerror(code)) }
  }

  /// Where the child writes its errors.
  package enum Errors {
    /// Where this program writes its own.
    case shared
    case nowhere
    case pipe
  }

  /// How a child ended: by its exit code, or by a signal, where `signal` is not 0.
  package struct Ending {
    package let code: Int32
    package let signal: Int32

    /// As a shell shows it: the exit code, or 128 and the number of the signal.
    package var status: Int32 { signal == 0 ? code : 128 + signal }
  }

  /// The number of the process.
  package let number: Int32
  /// The write end of the child's input; -1 without one.
  package let input: Int32
  /// The read end of the child's output; -1 without one.
  package let output: Int32
  /// The read end of the child's errors; -1 unless they go to a pipe.
  package let errors: Int32

  /// Starts a program. Its signals are those of a fresh process. Without a pipe, its standard streams are empty.
  /// - Parameters:
  ///   - words: the program, by its path or by a name that is looked up in PATH, and its arguments.
  ///   - input: whether the child's input is a pipe from here.
  ///   - output: whether the child's output is a pipe to here.
  ///   - errors: where the child writes its errors.
  ///   - isApart: whether Ctrl-C on the terminal passes the child by.
  ///   - file: a descriptor that the child has as its descriptor 3.
  /// - Throws: ``CannotStart``.
  package init(
    _ words: [String], input: Bool = false, output: Bool = false, errors: Errors = .shared,
    isApart: Bool = false, file: Int32? = nil
  ) throws(CannotStart) {
    var pipes = Pipes()
    defer { pipes.closeChild() }
    do {
      if input { try pipes.add(childReads: true, as: STDIN_FILENO) }
      if output { try pipes.add(childReads: false, as: STDOUT_FILENO) }
      if errors == .pipe { try pipes.add(childReads: false, as: STDERR_FILENO) }
      number = try pipes.spawn(words, hidesErrors: errors == .nowhere, isApart: isApart, file: file)
    } catch {
      pipes.closeOwn()
      throw error
    }
    (self.input, self.output, self.errors) = (
      pipes.own[STDIN_FILENO] ?? -1, pipes.own[STDOUT_FILENO] ?? -1, pipes.own[STDERR_FILENO] ?? -1
    )
  }

  /// Everything that the child writes to its output, up to a number of bytes; then the pipe is closed. Blocks.
  package func readAll(most: Int) -> [UInt8] {
    defer { close(output) }
    var bytes: [UInt8] = []
    while bytes.count < most, let next = nextOutput(patience: -1), !next.isEmpty { bytes += next }
    return bytes
  }

  /// The next bytes of the child's output; none at its end, nil when nothing comes in time. Blocks.
  /// - Parameter patience: how long to wait, in milliseconds; -1: without an end.
  package func nextOutput(patience: Int32) -> [UInt8]? {
    var event = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let ready = poll(&event, 1, patience)
    if ready < 0 && errno == EINTR { return nextOutput(patience: patience) }
    if ready == 0 { return nil }
    return [UInt8](unsafeUninitializedCapacity: 65_536) { block, count in
      repeat {
        count = Glibc.read(output, block.baseAddress, block.count)
      } while count < 0 && errno == EINTR
      count = max(0, count)
    }
  }

  /// Sends a signal to the child, which must not have been waited for.
  package func signal(_ signal: Int32) { kill(number, signal) }

  /// Waits for the child's end, once. Blocks.
  @discardableResult
  package func wait() -> Ending {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 && errno == EINTR {}
    return Ending(code: status >> 8 & 0xFF, signal: status & 0x7F)
  }
}

/// The pipes between this program and a child that is about to start. No other child inherits them.
private struct Pipes {
  /// This program's ends, by the descriptors that their other ends have in the child.
  private(set) var own: [Int32: Int32] = [:]
  private var child: [Int32: Int32] = [:]

  mutating func add(childReads: Bool, as descriptor: Int32) throws(ChildProcess.CannotStart) {
    var ends: [Int32] = [-1, -1]
    guard cfiles_pipe(&ends) == 0 else { throw ChildProcess.CannotStart(code: errno) }
    (child[descriptor], own[descriptor]) = childReads ? (ends[0], ends[1]) : (ends[1], ends[0])
  }

  func closeOwn() { for end in own.values { close(end) } }

  func closeChild() { for end in child.values { close(end) } }

  /// - Returns: the child's number.
  func spawn(
    _ words: [String], hidesErrors: Bool, isApart: Bool, file: Int32?
  ) throws(ChildProcess.CannotStart) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      if let end = child[descriptor] {
        posix_spawn_file_actions_adddup2(&actions, end, descriptor)
      } else if descriptor != STDERR_FILENO || hidesErrors {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    if let file { posix_spawn_file_actions_adddup2(&actions, file, 3) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of mixhost block signals, and the program ignores some.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(
      &attributes, Int16(isApart ? flags | POSIX_SPAWN_SETPGROUP : flags))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var number: pid_t = 0
    let failure = posix_spawnp(&number, words[0], &actions, &attributes, &arguments, environ)
    guard failure == 0 else { throw ChildProcess.CannotStart(code: failure) }
    return number
  }
}
