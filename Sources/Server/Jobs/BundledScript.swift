internal import HostSetup
internal import MixCore

/// A script that comes with mixhost and that the server runs.
struct BundledScript: Sendable {
  /// As Lua names the chunk.
  let name: String
  let text: [UInt8]

  /// - Parameter path: below the folder `scripts`.
  /// - Throws: ``ServerError/incomplete(_:)``, `FileError`.
  init(_ path: String) throws {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    let file = "\(share)/scripts/\(path)"
    guard let text = try PrivateFile.read(file) else { throw ServerError.incomplete(file) }
    (name, self.text) = ("@" + file, text)
  }
}
