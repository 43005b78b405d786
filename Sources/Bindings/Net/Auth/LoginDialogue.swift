internal import Notation
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Terminal

/// How a user wants to sign in.
struct LoginWish: Sendable {
  enum Way: Sendable {
    /// The browser comes back to this machine.
    case browser
    /// The user brings the address at which a browser elsewhere ended.
    case paste
    /// A code that is typed on another device.
    case device
  }

  var way = Way.browser
  /// Whether the browser is opened; its address is shown in any case.
  var opensBrowser = true
  /// Instead of the redirect address's own port.
  var port: Int?
  /// How long to wait for the user, in seconds.
  var seconds = 300.0
}

/// One log-in with its user, who reads on standard error what it is about and what to do.
struct LoginDialogue: Sendable {
  let host: any NetHost
  let service: AuthService
  let provider: AuthProvider
  let wish: LoginWish

  /// - Throws: ``AuthError``, ``HTTPError``, `CancellationError`.
  func run() async throws -> Credential {
    try checkGrants()
    if host.settings.signsItselfIn, wish.way == .browser { return try await followed() }
    switch wish.way {
    case .browser: return try await browser()
    case .paste: return try await paste()
    case .device:
      return try await OffloadedWork.during {
        try await service.login(provider) {
          explain()
          Self.show($0)
        }
      }
    }
  }

  /// Each place that the log-in goes to, the browser's too, must be one that the run may ask: before anything is
  /// opened.
  private func checkGrants() throws {
    let places = [provider.authorizeURL, provider.tokenURL, provider.deviceURL]
    for place in places.compactMap(\.self) { _ = try host.grants.network.checked(place) }
  }

  /// Checks where the name of the page leads; one that the user has put elsewhere leads where they said.
  private func checkPlace(_ address: String) async throws {
    guard let page = provider.authorizeURL, address.hasPrefix(page) else { return }
    let policy = host.grants.network
    try await offload { try policy.checkPlace(of: address) }
  }

  private static func say(_ text: String) { OutputSettings.writeError(text + "\n") }

  /// Says what is asked for, and why, before anything is opened.
  private func explain() {
    if host.output.quiet || provider.scopes.isEmpty { return }
    let width = provider.scopes.map(\.name.count).max() ?? 0
    let lines = provider.scopes.map { scope in
      "  " + scope.name + String(repeating: " ", count: width - scope.name.count + 2)
        + scope.purpose
    }
    Self.say("mixhost will ask \(provider.title) for these permissions:")
    for line in lines { Self.say(line) }
    Self.say("Your password goes to \(provider.title) alone.\n")
  }

  private func browser() async throws -> Credential {
    let listener = try CallbackListener(provider, port: wish.port)
    let attempt = LoginAttempt(provider, redirect: listener.redirect)
    let address = try attempt.address(at: host.settings.http.upstreams)
    try await checkPlace(address)
    explain()
    host.signIns.waits(for: provider, at: address)
    let opens = wish.opensBrowser && Browser.isAvailable
    Self.say(
      opens
        ? "Your browser opens this address; if it does not, open it yourself:"
        : "Open this address in your browser:")
    Self.say("\n  \(address)\n")
    Self.say(
      "Waiting \(Self.words(wish.seconds)) for the answer at \(listener.redirect) (Ctrl-C gives up; --paste when the "
        + "browser is on another machine)")
    // The opener may run for as long as the browser does: nobody waits for it.
    if opens { Task { _ = try await offload { Browser.open(address) } } }
    return try await OffloadedWork.during {
      try await service.login(attempt, at: listener, seconds: wish.seconds, again: 1) {
        Self.say("mixhost: \($0)")
      }
    }
  }

  private func paste() async throws -> Credential {
    let attempt = LoginAttempt(provider)
    let address = try attempt.address(at: host.settings.http.upstreams)
    try await checkPlace(address)
    explain()
    Self.say("Open this address in any browser:\n\n  \(address)\n")
    Self.say(
      "In the end the browser goes to \(attempt.redirect), where it may find nothing. Copy that whole "
        + "address from the address line and paste it here:")
    var tries = 3
    while let text = try await host.input.next() {
      tries -= 1
      do {
        return try await OffloadedWork.during { try await service.login(attempt, pasted: text) }
      } catch let error as AuthError where error.reason == .mismatch && tries > 0 {
        Self.say("mixhost: \(error)\nTry again:")
      }
    }
    throw AuthError(.timeout, "no address was pasted: nothing has changed")
  }

  private static func show(_ device: DeviceLogin) {
    say(
      "On any device, open\n\n  \(device.address)\n\nand type this code:\n\n  \(device.userCode)\n")
    if let address = device.completeAddress { say("Or open \(address)\n") }
    say("Waiting \(words(device.seconds)) (Ctrl-C gives up)")
  }

  private static func words(_ seconds: Double) -> String {
    let minutes = Int(clamping: seconds / 60)
    return minutes >= 1 ? "\(minutes) minutes" : "\(Int(clamping: seconds)) seconds"
  }

  /// A mock's log-in, which asks nobody: mixhost is the browser.
  private func followed() async throws -> Credential {
    let listener = try CallbackListener(provider, port: wish.port)
    let attempt = LoginAttempt(provider, redirect: listener.redirect)
    return try await OffloadedWork.during {
      async let credential = service.login(attempt, at: listener, seconds: 30)
      // When this throws, the other one is cancelled and ends.
      try await service.follow(attempt)
      return try await credential
    }
  }
}
