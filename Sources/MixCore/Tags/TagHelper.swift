internal import Dispatch
internal import Files
internal import Glibc

/// The helper program `mixhost-tags`, in which TagLib reads and writes files: one process for each
/// call.
public struct TagHelper: Sendable {
  /// Most bytes of its answer.
  private static let mostBytes = 8_000_000
  /// Most seconds that it may take, including waits for the disk; its limit of CPU time is lower.
  private static let mostSeconds = 60
  /// Milliseconds between two checks for a stop.
  private static let look: Int32 = 50
  /// Most helpers at a time, because each may use memory up to its own limit.
  private static let slots = DispatchSemaphore(value: 4)
  private static let audioDescriptor: Int32 = 3

  private let program: String?

  /// Makes a helper.
  /// - Parameter program: its path; nil when it was not found.
  public init(program: String?) { self.program = program }

  /// Runs the helper to its end. Blocks.
  /// - Parameter words: its arguments.
  /// - Parameter file: the audio file.
  /// - Parameter stop: kills the helper.
  /// - Throws: ``TagFailure``; `CancellationError`.
  func run(_ words: [String], _ file: OpenFile, _ stop: WorkStop) throws -> AudioTags {
    while Self.slots.wait(timeout: .now() + .milliseconds(Int(Self.look))) == .timedOut {
      try stop.check()
    }
    defer { Self.slots.signal() }
    guard let program else { throw Self.notFound }
    let process: pid_t
    let output: OpenFile
    do {
      // The child's end is closed when this block ends.
      let pipe = try OpenFile.pipe()
      output = pipe.output
      process = try withExtendedLifetime((pipe, file)) {
        try Self.spawn([program] + words, output: pipe.input.number, audio: file.number)
      }
    }
    let answer = Result { try Self.readAll(output, stop) }
    if case .failure = answer { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let bytes = try answer.get()
    try Self.check(status)
    return try AudioTags(answer: bytes)
  }

  private static func check(_ status: Int32) throws {
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    if signal == SIGXCPU || signal == SIGKILL {
      throw endless
    }
    if signal != 0 { throw TagFailure.damaged("TagLib failed on it (signal \(signal))") }
    if code == 127 {
      throw TagFailure(.missing, "TagLib is missing: apt install libtag1v5")
    }
    guard code == 0 else { throw TagFailure.damaged("TagLib failed on it (exit code \(code))") }
  }

  private static let endless = TagFailure.damaged("TagLib did not come to an end with it")

  private static let notFound = TagFailure(
    .missing, "mixhost-tags was not found beside mixhost; it reads and writes tags")

  private static func system(_ code: Int32) -> TagFailure {
    TagFailure(.io, "mixhost-tags cannot be started: \(String(cString: strerror(code)))")
  }

  private static func spawn(_ words: [String], output: Int32, audio: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, audio, audioDescriptor)
    // Ctrl-C on the terminal must reach only the script, which ends between two files.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
    if failure == ENOENT { throw notFound }
    if failure == E2BIG { throw TagFailure(.limit, "the changes are too long") }
    guard failure == 0 else { throw system(failure) }
    return process
  }

  /// Reads everything up to the end.
  /// - Throws: ``TagFailure`` for an answer that is too long or takes too long;
  ///   `CancellationError`.
  private static func readAll(_ pipe: OpenFile, _ stop: WorkStop) throws -> [UInt8] {
    let end = ContinuousClock.now + .seconds(mostSeconds)
    var bytes: [UInt8] = []
    while bytes.count <= mostBytes {
      var event = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&event, 1, look) > 0
      try stop.check()
      guard ContinuousClock.now < end else { throw Self.endless }
      guard isReady else { continue }
      guard let next = try? pipe.read(65_536), !next.isEmpty else { return bytes }
      bytes += next
    }
    throw TagFailure(.limit, "it has more than 8 MB of tags")
  }
}
