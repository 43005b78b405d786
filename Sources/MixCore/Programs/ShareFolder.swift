internal import Glibc
internal import Files

/// The folder of the installation's shared files: `PREFIX/share/mixhost` beside an installed
/// program, the repository above a built one.
package enum ShareFolder {
  /// The folder's path; nil if neither exists, and scripts still run.
  package static let path: String? = {
    guard let folder = Self.programFolder else { return nil }
    let installed = PrivateFile.folder(of: folder) + "/share/mixhost"
    if isShare(installed) { return installed }
    var candidate = folder
    for _ in 0..<6 {
      candidate = PrivateFile.folder(of: candidate)
      if isShare(candidate) { return candidate }
    }
    return nil
  }()

  /// The folder of the running program, with links resolved.
  package static let programFolder: String? = {
    guard let real = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(real) }
    return PrivateFile.folder(of: String(cString: real))
  }()

  private static func isShare(_ folder: String) -> Bool {
    access(folder + "/scripts/rules", F_OK) == 0
      && access(folder + "/docs/kworb_top10.json", F_OK) == 0
  }
}
