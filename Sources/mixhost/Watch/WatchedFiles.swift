import Bindings
import Glibc
import HostSetup
import MixCore
import Reactor

/// Waits for files to change: inotify(7) on the folders that they are named in, because editors replace
/// files instead of writing into them. Folders on the way and links are watched, too: they may be replaced.
final class WatchedFiles: Sendable {
  /// Milliseconds without a change after which files count as complete, because editors write in
  /// several steps.
  private static let quietMilliseconds: Int32 = 60
  private static let events = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

  private struct State {
    var stamps: [FileStamp] = []
    /// The watched folders, each with the names in it that matter.
    var folders: [Int32: (path: String, names: Swift.Set<String>)] = [:]
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
        watch(path, &state)
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
        // Folders that were made again are other folders. First they are watched, then looked at.
        let before = Swift.Set(state.folders.keys)
        state.folders = [:]
        for stamp in state.stamps { watch(stamp.path, &state) }
        for folder in before.subtracting(state.folders.keys) { inotify_rm_watch(notify, folder) }
        let changed = state.stamps.filter(\.hasChanged).map(\.path)
        state.stamps = state.stamps.map { FileStamp($0.path) }
        return (state.stopped, changed)
      }
      if stopped { return nil }
      if !changed.isEmpty { return changed }
    }
  }

  // MARK: Places

  /// Watches every folder in which a change of one name makes the path another file.
  private func watch(_ path: String, _ state: inout State) {
    for place in NamedPlaces.of(path) {
      let folder = inotify_add_watch(notify, place.folder, Self.events)
      // A folder that may not be watched is left out.
      if folder >= 0 { state.folders[folder, default: (place.folder, [])].names.insert(place.name) }
    }
  }

  // MARK: Events

  /// Waits for events that matter.
  /// - Returns: false when the time was over first, or when the waiting has to end.
  private func waitForEvents(_ milliseconds: Int32) -> Bool {
    let end = Reactor.monotonicNanoseconds() + UInt64(max(0, milliseconds)) * 1_000_000
    while true {
      let now = Reactor.monotonicNanoseconds()
      let left = milliseconds < 0 ? -1 : Int32(clamping: (end - min(end, now)) / 1_000_000)
      var descriptors = [
        pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, left)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 || descriptors[1].revents != 0 { return false }
      if readEvents() { return true }
    }
  }

  /// Reads what has happened.
  /// - Returns: whether it matters.
  private func readEvents() -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    var matters = false
    while case let count = read(notify, &block, block.count), count > 0 {
      let folders = state.withLock { $0.folders }
      block.withUnsafeBytes { bytes in
        var place = 0
        while place < count {
          let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let start = place + MemoryLayout<inotify_event>.size
          place = start + Int(event.len)
          let name = String(decoding: bytes[start..<place].prefix { $0 != 0 }, as: UTF8.self)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { matters = true }
          guard let folder = folders[event.wd], folder.names.contains(name) else { continue }
          // A new file is looked at when it has been written.
          let isNew = event.mask & UInt32(IN_CREATE) != 0
          matters = matters || !isNew || !Self.isBeingWritten(folder.path + "/" + name)
        }
      }
    }
    return matters
  }

  private static func isBeingWritten(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && info.st_nlink == 1
  }
}

/// The names that a path goes through, links followed, each with the folder that it stands in.
enum NamedPlaces {
  /// As many links as Linux follows.
  private static let mostLinks = 40

  /// The places of a path, which may be relative; up to the first name that is missing.
  static func of(_ path: String) -> [(folder: String, name: String)] {
    var places: [(folder: String, name: String)] = []
    var folder = path.hasPrefix("/") ? "/" : "."
    var left = names(path)[...]
    var links = 0
    while let name = left.popFirst() {
      let full = folder == "/" ? "/" + name : folder + "/" + name
      if name == ".." {
        folder = full
        continue
      }
      places.append((folder, name))
      if links < mostLinks, let target = target(of: full) {
        links += 1
        if target.hasPrefix("/") { folder = "/" }
        left = names(target)[...] + left
      } else {
        folder = full
      }
    }
    return places
  }

  private static func names(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  /// Where a link leads; nil for anything else.
  private static func target(of path: String) -> String? {
    var block = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &block, Int(PATH_MAX))
    guard count > 0 else { return nil }
    return String(decoding: block[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
