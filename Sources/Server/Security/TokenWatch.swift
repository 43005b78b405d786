internal import Logging

/// Notices that the token was changed or removed while the server runs: its sessions end then, too.
struct TokenWatch: Sendable {
  private static let pause = Duration.seconds(1)

  private let token: AccessToken
  private let log: AccessLog

  init(_ token: AccessToken, _ log: AccessLog) {
    self.token = token
    self.log = log
  }

  /// Looks once a second, until the task is cancelled.
  func run() async {
    var last = ""
    while (try? await Task.sleep(for: Self.pause)) != nil {
      do {
        let isNew = try await blocking { [token] in try token.reread() }
        if isNew { log.note(.notice, "there is a new token: all sessions have ended") }
        last = ""
      } catch {
        // Once, as long as it stays so.
        if "\(error)" != last { log.note(.error, "the token is not accepted: \(error)") }
        last = "\(error)"
      }
    }
  }
}
