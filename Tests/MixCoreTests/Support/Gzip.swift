import Foundation

/// Packs bytes with the `gzip` command.
enum Gzip {
  static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "gz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let command = try Command("gzip", ["-9", "-c", file.path])
    let data = command.output.readDataToEndOfFile()
    guard command.wait() else { throw POSIXError(.EINVAL) }
    return Array(data)
  }
}
