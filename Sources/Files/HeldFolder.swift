internal import CFiles
internal import Glibc

/// The folder of a granted file, held open. Operations on names in it stay in it, even when another
/// folder takes its path meanwhile.
public struct HeldFolder: Sendable {
  /// The granted file that lies in the folder.
  public let file: GrantedFile
  private let folder: OpenFile

  init(_ file: GrantedFile, _ folder: OpenFile) {
    self.file = file
    self.folder = folder
  }

  /// The granted file's own name.
  public var name: String {
    GrantedFile.relative(file.path, to: GrantedFile.parent(file.path))
  }

  /// Opens a regular file for reading and writing, and creates it with mode 0600 if missing.
  /// Follows no link.
  /// - Throws: ``FileFailure``.
  public func open(_ name: String) throws(FileFailure) -> OpenFile {
    let file = try folder.open(
      name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw FileFailure.notRegular }
    return file
  }

  /// Reads a whole regular file.
  /// - Throws: ``FileFailure``, with code `EFBIG` for more than `most` bytes.
  public func read(_ name: String, most: Int) throws(FileFailure) -> [UInt8] {
    let file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard file.size != nil else { throw FileFailure.notRegular }
    return try file.readAll(most: most)
  }

  /// Replaces a whole file: readers see the old content or the new, even after a crash. Its mode is
  /// 0600.
  /// - Throws: ``FileFailure``; the old file is then intact.
  public func write(_ bytes: [UInt8], to name: String) throws(FileFailure) {
    // O_EXCL: an existing file or link of that name is neither followed nor overwritten.
    let temporary = ".mixhost-\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    let file = try folder.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    do throws(FileFailure) {
      try file.writeAll(bytes)
      guard fsync(file.number) == 0 else { throw FileFailure() }
      try rename(temporary, to: name)
    } catch {
      remove(temporary)
      throw error
    }
  }

  /// - Throws: ``FileFailure`` when this user may not write the granted file: by its mode, its ACL or
  ///   its file system. Replacing a file asks the folder alone.
  func checkWritable() throws(FileFailure) {
    guard faccessat(folder.number, name, W_OK, AT_EACCESS) == 0 else { throw FileFailure() }
  }

  /// Whether the granted file's name still refers to the opened file, unchanged since `status`.
  func isUnchanged(_ file: OpenFile, since status: stat) -> Bool {
    guard let now = try? folder.open(name, cfiles_path_only | O_NOFOLLOW).status() else {
      return false
    }
    return now.st_ino == status.st_ino && now.st_dev == status.st_dev
      && now.st_size == status.st_size && now.st_mtim.tv_sec == status.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
  }

  /// Creates a file without a name, which disappears with the process unless ``link(_:_:)`` names
  /// it.
  /// - Throws: ``FileFailure``, also on a file system without such files.
  func openNameless() throws(FileFailure) -> OpenFile {
    try OpenFile(
      Glibc.openat(folder.number, ".", O_RDWR | cfiles_nameless | O_CLOEXEC, mode_t(0o600)))
  }

  /// Gives a name to a file that has none.
  /// - Throws: ``FileFailure``.
  func link(_ file: OpenFile, _ name: String) throws(FileFailure) {
    guard
      linkat(
        AT_FDCWD, "/proc/self/fd/\(file.number)", folder.number, name, Int32(AT_SYMLINK_FOLLOW))
        == 0
    else { throw FileFailure() }
  }

  /// Renames a file, replacing any file of the new name. Where the file system supports it, the new
  /// name survives a power cut.
  /// - Throws: ``FileFailure``.
  public func rename(_ name: String, to other: String) throws(FileFailure) {
    guard renameat(folder.number, name, folder.number, other) == 0 else { throw FileFailure() }
    // Some file systems refuse to sync a folder; only the new name's durability is lost then.
    if let readable = try? folder.open(".", O_RDONLY | O_DIRECTORY) { _ = fsync(readable.number) }
  }

  /// Removes a file if it exists.
  public func remove(_ name: String) { unlinkat(folder.number, name, 0) }
}
