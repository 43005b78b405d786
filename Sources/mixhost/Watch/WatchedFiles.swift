import Bindings
import Glibc
import HostSetup
import MixCore
import Reactor

/// Waits for files to change: inotify(7) on their folders, because editors replace files instead of
/// writing into them.
final class WatchedFiles: Sendable {
  /// Milliseconds without a change after which files count as complete, because editors write in
  /// several steps.
  private static let quietMilliseconds: Int32 = 60
  private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

  private struct State {
    var stamps: [FileStamp] = []
    var folders: Set<String> = []
    var stopped = false
  }

  private let state = Guarded(State())
  private let notify: Int32
  /// A pipe; a write to it ends the waiting.
  private let wake: (read: Int32, write: Int32)

  /// Makes a list without files.
  /// - Throws: ``CommandFailure`` when the system has no more watches.
  init() throws {
    notify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    var ends: [Int32] = [-1, -1]
    let made = pipe(&ends)
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = (ends[0], ends[1])
    guard notify >= 0, made == 0 else {
      throw CommandFailure("cannot watch files: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(notify)
    close(wake.read)
    close(wake.write)
  }

  /// The watched files.
  var paths: [String] { state.withLock { $0.stamps.map(\.path) } }

  /// Watches more files in their present state; missing ones may appear later. Any thread.
  func add(_ paths: [String]) {
    state.withLock { state in
      for path in paths where !state.stamps.contains(where: { $0.path == path }) {
        state.stamps.append(FileStamp(path))
        let folder = PrivateFile.folder(of: path)
        // A missing folder has no changes.
        if state.folders.insert(folder).inserted { inotify_add_watch(notify, folder, Self.events) }
      }
    }
  }

  /// Ends the waiting. Any thread.
  func stop() {
    state.withLock { $0.stopped = true }
    _ = write(wake.write, "!", 1)
  }

  /// Waits until files change.
  /// - Returns: the changed files; nil after ``stop()``.
  func waitForChange() -> [String]? {
    while true {
      _ = waitForEvents(-1)
      while waitForEvents(Self.quietMilliseconds) {}
      let (stopped, changed) = state.withLock { state in
        let changed = state.stamps.filter(\.hasChanged).map(\.path)
        state.stamps = state.stamps.map { FileStamp($0.path) }
        return (state.stopped, changed)
      }
      if stopped { return nil }
      if !changed.isEmpty { return changed }
    }
  }

  /// Waits for events.
  /// - Returns: false when the time was over first, or when the waiting has to end.
  private func waitForEvents(_ milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, milliseconds) < 0 { if errno != EINTR { return false } }
    var block = [UInt8](repeating: 0, count: 4_096)
    while read(notify, &block, block.count) > 0 {}
    return descriptors[0].revents != 0 && descriptors[1].revents == 0
  }
}
