internal import Notation
internal import Reactor

/// A log-in on another device (RFC 8628): the user types a short code there, and this program asks
/// until that was done.
public struct DeviceLogin: Sendable {
  /// The code that the user types.
  public let userCode: String
  /// The address to type it at.
  public let address: String
  /// The same with the code in it, where the service has one.
  public let completeAddress: String?
  /// How long the code can be used, in seconds.
  public let seconds: Double
  private let deviceCode: String
  private let interval: Double

  /// Asks for the codes (section 3.1), and again where the service or the network failed: a code that nobody has
  /// seen costs nothing.
  /// - Throws: ``AuthError``, ``HTTPError``.
  static func begun(at endpoint: TokenEndpoint, _ time: any TimeSource) async throws -> DeviceLogin
  {
    for pause in [1.0, 4] {
      do {
        return try await DeviceLogin(endpoint)
      } catch  where AuthError.mayPass(error) {
        try await time.sleep(for: .seconds(clamping: pause))
      }
    }
    return try await DeviceLogin(endpoint)
  }

  private init(_ endpoint: TokenEndpoint) async throws {
    let provider = endpoint.provider
    guard let url = provider.deviceURL else {
      throw AuthError(
        .unconfigured, "\(provider.title) has no log-in by device code: leave --device out")
    }
    let fields = provider.scopes.isEmpty ? [] : [("scope", provider.scopeText)]
    let answer = try await endpoint.post(url, fields.map { (name: $0.0, value: $0.1) })
    guard TokenEndpoint.isGranted(answer) else {
      throw endpoint.explained(try endpoint.refusal(answer), "the log-in")
    }
    let members = TokenAnswer.members(answer.body)
    guard let members, let deviceCode = members.string("device_code"),
      let userCode = members.string("user_code"),
      let address = members.string("verification_uri") ?? members.string("verification_url")
    else {
      // A page, or nothing, comes from somebody between.
      throw AuthError(
        .service, "\(provider.title)'s answer lacks device_code, user_code or verification_uri",
        retryable: members?.isEmpty != false)
    }
    SecretMask.learn([deviceCode])
    self.deviceCode = deviceCode
    self.userCode = SafeText.short(userCode)
    self.address = SafeText.short(address)
    completeAddress = members.string("verification_uri_complete").map(SafeText.short)
    seconds = members.number("expires_in") ?? 300
    interval = max(1, members.number("interval") ?? 5)
  }

  /// Asks until the user has decided (sections 3.4, 3.5).
  /// - Throws: ``AuthError``; ``HTTPError`` when the network failed for the last time.
  func wait(_ endpoint: TokenEndpoint, _ time: any TimeSource) async throws -> TokenAnswer {
    let title = endpoint.provider.title
    let end = time.monotonic + .seconds(clamping: seconds)
    var pause = interval
    while time.monotonic < end {
      try await time.sleep(for: .seconds(clamping: pause))
      do {
        let fields = [
          ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
          ("device_code", deviceCode),
        ]
        return try await endpoint.ask(fields.map { (name: $0.0, value: $0.1) }, retry: .none)
      } catch let refusal as TokenEndpoint.Refusal {
        switch refusal.code {
        // Trakt says it by the status alone.
        case "authorization_pending", "empty answer of status 400": continue
        case "slow_down": pause += 5
        case "access_denied", "authorization_declined", "empty answer of status 418":
          throw AuthError(
            .refused, "\(title) was not given the permission: nothing has changed")
        case "expired_token", "empty answer of status 410": throw tooLate(title)
        case _ where refusal.mayPass: pause = Self.slower(pause)
        default: throw endpoint.explained(refusal, "the log-in")
        }
      } catch  where AuthError.mayPass(error) {
        // RFC 8628, section 3.5: a connection that fails is a reason to ask less often.
        pause = Self.slower(pause)
      }
    }
    throw tooLate(title)
  }

  /// The longest pause between two questions, in seconds: the user waits for the answer.
  private static let longestPause = 60.0

  private static func slower(_ pause: Double) -> Double { max(pause, min(pause * 2, longestPause)) }

  private func tooLate(_ title: String) -> AuthError {
    AuthError(.timeout, "nobody has typed the code at \(title) in time: begin again")
  }
}
