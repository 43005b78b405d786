internal import MixCore
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

  private static func unavailable(_ address: String) -> HostError {
    HostError(
      kind: "unavailable",
      message: "no browser can be opened from here; the address is \(address)")
  }
}
