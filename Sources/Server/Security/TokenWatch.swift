internal import Logging

/// Notices that the token was changed or removed while the server runs; all sessions then end.
struct TokenWatch: Sendable {
  private static let pause = Duration.seconds(1)

  private let token: AccessToken
  private let log: AccessLog

  init(_ token: AccessToken, _ log: AccessLog) {
    self.token = token
    self.log = log
  }

  /// Checks once a second until the task is cancelled.
  func run() async {
    var last = ""
    while (try? await Task.sleep(for: Self.pause)) != nil {
      do {
        let isNew = try await blocking { [token] in try token.reread() }
        if isNew { log.note(.notice, "there is a new token: all sessions have ended") }
        last = ""
      } catch {
        // Log a lasting problem once.
        if "\(error)" != last { log.note(.error, "the token is not accepted: \(error)") }
        last = "\(error)"
      }
    }
  }
}
