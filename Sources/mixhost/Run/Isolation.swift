import Notation
import Bindings
import CIsolation
import Glibc
import HostSetup
import Reactor

/// `--isolate`: the script runs in a child process, this program again, under limits of the kernel.
///
/// The limits inside the process hold as ever; the child is for what they cannot reach. It gives a
/// sign of life each time its reactor comes round; when it has used up the running time of a script
/// and half a second of CPU time without one, it is killed.
struct Isolation {
  /// Seconds that one slice of a script may run past its limit before the child is killed.
  static let patience = 0.5
  /// The option that carries the pipe to the child.
  static let option = "--isolated"
  /// The program's needs besides Lua's memory: mappings of libraries, stacks, arenas of malloc. A
  /// run that fetches from a mock and caches on disk maps some 100 MB.
  private static let overheadBytes: UInt64 = 512_000_000
  private static let files: UInt64 = 512

  private let limits: cisolation_limits
  private let seconds: Double
  private let memoryBytes: Int

  /// - Parameters:
  ///   - seconds: how long Lua may run without waiting.
  ///   - memoryBytes: how much memory Lua may use.
  init(seconds: Double, memoryBytes: Int) {
    self.seconds = seconds
    self.memoryBytes = memoryBytes
    // Twice: what Lua holds may pass through Swift as a copy.
    limits = cisolation_limits(
      address_bytes: UInt64(memoryBytes) * 2 + Self.overheadBytes, files: Self.files,
      seconds: seconds + Self.patience)
  }

  /// Runs this program again with the same arguments.
  /// - Returns: the child's exit code; 128 and the signal's number when one ended it.
  /// - Throws: ``CommandFailure``.
  func run(_ arguments: [String]) throws -> Int32 {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw failure("pipe") }
    for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // The limits, too: parent and child must agree on them, wherever they come from.
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

/// The child's signs of life: a byte into a pipe each time the reactor comes round.
struct LifeSigns: Sendable {
  private let descriptor: Int32
  private let interval: UInt64

  /// - Parameters:
  ///   - descriptor: the pipe's end.
  ///   - seconds: the running time of a script, of which there are several signs.
  init(descriptor: Int32, seconds: Double) {
    self.descriptor = descriptor
    interval = UInt64(clamping: min(max(seconds / 4, 0.02), 0.25) * 1e9)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A parent that does not read must not hold the script up.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Begins; on the reactor's thread.
  func start(on reactor: Reactor) {
    var byte: UInt8 = 0
    // The parent reads at once; if not, one sign more or less does not matter.
    write(descriptor, &byte, 1)
    reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + interval) { start(on: reactor) }
  }
}
