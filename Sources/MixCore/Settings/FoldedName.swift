/// Folds names of programs, services and settings for comparison, so that spelling alone does not
/// distinguish names: `shop_`, `_Shop` and `shop` are one name, as are `a__b`, `a_b` and `a.b`.
public enum FoldedName {
  /// The name in lower case, with one `_` for each run of `_`, `-` and `.`, none at the ends.
  public static func of(_ name: String) -> String {
    name.lowercased().split { "_-.".contains($0) }.joined(separator: "_")
  }

  /// The folded part of a setting's name before its first dot: `http` for `http.proxy`.
  public static func family(_ setting: String) -> String {
    of(String(setting.prefix { $0 != "." }))
  }

  /// The prefix of environment variables that a program may name without permission:
  /// `MIXHOST_SHOP_`.
  package static func variables(of program: String) -> String {
    "MIXHOST_" + of(program).uppercased() + "_"
  }
}
