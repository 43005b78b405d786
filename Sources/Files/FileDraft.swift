internal import Glibc

/// A file that is written piece by piece and gets its name when complete. All functions block.
///
/// Where the file system supports it, the file has no name until then: a killed process leaves
/// nothing behind, and a full disk gets its space back.
public final class FileDraft: Sendable {
  private let folder: HeldFolder
  private let file: OpenFile
  private let name: String
  private let isNamed: Bool

  /// Starts a draft of the file that `folder` was opened for. Its mode is 0600.
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

  /// Appends bytes.
  /// - Throws: ``FileFailure``.
  public func add(_ bytes: [UInt8]) throws(FileFailure) { try file.writeAll(bytes) }

  /// Renames the draft over the old file.
  /// - Throws: ``FileFailure``; the old file is then intact.
  public func finish() throws(FileFailure) {
    guard fsync(file.number) == 0 else { throw FileFailure() }
    if !isNamed { try folder.link(file, name) }
    try folder.rename(name, to: folder.name)
  }

  // Removes a draft that was not finished.
  deinit { folder.remove(name) }
}
