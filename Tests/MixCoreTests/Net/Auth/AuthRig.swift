import Foundation
import Reactor

@testable import Net
@testable import Notation

/// A token service whose answers a test decides, and a place for credentials that ends with it.
final class AuthRig {
  let folder: String
  let server: RawServer
  let store: EncryptedFolder
  let time = ManualTime(wall: 1_800_000_000)

  init(_ answer: @escaping @Sendable (RawRequest) -> RawReply = { _ in .response(404) }) throws {
    folder = FileManager.default.temporaryDirectory.path + "/mixhost-auth-\(UUID().uuidString)"
    server = try RawServer(answer)
    store = EncryptedFolder(folder: folder + "/auth", keyFile: folder + "/keys/key")
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var provider: AuthProvider {
    var provider = AuthProvider(
      name: "music", title: "Music", authorizeURL: "https://login.example/authorize",
      tokenURL: server.base + "/token", clientID: "client-1",
      redirect: "http://127.0.0.1/callback")
    provider.scopes = [.init("read", "reads"), .init("write", "writes")]
    provider.lifetime = 1_000_000
    return provider
  }

  var service: AuthService {
    AuthService(
      policy: HTTPPolicy(allowsLoopback: true), store: store, locks: folder + "/auth", time: time)
  }

  /// Keeps a log-in whose access token has lived its time.
  func keepOld(refresh: String? = "refresh-token-1", of provider: AuthProvider? = nil) throws {
    let provider = provider ?? self.provider
    var answer = #"{"access_token":"access-token-1","token_type":"Bearer","expires_in":3600"#
    if let refresh { answer += #","refresh_token":"\#(refresh)""# }
    let credential = Credential(
      try TokenAnswer(Array((answer + "}").utf8), from: provider), provider, now: time.wall - 7_200)
    try store.write(credential)
  }

  var path: String { folder + "/auth/music.credential" }

  /// The answer of a token endpoint.
  static func tokens(_ number: Int, extra: String = "") -> RawReply {
    .response(
      200, ["Content-Type": "application/json"],
      Array(
        """
        {"access_token":"access-token-\(number)","token_type":"bearer","expires_in":3600,\
        "refresh_token":"refresh-token-\(number)"\(extra)}
        """.utf8))
  }

  static func refusal(_ code: String, status: Int = 400) -> RawReply {
    .response(status, [:], Array(#"{"error":"\#(code)","error_description":"because"}"#.utf8))
  }

  /// The error of work that must fail.
  func failure<R>(_ work: () async throws -> R) async -> AuthError? {
    do {
      _ = try await work()
      return nil
    } catch { return error as? AuthError }
  }
}

extension RawRequest {
  /// A field of the form that was sent.
  func field(_ name: String) -> String? {
    FormFields(parsing: String(decoding: body, as: UTF8.self))[name]
  }
}
