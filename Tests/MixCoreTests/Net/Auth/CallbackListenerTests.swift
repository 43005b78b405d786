import Foundation
import Reactor
import Testing

@testable import Net
@testable import Notation

@Suite("The way back from the browser")
struct CallbackListenerTests {
  private func provider(_ rig: AuthRig, redirect: String = "http://127.0.0.1/callback")
    -> AuthProvider
  {
    var provider = rig.provider
    provider.redirect = redirect
    return provider
  }

  /// A request on a connection of its own; the answer's status and body. It blocks, so it has a thread.
  private func request(
    _ address: String, _ target: String, host: String? = nil, method: String = "GET"
  ) async throws -> (status: Int, body: String) {
    let authority = String(address.dropFirst("http://".count).prefix { $0 != "/" })
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do {
          let socket = try LoopbackClient(authority)
          defer { socket.leave() }
          socket.send("\(method) \(target) HTTP/1.1\r\nHost: \(host ?? authority)\r\n\r\n")
          let text = socket.all()
          let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
          continuation.resume(returning: (status, text))
        } catch { continuation.resume(throwing: error) }
      }
    }
  }

  private func state(_ attempt: LoginAttempt) throws -> String {
    let query = try attempt.address().drop { $0 != "?" }.dropFirst()
    return try #require(FormFields(parsing: query)["state"])
  }

  @Test("A whole log-in: requests that are not its answer are ignored, then the code is exchanged")
  func whole() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(1, extra: #","scope":"read""#) }
    let listener = try CallbackListener(provider(rig))
    let attempt = LoginAttempt(rig.provider, redirect: listener.redirect)
    let (state, service) = (try state(attempt), rig.service)
    let notes = Guarded<[String]>([])
    async let login = service.login(attempt, at: listener) { note in
      notes.withLock { $0.append(note) }
    }
    let address = listener.redirect
    // A connection that a browser opens ahead and does not use.
    let idle = try LoopbackClient(String(address.dropFirst(7).prefix { $0 != "/" }))
    defer { idle.leave() }
    #expect(try await request(address, "/favicon.ico").status == 404)
    #expect(try await request(address, "/callback/../callback?code=x&state=\(state)").status == 404)
    #expect(
      try await request(address, "/callback?code=x&state=\(state)", host: "evil.example").status
        == 403)
    #expect(
      try await request(address, "/callback?code=x&state=\(state)", method: "POST").status == 405)
    #expect(try await request(address, "/callback?code=x&state=other").status == 400)
    #expect(try await request(address, "/callback?state=\(state)").status == 400)
    #expect(try await request(address, "/callback").status == 400)
    #expect(try await request(address, "/" + String(repeating: "a", count: 20_000)).status == 431)
    let last = try await request(address, "/callback?code=code-0815&state=\(state)")
    #expect(last.status == 200)
    #expect(last.body.contains("<h1>Signed in</h1>") && last.body.contains("default-src 'none'"))
    #expect(last.body.contains("Referrer-Policy: no-referrer") && !last.body.contains("code-0815"))
    let credential = try await login
    #expect(credential.access == "access-token-1" && credential.scopes == ["read"])
    #expect(try rig.store.read("music") == credential)
    #expect(
      notes.withLock { $0 } == [
        "an answer was ignored: its state is that of another log-in",
        "an answer was ignored: it has no code", "an answer was ignored: it has no state",
      ])
    let exchange = try #require(rig.server.requests.first)
    #expect(exchange.field("code") == "code-0815")
    #expect(exchange.field("code_verifier") == attempt.pkce.verifier)
    #expect(exchange.field("redirect_uri") == address)
    #expect(rig.server.requests.count == 1)
    // A second callback finds nobody.
    await #expect(throws: POSIXError.self) {
      try await request(address, "/callback?code=x&state=\(state)")
    }
  }

  @Test("The user says no, or the exchange fails: the page and the error say so")
  func refused() async throws {
    for (query, reason, words) in [
      ("error=access_denied", AuthError.Reason.refused, "was not given the permission"),
      ("code=code-0815", .refused, "does not accept the answer to the log-in"),
      ("code=code-0815&iss=https%3A%2F%2Fevil.example", .mismatch, "the log-in was stopped"),
    ] {
      let rig = try AuthRig { _ in AuthRig.refusal("invalid_grant") }
      let listener = try CallbackListener(provider(rig))
      let attempt = LoginAttempt(rig.provider, redirect: listener.redirect)
      let (state, service) = (try state(attempt), rig.service)
      async let failure = rig.failure { try await service.login(attempt, at: listener) }
      let page = try await request(listener.redirect, "/callback?\(query)&state=\(state)").body
      #expect(page.contains("Not signed in to Music") && page.contains(words), "\(page)")
      #expect(await failure?.reason == reason)
      #expect(try rig.store.read("music") == nil)
    }
  }

  @Test("IPv6, and an address of its own port")
  func six() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(1) }
    let listener = try CallbackListener(provider(rig, redirect: "http://[::1]/back"))
    #expect(listener.redirect.hasPrefix("http://[::1]:") && listener.redirect.hasSuffix("/back"))
    let attempt = LoginAttempt(rig.provider, redirect: listener.redirect)
    let (state, service) = (try state(attempt), rig.service)
    async let login = service.login(attempt, at: listener)
    #expect(try await request(listener.redirect, "/back?code=c&state=\(state)").status == 200)
    #expect(try await login.access == "access-token-1")
  }

  @Test("A port that is taken is reported, unless the service takes any")
  func portInUse() throws {
    let rig = try AuthRig()
    let first = try CallbackListener(provider(rig))
    var second = provider(rig, redirect: first.redirect)
    second.redirectSetting = "music.redirect_uri"
    let error = #expect(throws: AuthError.self) { try CallbackListener(second) }
    #expect(error?.reason == .portInUse)
    #expect(error?.message.contains("mixhost config set music.redirect_uri") == true)
    second.takesAnyPort = true
    #expect(try CallbackListener(second).redirect != first.redirect)
  }

  @Test(
    "A redirect address elsewhere is refused",
    arguments: [
      "http://localhost:8765/callback", "https://127.0.0.1:8765/callback",
      "http://192.168.0.2:8765/", "myapp://callback", "http://127.0.0.1:8765/callback?x=1", "",
    ])
  func addresses(redirect: String) throws {
    let rig = try AuthRig()
    let error = #expect(throws: AuthError.self) {
      try CallbackListener(provider(rig, redirect: redirect))
    }
    #expect(error?.reason == .unconfigured)
    #expect(error?.message.contains("http://127.0.0.1:8765/callback") == true)
  }

  @Test("Nobody comes: it ends, by its time or by Ctrl-C")
  func timeout() async throws {
    let rig = try AuthRig()
    let listener = try CallbackListener(provider(rig))
    let attempt = LoginAttempt(rig.provider, redirect: listener.redirect)
    let late = await rig.failure { try await rig.service.login(attempt, at: listener, seconds: 0) }
    #expect(late?.reason == .timeout)
    let other = try CallbackListener(provider(rig))
    let service = rig.service
    let task = Task { try await service.login(attempt, at: other) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Heads that are not a browser's request")
  func heads() {
    func head(_ text: String) -> CallbackRequest? { CallbackRequest(head: Array(text.utf8)) }
    #expect(head("GET /a HTTP/1.1\r\nHost: 127.0.0.1:1")?.target == "/a")
    for text in [
      "", "GET /a", "GET /a HTTP/2", "GET  /a HTTP/1.1\r\nHost: a", "GET a HTTP/1.1\r\nHost: a",
      "GET /a HTTP/1.1", "GET /a HTTP/1.1\r\nHost: a\r\nHost: b",
      "GET /a HTTP/1.1\r\nHost: a\r\n b",
    ] {
      #expect(head(text) == nil, "\(text)")
    }
  }

  @Test("Input of services and users shows up in a page as text")
  func pages() {
    let page = CallbackPage.failed(service: "<b>", why: "\"&<script>").html
    #expect(page.contains("&lt;b&gt;") && page.contains("&quot;&amp;&lt;script&gt;"))
  }
}

/// A socket to a listener of this machine.
private struct LoopbackClient {
  private let file: Int32

  /// - Throws: `POSIXError` when nobody listens.
  init(_ authority: String) throws {
    let isSix = authority.hasPrefix("[")
    let port = UInt16(authority.split(separator: ":").last ?? "") ?? 0
    file = socket(isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let result: Int32
    if isSix {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      result = Self.connect(file, &address)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      result = Self.connect(file, &address)
    }
    guard result == 0 else {
      close(file)
      throw POSIXError(.ECONNREFUSED)
    }
  }

  private static func connect<Address>(_ file: Int32, _ address: inout Address) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(file, $0, size) }
    }
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Everything up to the end of the connection.
  func all() -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(file, &block, block.count, 0)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
    }
  }

  func leave() { close(file) }
}
