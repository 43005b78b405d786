import Notation
import Bindings
import CIsolation
import Glibc
import HostSetup
import Reactor

/// `--isolate`: runs the script in a child process, this program again, under limits of the kernel.
///
/// The limits inside the process still apply; the child covers cases beyond their reach. It gives a
/// sign of life with each turn of its reactor. The parent kills it when it has used the running
/// time of a script plus half a second of CPU time without one.
struct Isolation {
  /// Seconds that a slice may exceed the script's limit before the child is killed.
  static let patience = 0.5
  /// The option that passes the pipe to the child.
  static let option = "--isolated"
  /// The program's address space besides Lua's memory: mappings of libraries, stacks, malloc's
  /// arenas. A run that fetches from a mock and caches on disk maps about 100 MB.
  private static let overheadBytes: UInt64 = 512_000_000
  private static let files: UInt64 = 512

  private let limits: cisolation_limits
  private let seconds: Double
  private let memoryBytes: Int

  /// Makes an isolation.
  /// - Parameters:
  ///   - seconds: time that Lua may run without waiting.
  ///   - memoryBytes: memory that Lua may use.
  init(seconds: Double, memoryBytes: Int) {
    self.seconds = seconds
    self.memoryBytes = memoryBytes
    // Twice, because Swift may hold copies of Lua's values.
    limits = cisolation_limits(
      address_bytes: UInt64(memoryBytes) * 2 + Self.overheadBytes, files: Self.files,
      seconds: seconds + Self.patience)
  }

  /// Runs this program again with the same arguments.
  /// - Returns: the child's exit code; 128 plus the number of a signal that ended it.
  /// - Throws: ``CommandFailure``.
  func run(_ arguments: [String]) throws -> Int32 {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw failure("pipe") }
    for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Limits are passed as well, because parent and child must agree on them, whatever their
    // source.
    let options = [
      "\(Self.option)=\(pipes[1])", "--timeout=\(Int(clamping: (seconds * 1000).rounded(.up)))ms",
      "--max-memory=\(memoryBytes)",
    ]
    let words = ["mixhost"] + options + arguments
    var pointers = words.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var limits = limits
    let child = cisolation_start("/proc/self/exe", &pointers, pipes[0], pipes[1], &limits)
    guard child > 0 else { throw failure("fork") }
    close(pipes[1])
    let end = cisolation_watch(child, pipes[0], &limits)
    close(pipes[0])
    return report(end)
  }

  private func failure(_ call: String) -> CommandFailure {
    CommandFailure("--isolate: \(call): \(String(cString: strerror(errno)))")
  }

  private func report(_ end: cisolation_end) -> Int32 {
    if end.signal == 0 { return end.code }
    if end.killed != 0 || end.signal == SIGXCPU {
      OutputSettings.writeError(
        "mixhost: killed: the script's process used \(seconds + Self.patience) s without a sign of "
          + "life (time limit \(seconds) s and \(Self.patience) s)\n")
      return 1
    }
    let name = String(cString: strsignal(end.signal))
    OutputSettings.writeError(
      "mixhost: the script's process ended by signal \(end.signal) (\(name)); its address space is "
        + "limited to \(limits.address_bytes / 1_000_000) MB (--max-memory \(memoryBytes / 1_000_000)MB)\n"
    )
    return 128 + end.signal
  }
}

/// The child's signs of life: one byte in a pipe with each turn of the reactor.
struct LifeSigns: Sendable {
  private let descriptor: Int32
  private let interval: UInt64

  /// Makes the signs.
  /// - Parameters:
  ///   - descriptor: the writing end of the pipe.
  ///   - seconds: the running time of a script, in which several signs are given.
  init(descriptor: Int32, seconds: Double) {
    self.descriptor = descriptor
    interval = UInt64(clamping: min(max(seconds / 4, 0.02), 0.25) * 1e9)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A parent that does not read must not block the script.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Starts the signs, on the reactor's thread.
  func start(on reactor: Reactor) {
    var byte: UInt8 = 0
    // The parent reads at once; otherwise a single lost sign does not matter.
    write(descriptor, &byte, 1)
    reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + interval) { start(on: reactor) }
  }
}
