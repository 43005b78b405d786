internal import Glibc

/// A new version of a file, written beside it and renamed over it when complete. It has the old
/// file's owner, group, mode and extended attributes, ACLs among them; where it cannot, or the user
/// may not write the old file, that one stays. All functions block.
///
/// Where the file system supports it, the version has no name until then, so a killed process
/// leaves nothing behind.
///
/// ```swift
/// let copy = try FileCopy(of: granted.open(), in: granted.holdFolder())
/// try copy.add(bytes)
/// try copy.finish(modified: nil)
/// ```
public final class FileCopy: Sendable {
  /// The new version, open for reading and writing.
  public let file: OpenFile
  /// When the old file was last modified, in nanoseconds since 1970.
  public let modified: Int64
  private let folder: HeldFolder
  private let original: OpenFile
  private let status: stat
  private let temporary = ".mixhost-\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
  private let isNamed: Bool

  /// Starts an empty version.
  /// - Parameter original: the present file, open.
  /// - Throws: ``FileFailure``.
  public init(of original: OpenFile, in folder: HeldFolder) throws(FileFailure) {
    self.original = original
    self.folder = folder
    try folder.checkWritable()
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

  /// Appends bytes.
  /// - Throws: ``FileFailure``.
  public func add(_ bytes: [UInt8]) throws(FileFailure) { try file.writeAll(bytes) }

  /// Renames the version over the old file.
  /// - Parameter time: the new file's modification time, in nanoseconds since 1970; nil for now.
  /// - Throws: ``FileFailure``, with code `ESTALE` if the old file was changed meanwhile, or
  ///   `EPERM` if the version cannot belong to its owner; the old file is then intact.
  public func finish(modified time: Int64?) throws(FileFailure) {
    // Change the owner first: it clears bits of the mode.
    _ = fchown(file.number, status.st_uid, status.st_gid)
    let now = try file.status()
    guard now.st_uid == status.st_uid, now.st_gid == status.st_gid else {
      throw FileFailure.ownerLost
    }
    guard fchmod(file.number, status.st_mode & 0o7777) == 0 else { throw FileFailure() }
    try file.takeAttributes(of: original)
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

  // Removes a version that was not finished.
  deinit { folder.remove(temporary) }
}
