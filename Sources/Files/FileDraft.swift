internal import Glibc

/// A file that is written piece by piece beside its place, until it is whole. All functions block.
///
/// Where the file system can do it, it has no name before that: a process that is killed leaves nothing
/// behind, and one that is out of disk gives its room back.
public final class FileDraft: Sendable {
  private let folder: HeldFolder
  private let file: OpenFile
  private let name: String
  private let isNamed: Bool

  /// Begins a file in the place of the folder's own; it is 0600.
  /// - Throws: ``FileFailure``.
  public init(_ folder: HeldFolder) throws(FileFailure) {
    self.folder = folder
    name = ".mixhost-\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    if let nameless = try? folder.openNameless() {
      (file, isNamed) = (nameless, false)
    } else {
      (file, isNamed) = (try folder.open(name), true)
    }
  }

  /// Adds bytes.
  /// - Throws: ``FileFailure``.
  public func add(_ bytes: [UInt8]) throws(FileFailure) { try file.writeAll(bytes) }

  /// Puts it in the place of the old file.
  /// - Throws: ``FileFailure``; the old file is then as it was.
  public func finish() throws(FileFailure) {
    guard fsync(file.number) == 0 else { throw FileFailure() }
    if !isNamed { try folder.link(file, name) }
    try folder.rename(name, to: folder.name)
  }

  // Nothing is left of a file that was not finished.
  deinit { folder.remove(name) }
}
