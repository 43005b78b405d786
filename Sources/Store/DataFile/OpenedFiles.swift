internal import Glibc
internal import Reactor

/// The data files that this process has open: one connection each, whoever asks.
///
/// SQLite's locks are fcntl(2) locks, which the process loses when any descriptor of the file is closed;
/// then other programs believe that nobody uses the file, and delete its log. So a data file is opened
/// by SQLite alone, and here alone; beside it only a file that is not there yet is made.
enum OpenedFiles {
  private struct Entry {
    weak var file: OpenedFile?
  }

  // Guarded while a file is being opened, too: two threads must not open it twice.
  private static let entries = Guarded<[Entry]>([])

  /// The opened file of a path.
  /// - Throws: ``DataFileError``.
  static func file(_ path: String) throws -> OpenedFile {
    do {
      if path == ":memory:" { return try OpenedFile.inMemory() }
      return try entries.withLock { entries in
        entries.removeAll { $0.file == nil }
        if let identity = FileIdentity(path),
          let known = entries.lazy.compactMap(\.file).first(where: { $0.identity == identity })
        {
          return known
        }
        let file = try OpenedFile(path: path)
        entries.append(Entry(file: file))
        return file
      }
    } catch {
      throw DataFileError(error, path: path)
    }
  }
}

/// The identity of a file, whatever its names are.
package struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Of the file that a path leads to; nil when there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
