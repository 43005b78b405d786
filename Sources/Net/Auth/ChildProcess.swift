internal import Files
internal import Glibc
internal import Reactor

/// Small programs that mixhost starts: keepers of credentials, the system's opener.
enum ChildProcess {
  /// The `errno` of a program that was not to be started.
  struct CannotStart: Error {
    let code: Int32
  }

  // How many were started, one at a time: a pipe's end that another child holds would keep this one
  // from ending. (The thread sanitizer takes a guarded value of no size for the mutex beside it.)
  private static let spawned = Guarded(0)

  /// Runs a program to its end, with its input at once. Its complaints go to standard error: some ask
  /// there for a password.
  /// - Returns: its exit code (128 and the number for a signal), and what it printed, at most 1 MB.
  /// - Throws: ``CannotStart``.
  static func run(
    _ program: String, _ argument: String, input: [UInt8]
  ) throws -> (status: Int32, output: [UInt8]) {
    let (process, toChild, fromChild) = try spawned.withLock { count in
      count += 1
      let toChild = try pipe()
      let fromChild: (read: Int32, write: Int32)
      do { fromChild = try pipe() } catch {
        close(toChild.read)
        close(toChild.write)
        throw error
      }
      defer {
        close(toChild.read)
        close(fromChild.write)
      }
      do {
        let process = try spawn(
          [program, argument], input: toChild.read, output: fromChild.write, silent: false)
        return (process, toChild.write, fromChild.read)
      } catch {
        close(toChild.write)
        close(fromChild.read)
        throw error
      }
    }
    defer { close(fromChild) }
    // A credential is smaller than what a pipe holds, so this never waits for the helper to read; one
    // that has left already shows by its status.
    _ = try? PrivateFile.writeAll(input, to: toChild, path: program)
    close(toChild)
    let output = readAll(fromChild)
    return (wait(process), output)
  }

  /// Runs a program to its end, without any input or output.
  /// - Returns: its exit code.
  /// - Throws: ``CannotStart``.
  static func run(_ words: [String]) throws -> Int32 {
    wait(
      try spawned.withLock { count in
        count += 1
        return try spawn(words, input: nil, output: nil, silent: true)
      })
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw CannotStart(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// - Parameter silent: whether standard error goes nowhere.
  private static func spawn(
    _ words: [String], input: Int32?, output: Int32?, silent: Bool
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (given, own) in [(input, STDIN_FILENO), (output, STDOUT_FILENO)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, own)
      } else {
        posix_spawn_file_actions_addopen(&actions, own, "/dev/null", O_RDWR, 0)
      }
    }
    if silent {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_RDWR, 0)
    }
    // The threads of mixhost take no signals; its children shall.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    guard failure == 0 else { throw CannotStart(code: failure) }
    return process
  }

  private static func wait(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func readAll(_ file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < 1 << 20 {
      let count = Glibc.read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }
}

/// Opens addresses in the user's browser.
public enum Browser {
  /// Whether there is a screen to open one on: without it, the system's opener starts a browser in
  /// the terminal, over everything.
  public static var isAvailable: Bool {
    let names: [String] = ["DISPLAY", "WAYLAND_DISPLAY"]
    return names.contains { getenv($0).map { $0.pointee != 0 } ?? false }
  }

  /// Hands an address to the system's opener and waits until that has passed it on. Blocks.
  /// - Returns: whether that went well.
  public static func open(_ address: String) -> Bool {
    (try? ChildProcess.run(["xdg-open", address])) == 0
  }
}
