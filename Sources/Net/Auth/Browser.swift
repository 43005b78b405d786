internal import Files
internal import Glibc

/// Opens addresses in the user's browser.
public enum Browser {
  /// Whether there is a screen to open one on: without it, the system's opener starts a browser in
  /// the terminal, over everything.
  public static var isAvailable: Bool {
    let names: [String] = ["DISPLAY", "WAYLAND_DISPLAY"]
    return names.contains { getenv($0).map { $0.pointee != 0 } ?? false }
  }

  /// Hands an address to the system's opener and waits until that has passed it on. Blocks.
  /// - Returns: whether that went well.
  public static func open(_ address: String) -> Bool {
    (try? ChildProcess(["xdg-open", address], errors: .nowhere).wait().status) == 0
  }
}
