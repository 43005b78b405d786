import Foundation
import Testing

@testable import Server

/// `--certificate` and `--key`: PEM files made on the spot, asked by `openssl s_client`.
@Suite struct SecureServerTests {
  /// Runs openssl to its end.
  private static func openssl(_ arguments: [String], input: String = "") throws -> String {
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

  /// A certificate for localhost and its key; the key of another one.
  private static func makeFiles() throws -> (folder: String, chain: String, key: String) {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-tls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["own", "other"] {
      _ = try openssl([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ])
    }
    return (folder, folder + "/own.pem", folder + "/own.key")
  }

  @Test func speaksTLSAndNothingElse() async throws {
    let files = try Self.makeFiles()
    defer { try? FileManager.default.removeItem(atPath: files.folder) }
    let server = try await TestServer { $0.certificate = (files.chain, files.key) }
    let answer = try await blocking { [port = server.port] in
      try Self.openssl(
        [
          "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-servername", "localhost",
          "-CAfile", files.chain, "-verify_return_error", "-verify_hostname", "localhost",
        ], input: "GET /health HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
    #expect(answer.lowercased().contains("strict-transport-security") == false)
    let plain = try? await server.get("/health")
    #expect(plain == nil, "plain HTTP gets no answer")
    await server.stop()
  }

  @Test func filesThatDoNotFitAreNamed() async throws {
    let files = try Self.makeFiles()
    defer { try? FileManager.default.removeItem(atPath: files.folder) }
    let other = files.folder + "/other.key"
    for (chain, key, reason) in [
      (files.chain, other, "the certificate and the key \(other) do not belong together"),
      (files.folder + "/none.pem", files.key, "no PEM file that can be read"),
      (files.chain, files.folder + "/none.key", "no PEM file that can be read"),
    ] {
      let error = await #expect(throws: ServerError.self) {
        _ = try await TestServer { $0.certificate = (chain, key) }
      }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
  }
}
