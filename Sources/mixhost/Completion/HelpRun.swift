import Glibc
import HostSetup

/// Runs mixhost itself to get a help text.
enum HelpRun {
  /// Milliseconds that a user waits after Tab.
  private static let patience: Int32 = 3_000
  private static let mostBytes = 262_144

  /// The output of `mixhost WORDS… --help`; empty when it fails or takes too long.
  static func text(_ words: [String]) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return "" }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = spawn(words + ["--help"], output: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { return "" }
    let bytes = read(ends[0])
    // The process has closed its output, or takes too long.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func read(_ file: Int32) -> [UInt8] {
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

  private static func spawn(_ words: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = (["mixhost"] + words).map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, environ)
    return failure == 0 ? process : nil
  }
}
