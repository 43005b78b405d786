internal import HostSetup
internal import MixCore

/// A script of the installation that the server runs.
struct BundledScript: Sendable {
  /// The name of the chunk in Lua.
  let name: String
  let text: [UInt8]

  /// - Parameter path: a path below the folder `scripts`.
  /// - Throws: ``ServerError/incomplete(_:)``, `FileError`.
  init(_ path: String) throws {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    let file = "\(share)/scripts/\(path)"
    guard let text = try PrivateFile.read(file) else { throw ServerError.incomplete(file) }
    (name, self.text) = ("@" + file, text)
  }
}
