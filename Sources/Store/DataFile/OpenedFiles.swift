internal import Glibc
internal import Reactor

/// The data files that this process has open, one connection each.
///
/// SQLite uses fcntl(2) locks, which the process loses when it closes any descriptor of the file;
/// other programs would then believe the file unused and delete its log. So only SQLite opens a
/// data file, and only here. Other code may only create a missing file.
enum OpenedFiles {
  private struct Entry {
    weak var file: OpenedFile?
  }

  // Held while a file is being opened: two threads must not open it twice.
  private static let entries = Guarded<[Entry]>([])

  /// The opened file for a path.
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

/// The identity of a file under any of its names.
package struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of the file at a path; nil if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
