import Foundation
import MixCore
import Testing

/// Certificates made on the spot, shown by `openssl s_server`.
@Suite(.serialized) struct TLSTests {
  private func attempt(
    _ certificate: (TLSAuthority) throws -> TLSCertificate, trusts: Bool = true,
    arguments: [String] = []
  ) async throws -> (HTTPResponse?, HTTPError?) {
    let authority = try TLSAuthority()
    defer { authority.remove() }
    let server = try TLSServer(certificate: certificate(authority), arguments: arguments)
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    if trusts { configuration.caFile = authority.caFile }
    configuration.resolve = ["app.localhost:\(server.port):127.0.0.1"]
    return try await Rig.run(configuration) { rig in
      do {
        let url = "https://app.localhost:\(server.port)/"
        return (try await rig.get(url) { $0.once() }, nil)
      } catch {
        return (nil, error as? HTTPError)
      }
    }
  }

  @Test func trustedCertificate() async throws {
    let (response, _) = try await attempt { try $0.issue("good", host: "app.localhost") }
    #expect(response?.status == 200)
    #expect(response?.text.contains("Cipher") == true)
  }

  @Test func expired() async throws {
    let (_, error) = try await attempt {
      try $0.issue("old", host: "app.localhost", isExpired: true)
    }
    #expect(error?.kind == .tls)
    #expect(error?.message.contains("expired") == true)
    #expect(error?.retryable == false)
  }

  @Test func wrongHost() async throws {
    let (_, error) = try await attempt { try $0.issue("other", host: "other.example") }
    #expect(error?.kind == .tls)
    #expect(error?.message.contains("app.localhost") == true)
  }

  @Test func selfSigned() async throws {
    let (_, error) = try await attempt { try $0.selfSigned("own", host: "app.localhost") }
    #expect(error?.kind == .tls)
    #expect(error?.message.contains("self") == true)
  }

  @Test func unknownAuthority() async throws {
    let (_, error) = try await attempt(
      { try $0.issue("good", host: "app.localhost") }, trusts: false)
    #expect(error?.kind == .tls)
  }

  @Test func oldProtocol() async throws {
    let (_, error) = try await attempt(
      { try $0.issue("good", host: "app.localhost") },
      arguments: ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
    #expect(error?.kind == .tls)
  }

  @Test func redirectFromHTTPSToHTTP() async throws {
    let authority = try TLSAuthority()
    defer { authority.remove() }
    // `-HTTP` serves a file that is a whole answer.
    let folder = authority.folder
    try "HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n"
      .write(to: folder.appending(path: "down"), atomically: true, encoding: .utf8)
    let server = try TLSServer(
      certificate: authority.issue("good", host: "app.localhost"), mode: "-HTTP", folder: folder)
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.caFile = authority.caFile
    configuration.resolve = ["app.localhost:\(server.port):127.0.0.1"]
    try await Rig.run(configuration) { rig in
      let error = await rig.failure("https://app.localhost:\(server.port)/down") { $0.once() }
      #expect(error?.rule == .noDowngrade)
    }
  }
}
