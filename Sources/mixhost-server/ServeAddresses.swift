#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Bindings
import HostSetup
import Server

/// The addresses that a server can be opened at, as it prints them at its start.
struct ServeAddresses {
  /// The value of `--host`.
  let host: String
  let port: Int
  let isSecure: Bool

  /// The addresses, the nearest first: of a server on all interfaces one for each.
  var all: [String] {
    let names: [String] =
      switch host {
      case "0.0.0.0": ["127.0.0.1"] + MachineNames.addresses().filter { !$0.contains(":") }
      case "::": ["::1"] + MachineNames.addresses()
      default: [host]
      }
    return names.map { name in
      "\(isSecure ? "https" : "http")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }
  }

  /// Prints the addresses and where the token is; on a terminal also links that sign a browser in.
  /// - Parameter opens: whether to open the first address in a browser.
  func announce(_ server: WebServer, opens: Bool) {
    let (all, output) = (all, OutputSettings(environment: ProcessEnvironment.all))
    func print(_ line: String) { Swift.print(output.prose(line)) }
    for (index, address) in all.enumerated() {
      print(index == 0 ? "mixhost serving on \(address)" : "  and on \(address)")
    }
    // A link in a log would be a way in for all who read it.
    if output.isTerminal {
      for address in all { print("sign in, once and soon: \(address)\(server.loginPath())") }
    }
    if server.token.isNew {
      print("token for changes, shown this once: \(server.token.text)")
    }
    print("the token is kept in \(server.token.path)")
    fflush(nil)
    if opens, let first = all.first { Browser.open(first + server.loginPath()) }
  }
}

/// The user's browser.
private enum Browser {
  /// Opens an address; says so when that cannot be done.
  static func open(_ address: String) {
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    if posix_spawnp(&process, "xdg-open", nil, nil, &words, environ) != 0 {
      MixhostServer.complain("no browser could be opened; go to \(address)")
    }
  }
}
