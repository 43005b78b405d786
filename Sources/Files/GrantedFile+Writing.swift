internal import CFiles
internal import Glibc

extension GrantedFile {
  /// Replaces the file as a whole: readers see the old content or the new, also after a crash. Missing
  /// folders are made, 0700; the file is 0600. A device, or a stream that was named itself, is written
  /// to instead.
  /// - Throws: ``FileFailure``; the old file is then as it was.
  public func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let device = try device() { return try device.writeAll(bytes) }
    let folder = try madeFolder()
    let name = String(path.dropFirst(Self.parent(path).utf8.count).drop { $0 == "/" })
    // O_EXCL: what bears the name already is neither followed nor overwritten.
    let temporary = ".mixhost-\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    let file = try folder.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    do throws(FileFailure) {
      try file.writeAll(bytes)
      guard fsync(file.number) == 0,
        renameat(folder.number, temporary, folder.number, name) == 0
      else { throw FileFailure() }
    } catch {
      unlinkat(folder.number, temporary, 0)
      throw error
    }
    // The new name itself must survive a power cut. Some file systems refuse this; then nothing is
    // lost but that.
    if let readable = try? folder.open(".", O_RDONLY | O_DIRECTORY) { _ = fsync(readable.number) }
  }

  /// What is there in place of a regular file; nil for a regular file or none.
  private func device() throws(FileFailure) -> OpenFile? {
    if isStream { return try descriptor(O_WRONLY | O_NOCTTY) }
    let found: OpenFile
    do { found = try descriptor(cfiles_path_only) } catch {
      // A link in the file's own place is replaced, not followed; one on the way is found again.
      if error.code == ENOENT || error.isSwapped { return nil }
      throw error
    }
    switch try found.status().st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: throw FileFailure(EISDIR)
    case S_IFCHR: return try descriptor(O_WRONLY | O_NOCTTY)
    default:
      // Nobody may ever read what is written to a pipe.
      guard isNamed else { throw FileFailure.notRegular }
      return try descriptor(O_WRONLY | O_NOCTTY)
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
