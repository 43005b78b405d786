import Testing

@testable import Net

/// International host names in the form in which they are judged and shown.
@Suite struct HostNameTests {
  private static let names: [(String, String)] = [
    ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
    ("https://BÜCHER.example:444", "https://xn--bcher-kva.example:444/"),
    ("https://faß.de/", "https://xn--fa-hia.de/"),
    ("https://日本語。jp/", "https://xn--wgv71a119e.jp/"),
    // The second letter is Cyrillic.
    ("https://p\u{0430}ypal.com/", "https://xn--pypal-4ve.com/"),
    ("https://１２７.0.0.1/", "https://127.0.0.1/"),
    ("https://ＬＯＣＡＬＨＯＳＴ/", "https://localhost/"),
  ]

  @Test(arguments: names)
  func ascii(_ text: String, _ normal: String) throws {
    #expect(try HTTPURL(text).text == normal)
  }

  private static let wrong: [String] = [
    "https://\u{200B}/", "https://a\u{2044}b.com/",
    "https://ü\(String(repeating: "x", count: 80)).de/",
    "https://" + String(repeating: "ü", count: 600) + "/", "https://ü..de/", "https://ü_x.de/",
    "https://\u{0301}x.com/", "https://x\u{202E}y.com/", "https://ü%2f.de/", "https://-ü.de/",
    "https://" + String(repeating: "ü.", count: 130) + "de/",
  ]

  @Test(arguments: wrong)
  func garbage(_ text: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPURL(text) }
    #expect(error?.kind == .invalidURL)
  }

  @Test("A mapped name is judged, not the one that was written")
  func judged() async throws {
    try await Rig.run { rig in
      let mapped = await rig.failure("https://１２７.0.0.1/", context: RequestContext())
      #expect(mapped?.kind == .denied)
      let plain = await rig.failure("http://nás.local/", context: RequestContext())
      #expect(plain?.message.contains("--allow-net http://xn--ns-mia.local") == true)
    }
  }

  @Test("A grant over plain http is one host on one port")
  func plainGrants() async throws {
    let server = try RawServer { _ in .text("plain") }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.resolve = ["nas.local:\(server.port):127.0.0.1"]
    let url = "http://nas.local:\(server.port)/"
    func context(_ grant: String) throws -> RequestContext {
      RequestContext(policy: HTTPPolicy(grants: [try #require(HTTPPolicy.HostGrant(grant))]))
    }
    try await Rig.run(configuration) { rig in
      let answer = try await rig.get(url, context: try context("http://nas.local:\(server.port)"))
      #expect(answer.text == "plain")
      for other in [
        "nas.local:\(server.port)", "https://nas.local:\(server.port)", "http://nas.local",
      ] {
        let error = await rig.failure(url, context: try context(other))
        #expect(error?.rule == .httpsOnly)
      }
    }
    #expect(HTTPPolicy.HostGrant("http://nas.local/path") == nil)
    #expect(HTTPPolicy.HostGrant("ftp://nas.local") == nil)
  }
}
