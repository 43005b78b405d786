internal import Glibc
package import MixCore

/// Installs and removes the folder of a user's program.
package enum ProgramFolder {
  /// The most files and bytes of a program's folder, so that a slip such as `add /` fails early.
  private static let mostFiles = 2_000
  private static let mostBytes = 64_000_000

  /// Copies a folder into the user's programs, completely or not at all. Links and hidden files are
  /// left out.
  /// - Parameters:
  ///   - name: the program's name.
  ///   - check: checks the copy before it takes its place.
  /// - Throws: ``CommandFailure``, ``FileError``, errors of `check`.
  package static func install(
    _ folder: String, as name: String, _ home: Home, check: (String) throws -> Void
  ) throws {
    let target = "\(home.programsFolder)/\(name)"
    let fresh = "\(home.programsFolder)/.\(name).new-\(getpid())"
    try PrivateFile.createFolder(home.programsFolder)
    do {
      var left = (files: mostFiles, bytes: mostBytes)
      try copy(folder, to: fresh, &left)
      try check(fresh)
      let old = "\(home.programsFolder)/.\(name).old-\(getpid())"
      let replaces = rename(target, old) == 0
      guard rename(fresh, target) == 0 else {
        let reason = String(cString: strerror(errno))
        if replaces { _ = rename(old, target) }
        throw CommandFailure("cannot write \(target): \(reason)")
      }
      if replaces { removeFolder(old) }
    } catch {
      removeFolder(fresh)
      throw error
    }
  }

  /// Deletes a program's folder and its contents; links are not followed.
  /// - Throws: ``CommandFailure`` if something could not be deleted.
  package static func remove(_ name: String, _ home: Home) throws {
    let folder = "\(home.programsFolder)/\(name)"
    removeFolder(folder)
    guard !PrivateFile.exists(folder) else {
      throw CommandFailure("cannot remove all of \(folder): \(String(cString: strerror(errno)))")
    }
  }

  private static func copy(
    _ folder: String, to target: String, _ left: inout (files: Int, bytes: Int)
  ) throws {
    try PrivateFile.createFolder(target)
    for name in try names(folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      var info = stat()
      guard lstat(path, &info) == 0 else { throw failure("read", path) }
      switch info.st_mode & S_IFMT {
      case S_IFDIR: try copy(path, to: target + "/" + name, &left)
      case S_IFREG:
        left.files -= 1
        left.bytes -= Int(info.st_size)
        guard left.files >= 0, left.bytes >= 0 else {
          throw CommandFailure(
            "\(folder) is not a program's folder: it holds more than \(mostFiles) files or 64 MB")
        }
        guard let bytes = try PrivateFile.read(path) else { throw failure("read", path) }
        try PrivateFile.write(bytes, to: target + "/" + name)
      default: continue
      }
    }
  }

  private static func names(_ folder: String) throws -> [String] {
    guard let directory = opendir(folder) else { throw failure("read", folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Deletes a folder and its contents as far as it can; links are not followed.
  package static func removeFolder(_ path: String) {
    if unlink(path) == 0 || errno == ENOENT { return }
    for name in (try? names(path)) ?? [] { removeFolder(path + "/" + name) }
    rmdir(path)
  }

  private static func failure(_ operation: String, _ path: String) -> CommandFailure {
    CommandFailure("cannot \(operation) \(path): \(String(cString: strerror(errno)))")
  }
}
