internal import Files
internal import MixCore
internal import Notation
internal import ScriptHost

extension UIModule {
  /// Opening addresses in other programs.
  static func addOpening(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "open",
      "Opens an address in the user's browser, by the system's opener; a spec answers it as OPEN ADDRESS.",
      Parameter("url", "an https address of a host that was granted", String.self),
      returns: "boolean  true; nil, err of kind unavailable when no browser can be opened",
      example: "if not mix.ui.open(url) then print(url) end"
    ) { _, url in
      // A browser would carry what the address holds to its host, so the grants count here as well.
      let policy = host.grants.network
      let address = try policy.checkedHTTPS(url)
      // A test's world has no browser and no names.
      if let world = host.settings.http.responder {
        if try await world.response(to: HTTPRequest(method: "OPEN", url: address)) != nil {
          return true
        }
        throw unavailable(address)
      }
      let isOpened = try await offload {
        try policy.checkPlace(of: address)
        return Browser.isAvailable && Browser.open(address)
      }
      guard isOpened else { throw unavailable(address) }
      return true
    }
  }

  /// Notices on the desktop, by notify-send. Their texts are data: neither options nor markup.
  static func addNotices(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "notify",
      "Shows a notice on the desktop, as it is written; a spec answers it as NOTIFY of the host desktop.",
      Parameter("title", "one line", String.self), Parameter("text", "what it says", String.self),
      returns: "boolean  true; nil, err of kind unavailable where there is no desktop",
      example: "mix.ui.notify(\"Books\", \"All of them are done.\")"
    ) { _, title, text in
      guard host.grants.hasAllKeys, host.grants.network.allowsPublicHTTPS else {
        throw HostError.denied("a run with limited rights shows no notices")
      }
      let (title, body) = (shown(title, most: 200), escaped(shown(text, most: 2_000)))
      if let world = host.settings.http.responder {
        let request = HTTPRequest(
          method: "NOTIFY", url: "https://desktop/", body: Array("\(title)\n\(body)".utf8))
        if try await world.response(to: request)?.status == 200 { return true }
        throw noDesktop
      }
      let words = ["notify-send", "--app-name=mixhost", "--", title, body]
      let isShown = try await offload {
        (try? ChildProcess(words, errors: .nowhere).wait().status) == 0
      }
      guard isShown else { throw noDesktop }
      return true
    }
  }

  private static var noDesktop: HostError {
    HostError(
      kind: "unavailable",
      message: "notify-send shows nothing here: it needs a desktop (Debian: libnotify-bin)",
      retryable: true)
  }

  /// A text without invisible characters, except for line feeds.
  private static func shown(_ text: String, most: Int) -> String {
    let kept = text.unicodeScalars.prefix(most).filter { $0 == "\n" || ControlCharacter($0) == nil }
    return String(String.UnicodeScalarView(kept))
  }

  /// A text for a place that takes markup.
  private static func escaped(_ text: String) -> String {
    // By scalars: a mark that follows makes another character of a sign, and none of another byte.
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func unavailable(_ address: String) -> HostError {
    HostError(
      kind: "unavailable",
      message: "no browser can be opened from here; the address is \(address)")
  }
}
