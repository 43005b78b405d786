import Glibc
import HostSetup

/// What a program prints.
enum ProcessOutput {
  private static let mostBytes = 1_048_576

  /// The standard output of a program; empty when it cannot start, its beginning when it takes too long.
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in PATH.
  ///   - words: the arguments after the program's name.
  ///   - patience: how long to wait for more output, in milliseconds.
  static func text(_ program: String, _ words: [String], patience: Int32) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return "" }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = spawn(program, words, output: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { return "" }
    let bytes = read(ends[0], patience)
    // It has closed its output, or is late.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func read(_ file: Int32, _ patience: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while bytes.count < mostBytes, poll(&entry, 1, patience) > 0 {
      let count = Glibc.read(file, &block, block.count)
      if count <= 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }

  private static func spawn(_ program: String, _ words: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, program, &actions, nil, &arguments, environ)
    return failure == 0 ? process : nil
  }
}
