internal import CFiles
internal import Glibc

/// The folder of a granted file, held open: what is done with names in it stays in it, whatever takes
/// the place of its path meanwhile.
public struct HeldFolder: Sendable {
  /// The granted file.
  public let file: GrantedFile
  private let folder: OpenFile

  init(_ file: GrantedFile, _ folder: OpenFile) {
    self.file = file
    self.folder = folder
  }

  /// The granted file's own name.
  public var name: String {
    String(file.path.dropFirst(GrantedFile.parent(file.path).utf8.count).drop { $0 == "/" })
  }

  /// Opens a regular file for reading and writing, made, 0600, where it is missing. No link is followed.
  /// - Throws: ``FileFailure``.
  public func open(_ name: String) throws(FileFailure) -> OpenFile {
    let file = try folder.open(
      name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw FileFailure.notRegular }
    return file
  }

  /// The content of a regular file.
  /// - Throws: ``FileFailure``; of code `EFBIG` for more than `most` bytes.
  public func read(_ name: String, most: Int) throws(FileFailure) -> [UInt8] {
    let file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard file.size != nil else { throw FileFailure.notRegular }
    return try file.readAll(most: most)
  }

  /// Replaces a file as a whole: readers see the old content or the new, also after a crash. It is 0600.
  /// - Throws: ``FileFailure``; the old file is then as it was.
  public func write(_ bytes: [UInt8], to name: String) throws(FileFailure) {
    // O_EXCL: what bears the name already is neither followed nor overwritten.
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

  /// Whether the folder's own name still is the file that was opened, unchanged since.
  func isUnchanged(_ file: OpenFile, since status: stat) -> Bool {
    guard let now = try? folder.open(name, cfiles_path_only | O_NOFOLLOW).status() else {
      return false
    }
    return now.st_ino == status.st_ino && now.st_dev == status.st_dev
      && now.st_size == status.st_size && now.st_mtim.tv_sec == status.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
  }

  /// Makes a file without a name, which is gone with the process unless it gets one.
  /// - Throws: ``FileFailure``, also where the file system has no such files.
  func openNameless() throws(FileFailure) -> OpenFile {
    try OpenFile(
      Glibc.openat(folder.number, ".", O_RDWR | cfiles_nameless | O_CLOEXEC, mode_t(0o600)))
  }

  /// Gives a file without a name one.
  /// - Throws: ``FileFailure``.
  func link(_ file: OpenFile, _ name: String) throws(FileFailure) {
    guard
      linkat(
        AT_FDCWD, "/proc/self/fd/\(file.number)", folder.number, name, Int32(AT_SYMLINK_FOLLOW))
        == 0
    else { throw FileFailure() }
  }

  /// Gives a file another name, in place of what bore it. The new name survives a power cut where the
  /// file system keeps it.
  /// - Throws: ``FileFailure``.
  public func rename(_ name: String, to other: String) throws(FileFailure) {
    guard renameat(folder.number, name, folder.number, other) == 0 else { throw FileFailure() }
    // Some file systems refuse this; then nothing is lost but that.
    if let readable = try? folder.open(".", O_RDONLY | O_DIRECTORY) { _ = fsync(readable.number) }
  }

  /// Removes a file; one that is missing is not a failure.
  public func remove(_ name: String) { unlinkat(folder.number, name, 0) }
}
