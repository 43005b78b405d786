import Foundation
import Testing

@testable import Server

/// `--certificate` and `--key`: PEM files made on the spot, asked by `openssl s_client`.
@Suite struct SecureServerTests {
  /// The subject of the certificate that a new connection gets, as every OpenSSL writes it.
  private static func subject(_ server: TestServer) async throws -> String? {
    let text = try await blocking { [port = server.port] in
      try OpenSSL.run(["s_client", "-connect", "127.0.0.1:\(port)", "-servername", "localhost"])
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("subject=") }
    return line.map { String($0.filter { $0 != " " }) }
  }

  @Test func speaksTLSAndNothingElse() async throws {
    let files = try CertificateFiles()
    let server = try await TestServer { $0.certificate = (files.chain, files.key) }
    let answer = try await blocking { [port = server.port] in
      try OpenSSL.run(
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

  @Test func aNewCertificateIsReadAndABadOneIsNot() async throws {
    let files = try CertificateFiles()
    let server = try await TestServer { $0.certificate = (files.chain, files.key) }
    #expect(try await Self.subject(server) == "subject=CN=own")
    // Only half of the new pair is there.
    try files.copy(files.otherChain, to: files.chain)
    await server.server.reloadCertificate()
    #expect(try await Self.subject(server) == "subject=CN=own")
    try files.copy(files.otherKey, to: files.key)
    await server.server.reloadCertificate()
    #expect(try await Self.subject(server) == "subject=CN=other")
    try Data("garbage".utf8).write(to: URL(filePath: files.chain))
    await server.server.reloadCertificate()
    #expect(try await Self.subject(server) == "subject=CN=other")
    await server.server.parts.log.flush()
    let log = try String(contentsOfFile: server.folder + "/state/logs/mixhost.log", encoding: .utf8)
    #expect(log.contains("do not belong together"))
    #expect(log.contains("no PEM file that can be read"))
    #expect(log.contains("the certificate was read again"))
    await server.stop()
  }

  @Test func filesThatDoNotFitAreNamed() async throws {
    let files = try CertificateFiles()
    for (chain, key, reason) in [
      (
        files.chain, files.otherKey,
        "the certificate and the key \(files.otherKey) do not belong together"
      ),
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
