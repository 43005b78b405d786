import Testing

@testable import Net
@testable import Notation

@Suite("Cassette: secrets")
struct CassetteSecretTests {
  @Test func secretsNeverReachTheFile() async throws {
    let server = try RawServer { _ in
      .response(
        200,
        [
          "Content-Type": "application/json", "Set-Cookie": "sid=S01-cookie; Secure",
          "X-Api-Key": "S02-answer-key", "X-Echo": "it was S03-configured",
          "Content-Location": "/cb?code=S04-code&page=2",
        ],
        Array(
          """
          {"access_token":"S05-access","refresh_token":"S06-refresh","nested":{"client_secret":\
          "S07-client"},"echo":"S03-configured","key":"/works/OL1W","basic":"basic knowledge"}
          """.utf8))
    }
    let url =
      server.base
      + "/a?access_token=S08-q&api_key=S09-q&key=S10-q&code=S11-q&password=S12-q&q=S03-configured"
      + "&r=odd%2Fsecret&page=2"
    let headers: HTTPHeaders = [
      "Authorization": "Bearer S13-bearer", "Proxy-Authorization": "Basic S14-basic",
      "Cookie": "sid=S15-cookie", "X-Api-Key": "S16-key", "Accept": "application/json",
      "X-Request-Id": "random-1", "X-Note": "with S03-configured",
    ]
    let form = "client_secret=S17-f&code_verifier=S18-f&token=S19-f&grant=x"
    let cassette = try CassetteCase()
    let request = HTTPRequest(method: "POST", url: url, headers: headers, body: Array(form.utf8))
    try await cassette.record(secrets: ["S03-configured", "odd/secret"]) { rig in
      _ = try await rig.client.send(request, context: Rig.local)
    }
    server.stop()
    let text = try cassette.text()
    for number in 1...19 {
      let secret = number < 10 ? "S0\(number)-" : "S\(number)-"
      #expect(!text.contains(secret), "\(secret) in \(text)")
    }
    #expect(!text.contains("odd%2Fsecret"))
    #expect(text.contains("page=2") && text.contains("accept: application/json"))
    #expect(text.contains(#""key":"/works/OL1W""#), "everyday names of answers stay")
    #expect(text.contains("basic knowledge"))

    // A replay has other secrets, or stars in their place.
    var other = request
    other.url =
      server.base
      + "/a?access_token=1&api_key=2&key=3&code=4&password=5&q=***&r=%2A%2A%2A&page=2"
    other.headers = [
      "X-Note": "with ***", "Accept": "application/json", "X-Request-Id": "random-2",
    ]
    other.body = Array("client_secret=a&code_verifier=b&token=c&grant=x".utf8)
    let replayed = other
    let response = try await cassette.replay { rig in
      try await rig.client.send(replayed, context: Rig.local)
    }
    #expect(response.text.contains(#""access_token":"***""#))
    #expect(response.headers["Set-Cookie"] == "***")
  }

  @Test func otherFieldsTellRequestsApart() async throws {
    let server = try RawServer { request in .text(request.headers["accept"] ?? "") }
    let cassette = try CassetteCase()
    let url = server.base + "/"
    try await cassette.record { rig in
      _ = try await rig.get(url, headers: ["Accept": "text/html"])
      _ = try await rig.get(url, headers: ["Accept": "text/plain"])
    }
    server.stop()
    let texts = try await cassette.replay { rig in
      [
        try await rig.get(url, headers: ["accept": "text/plain"]).text,
        try await rig.get(url, headers: ["Accept": "text/html"]).text,
      ]
    }
    #expect(texts == ["text/plain", "text/html"])
  }

  @Test func configuredSecretsAreHiddenInAnyBytes() {
    let mask = SecretMask(secrets: ["hunter2"])
    let bytes: [UInt8] = [0xFF] + Array("xhunter2y".utf8) + [0x00]
    #expect(mask.maskConfigured(bytes) == [0xFF] + Array("x***y".utf8) + [0x00])
  }
}
