internal import CFiles
internal import Glibc

extension GrantedFile {
  /// Replaces the file as a whole: readers see the old content or the new, also after a crash. Missing
  /// folders are made, 0700; the file is 0600. A device, or a stream that was named itself, is written
  /// to instead.
  /// - Throws: ``FileFailure``; the old file is then as it was.
  public func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let device = try device() { return try device.writeAll(bytes) }
    let folder = HeldFolder(self, try madeFolder())
    try folder.write(bytes, to: folder.name)
  }

  /// Holds the folder of a file that is to be replaced; missing folders are made, 0700.
  /// - Throws: ``FileFailure``, also for what is there and is not a regular file.
  public func holdFolder() throws(FileFailure) -> HeldFolder {
    switch try type() {
    case nil, S_IFREG: return HeldFolder(self, try madeFolder())
    case S_IFDIR: throw FileFailure(EISDIR)
    default: throw FileFailure.notRegular
    }
  }

  /// The kind of file in place of a regular file; nil for a regular file or none.
  private func device() throws(FileFailure) -> OpenFile? {
    if isStream { return try descriptor(O_WRONLY | O_NOCTTY) }
    switch try type() {
    case nil, S_IFREG: return nil
    case S_IFDIR: throw FileFailure(EISDIR)
    case S_IFCHR: return try descriptor(O_WRONLY | O_NOCTTY)
    default:
      // Nobody may ever read what is written to a pipe.
      guard isNamed else { throw FileFailure.notRegular }
      return try descriptor(O_WRONLY | O_NOCTTY)
    }
  }

  /// The type of what is there, as in `st_mode`; nil where nothing is. A link in the file's own place is
  /// replaced, not followed; one on the way is found again.
  private func type() throws(FileFailure) -> mode_t? {
    do { return try descriptor(cfiles_path_only).status().st_mode & S_IFMT } catch {
      if error.code == ENOENT || error.isSwapped { return nil }
      throw error
    }
  }

  /// The folder that holds the file, made where it is missing, from the root of the file system on.
  private func madeFolder() throws(FileFailure) -> OpenFile {
    var folder = try Self.folder("/")
    for part in Self.parent(path).split(separator: "/") {
      do { folder = try folder.open(String(part), cfiles_path_only | O_DIRECTORY) } catch {
        guard error.code == ENOENT else { throw error }
        guard mkdirat(folder.number, String(part), 0o700) == 0 || errno == EEXIST else {
          throw FileFailure()
        }
        folder = try folder.open(String(part), cfiles_path_only | O_DIRECTORY)
      }
    }
    return folder
  }
}
