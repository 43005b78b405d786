internal import MixCore
internal import ScriptHost

extension UIModule {
  /// Opening addresses in other programs.
  static func addOpening(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "open", "Opens an address in the user's browser, by the system's opener.",
      Parameter("url", "an https address of a host that was granted", String.self),
      returns: "boolean  true; nil, err of kind unavailable when no browser can be opened",
      example: "if not mix.ui.open(url) then print(url) end"
    ) { _, url in
      // A browser would carry what the address holds to its host, so the grants count here as well.
      let address = try host.grants.network.checkedHTTPS(url)
      let isOpened = try await offload { Browser.isAvailable && Browser.open(address) }
      guard isOpened else {
        throw HostError(
          kind: "unavailable",
          message: "no browser can be opened from here; the address is \(address)")
      }
      return true
    }
  }
}
