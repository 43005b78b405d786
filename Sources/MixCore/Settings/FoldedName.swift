/// The form in which names of programs, services and settings are compared, so that no two are told apart by
/// spelling alone: `shop_`, `_Shop` and `shop` are one name, as are `a__b`, `a_b` and `a.b`.
public enum FoldedName {
  /// In lower case, one `_` for each run of `_`, `-` and `.`, none at the ends.
  public static func of(_ name: String) -> String {
    name.lowercased().split { "_-.".contains($0) }.joined(separator: "_")
  }

  /// The folded family of a setting, what stands before its first dot: `http` of `http.proxy`.
  public static func family(_ setting: String) -> String {
    of(String(setting.prefix { $0 != "." }))
  }

  /// The beginning of the environment variables that a program may name without being asked:
  /// `MIXHOST_SHOP_`.
  package static func variables(of program: String) -> String {
    "MIXHOST_" + of(program).uppercased() + "_"
  }
}
