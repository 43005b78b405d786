#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Bindings
import HostSetup
import Notation
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

  /// Prints the addresses, links that sign a browser in, and where the token is. The token itself is never
  /// printed: what is printed is kept by terminals and logs.
  func announce(_ server: WebServer) {
    let environment = ProcessEnvironment.all
    let (all, output) = (all, OutputSettings(environment: environment))
    func print(_ line: String) { Swift.print(output.prose(line)) }
    for (index, address) in all.enumerated() {
      print(index == 0 ? "mixhost serving on \(address)" : "  and on \(address)")
    }
    // A link in the journal would be a way in for all who may read that.
    if !Self.isJournal(environment["JOURNAL_STREAM"]) {
      for address in all {
        print("sign in, once, within a minute: \(address)\(server.loginPath())")
      }
    }
    print("the token is kept in \(server.tokenPath), for scripts and for signing in later")
    fflush(nil)
  }

  /// Whether standard output is systemd's journal: `JOURNAL_STREAM` has its device and inode.
  private static func isJournal(_ stream: String?) -> Bool {
    var info = stat()
    guard let stream, fstat(STDOUT_FILENO, &info) == 0 else { return false }
    return stream == "\(info.st_dev):\(info.st_ino)"
  }
}
