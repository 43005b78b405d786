internal import MixCore
internal import ScriptHost

/// The names of a manifest against the families of settings that mixhost makes itself.
enum ManifestFamilies {
  /// No name that a manifest gives may be that of a family: not the program's, a service's, a provider's, a
  /// sign-in's or a refresher's.
  static func check(_ root: Fields, _ manifest: ProgramManifest) throws {
    let named =
      [("name", manifest.name)] + manifest.upstreams.map { ("upstreams.\($0.name)", $0.name) }
      + manifest.providers.map { ("providers", $0) } + manifest.signIns.map { ("sign_in", $0) }
      + manifest.refreshers.map { ("refreshers.\($0.name)", $0.name) }
    for (field, name) in named { try check(name, field, root) }
    // Two spellings of one name would be one to whoever compares them.
    var hosts: [String: String] = [:]
    for upstream in manifest.upstreams {
      if let other = hosts.updateValue(upstream.name, forKey: FoldedName.of(upstream.name)) {
        throw root.wrong(
          "upstreams.\(upstream.name)", "differs from \(other) in signs alone: name it differently")
      }
    }
  }

  /// - Throws: ``ManifestError`` that names the family.
  static func check(
    _ name: String, _ field: String, _ table: Fields
  ) throws {
    let family = FoldedName.family(name)
    guard Setting.engineFamilies.contains(family) else { return }
    throw table.wrong(
      field,
      "is \"\(name)\": \(family) is a family of mixhost's own settings, which no program can "
        + "take")
  }
}
