import Foundation

/// A child process. Foundation's `Process.waitUntilExit` needs a run loop, which tasks do not have.
struct Command {
  let process: pid_t
  /// The place to read its standard output from.
  let output: FileHandle

  private static let spawning = NSLock()

  /// Starts a program with its standard output in a pipe, everything else at /dev/null.
  init(_ program: String, _ arguments: [String], folder: String? = nil) throws {
    var pipes: [Int32] = [0, 0]
    // Another child must not inherit this one's pipe: it would never see its end.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    guard pipe(&pipes) == 0 else { throw POSIXError(.EMFILE) }
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let start = ["env"] + (folder.map { ["-C", $0] } ?? []) + [program]
    var words: [UnsafeMutablePointer<CChar>?] = (start + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "env", &actions, nil, words, environ)
    close(pipes[1])
    output = FileHandle(fileDescriptor: pipes[0], closeOnDealloc: true)
    guard code == 0 else { throw POSIXError(.ENOENT) }
    self.process = process
  }

  /// Waits for its end. Returns whether it succeeded.
  @discardableResult
  func wait() -> Bool {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status == 0
  }

  /// Ends it; by SIGKILL, because a child inherits the blocked signals of the thread that starts it.
  func stop() {
    kill(process, SIGKILL)
    wait()
  }
}
