internal import Glibc

/// A new version of a file, written beside it and put in its place when it is whole. It gets the mode and,
/// where that is allowed, the owner of the old one. All functions block.
///
/// Where the file system can do it, the version has no name before that: a process that is killed leaves
/// nothing behind.
public final class FileCopy: Sendable {
  /// The new version, open for reading and writing.
  public let file: OpenFile
  /// When the old file was changed, in nanoseconds since 1970.
  public let modified: Int64
  private let folder: HeldFolder
  private let original: OpenFile
  private let status: stat
  private let temporary = ".mixhost-\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
  private let isNamed: Bool

  /// Begins an empty version.
  /// - Parameter original: the file of that name, open.
  /// - Throws: ``FileFailure``.
  public init(of original: OpenFile, in folder: HeldFolder) throws(FileFailure) {
    self.original = original
    self.folder = folder
    status = try original.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.notRegular }
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    if let nameless = try? folder.openNameless() {
      file = nameless
      isNamed = false
    } else {
      file = try folder.open(temporary)
      isNamed = true
    }
  }

  /// Adds bytes at the end.
  /// - Throws: ``FileFailure``.
  public func add(_ bytes: [UInt8]) throws(FileFailure) { try file.writeAll(bytes) }

  /// Puts the version in the place of the old file.
  /// - Parameter time: when it counts as changed, in nanoseconds since 1970; nil: now.
  /// - Throws: ``FileFailure``; the old file is then as it was. Of code `ESTALE` when it was changed
  ///   meanwhile.
  public func finish(modified time: Int64?) throws(FileFailure) {
    // First the owner: changing it takes bits of the mode away.
    _ = fchown(file.number, status.st_uid, status.st_gid)
    guard fchmod(file.number, status.st_mode & 0o7777) == 0 else { throw FileFailure() }
    if let time {
      let moment = timespec(
        tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
      guard futimens(file.number, [moment, moment]) == 0 else { throw FileFailure() }
    }
    guard fsync(file.number) == 0 else { throw FileFailure() }
    guard folder.isUnchanged(original, since: status) else { throw FileFailure.stale }
    if !isNamed { try folder.link(file, temporary) }
    try folder.rename(temporary, to: folder.name)
  }

  // Nothing is left of a version that was not finished.
  deinit { folder.remove(temporary) }
}
