internal import CFiles
internal import Glibc

extension GrantedFile {
  /// Replaces the whole file: readers see the old content or the new, even after a crash. Missing
  /// folders are created with mode 0700; the file has mode 0600. A device, or a stream that the
  /// grant names, is written to instead.
  /// - Throws: ``FileFailure``; the old file is then intact.
  public func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let device = try device() { return try device.writeAll(bytes) }
    let folder = HeldFolder(self, try madeFolder())
    try folder.write(bytes, to: folder.name)
  }

  /// Opens the folder of a file that is to be replaced. Missing folders are created with mode 0700.
  /// - Throws: ``FileFailure``, also when something other than a regular file is in the file's
  ///   place.
  public func holdFolder() throws(FileFailure) -> HeldFolder {
    switch try type() {
    case nil, S_IFREG: return HeldFolder(self, try madeFolder())
    case S_IFDIR: throw FileFailure(EISDIR)
    default: throw FileFailure.notRegular
    }
  }

  /// Opens a device, stream or pipe for writing; nil if the path has a regular file or nothing.
  private func device() throws(FileFailure) -> OpenFile? {
    if isStream { return try descriptor(O_WRONLY | O_NOCTTY) }
    switch try type() {
    case nil, S_IFREG: return nil
    case S_IFDIR: throw FileFailure(EISDIR)
    case S_IFCHR: return try descriptor(O_WRONLY | O_NOCTTY)
    default:
      // A pipe may have no reader, ever, so it is opened only when the grant names it.
      guard isNamed else { throw FileFailure.notRegular }
      return try descriptor(O_WRONLY | O_NOCTTY)
    }
  }

  /// The file type at the path, as in `st_mode`; nil if nothing is there. A link in the file's own
  /// place counts as nothing, because it is replaced, not followed; a link on the way is found
  /// later.
  private func type() throws(FileFailure) -> mode_t? {
    do { return try descriptor(cfiles_path_only).status().st_mode & S_IFMT } catch {
      if error.code == ENOENT || error.isSwapped { return nil }
      throw error
    }
  }

  /// The folder that holds the file, opened from the root of the file system; missing parts are
  /// created.
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
