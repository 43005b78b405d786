public import ScriptHost

/// The modules that need nothing of a host: for engines that imitate services.
public enum PureModules {
  /// Their names, and what makes them.
  public static let makers: [(name: String, make: @Sendable () -> Module)] = [
    ("crypto", { CryptoModule.make() }), ("json", { JSONModule.make() }),
    ("text", { TextModule.make() }), ("xml", { XMLModule.make() }),
  ]
}
