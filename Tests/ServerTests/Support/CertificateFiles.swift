import Foundation

/// A certificate for localhost and its key, and those of another one, made on the spot. The files end
/// with this object.
final class CertificateFiles: Sendable {
  let folder: String
  var chain: String { folder + "/own.pem" }
  var key: String { folder + "/own.key" }
  var otherChain: String { folder + "/other.pem" }
  var otherKey: String { folder + "/other.key" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/mixhost-tls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["own", "other"] {
      _ = try OpenSSL.run([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem", "-days", "2",
        "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:localhost",
      ])
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Puts a file in another one's place.
  func copy(_ source: String, to target: String) throws {
    try Data(contentsOf: URL(filePath: source)).write(to: URL(filePath: target), options: .atomic)
  }
}

/// The program.
enum OpenSSL {
  /// Runs openssl to its end.
  /// - Returns: its standard output.
  static func run(_ arguments: [String], input: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    let (toChild, fromChild) = (Pipe(), Pipe())
    process.standardInput = toChild
    process.standardOutput = fromChild
    process.standardError = FileHandle.nullDevice
    try process.run()
    toChild.fileHandleForWriting.write(Data(input.utf8))
    try toChild.fileHandleForWriting.close()
    let output = fromChild.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
