internal import Net

/// The names that are taken, and by whom. Names are compared as ``FoldedName`` has them.
struct ProgramClaims {
  private var programs: [String: ProgramManifest] = [:]
  private var commands: [String: String] = [:]
  private var settings: [String: String] = [:]
  /// Environment variables that set a setting of somebody's own.
  private var variables: [String: String] = [:]
  private var refreshers: [String: String] = [:]
  private var upstreams: [String: (upstream: Upstream, program: String)] = [:]
  /// The owners of the families of settings: of two programs that share a service the first one.
  private var families: [String: String] = [:]

  init(commands: [String]) {
    for word in commands { self.commands[FoldedName.of(word)] = "mixhost" }
    for setting in Setting.engine { take(setting, "mixhost") }
  }

  /// Why a manifest cannot stand beside those that were taken; nil: it can.
  func refuse(_ manifest: ProgramManifest) -> ManifestError? {
    if let other = programs[FoldedName.of(manifest.name)] {
      return taken("name", manifest.name, other.path)
    }
    if let owner = commands[FoldedName.of(manifest.command)] {
      return taken(manifest.command == manifest.name ? "name" : "command", manifest.command, owner)
    }
    for (place, setting) in manifest.settings.enumerated() {
      if let owner = owner(of: setting, except: manifest.foreignNames) {
        return taken("settings[\(place + 1)]", setting.name, owner)
      }
    }
    for refresher in manifest.refreshers {
      if let owner = refreshers[FoldedName.of(refresher.name)] {
        return taken("refreshers.\(refresher.name)", refresher.name, owner)
      }
    }
    return refuseServices(manifest) ?? (manifest.isBundled ? nil : refuseFamilies(manifest))
  }

  private func owner(of setting: Setting, except: Set<String> = []) -> String? {
    settings[FoldedName.of(setting.name)]
      ?? setting.environment.lazy.filter { !except.contains($0) }.compactMap { variables[$0] }.first
  }

  private func refuseServices(_ manifest: ProgramManifest) -> ManifestError? {
    for upstream in manifest.upstreams {
      let known = upstreams[FoldedName.of(upstream.name)]
      if let known, known.upstream != upstream {
        return ManifestError(
          field: "upstreams.\(upstream.name)", message: "is another service in \(known.program)")
      }
      if known != nil || manifest.isBundled { continue }
      if let owner = owner(of: upstream.setting) {
        return taken("upstreams.\(upstream.name)", upstream.setting.name, owner)
      }
      // A setting that moves one address would move the other's requests, with the keys in them.
      let around = upstreams.values.first { Self.overlap($0.upstream, upstream) }
      if let around {
        return ManifestError(
          field: "upstreams.\(upstream.name)",
          message:
            "is the service \(around.upstream.name) of \(around.program): declare it by that "
            + "name, as it is there")
      }
    }
    return nil
  }

  /// Whether an address below one of them may be below the other.
  private static func overlap(_ a: Upstream, _ b: Upstream) -> Bool {
    let texts = [a, b].map { (try? HTTPURL($0.canonical + "/"))?.text ?? $0.canonical }
    return texts[0].hasPrefix(texts[1]) || texts[1].hasPrefix(texts[0])
  }

  /// Of a user's program: what its settings, itself and what it fetches are called after must be its own.
  private func refuseFamilies(_ manifest: ProgramManifest) -> ManifestError? {
    let named =
      [("name", manifest.name)]
      + manifest.refreshers.map { ("refreshers.\($0.name)", $0.name) }
      + manifest.upstreams.filter { upstreams[FoldedName.of($0.name)] == nil }
      .map { ("upstreams.\($0.name)", $0.name) }
      + manifest.settings.enumerated().map { ("settings[\($0.offset + 1)].1", $0.element.name) }
    for (field, name) in named {
      if let owner = families[FoldedName.family(name)] {
        return ManifestError(
          field: field,
          message: "is \"\(name)\": \(FoldedName.family(name)) is a family of settings of \(owner)")
      }
    }
    return nil
  }

  private func taken(_ field: String, _ name: String, _ owner: String) -> ManifestError {
    ManifestError(field: field, message: "is \"\(name)\", which belongs to \(owner)")
  }

  mutating func take(_ manifest: ProgramManifest) {
    programs[FoldedName.of(manifest.name)] = manifest
    commands[FoldedName.of(manifest.command)] = manifest.name
    for setting in manifest.settings {
      take(setting, manifest.name, except: manifest.foreignNames)
    }
    for refresher in manifest.refreshers {
      refreshers[FoldedName.of(refresher.name)] = manifest.name
    }
    // Programs may share a service; it is known by the first one.
    for upstream in manifest.upstreams where upstreams[FoldedName.of(upstream.name)] == nil {
      upstreams[FoldedName.of(upstream.name)] = (upstream, manifest.name)
      take(upstream.setting, manifest.name)
    }
    for setting in manifest.serviceSettings where settings[FoldedName.of(setting.name)] == nil {
      take(setting, "the service \(FoldedName.family(setting.name))")
    }
    let names =
      [manifest.name] + manifest.refreshers.map(\.name) + manifest.upstreams.map(\.name)
      + manifest.settings.map(\.name)
      + (manifest.isBundled ? manifest.services + manifest.signIns : [])
    for name in names where families[FoldedName.family(name)] == nil {
      families[FoldedName.family(name)] = manifest.name
    }
  }

  private mutating func take(_ setting: Setting, _ owner: String, except: Set<String> = []) {
    settings[FoldedName.of(setting.name)] = owner
    for name in setting.environment where !except.contains(name) { variables[name] = owner }
  }
}

extension ProgramManifest {
  fileprivate var foreignNames: Set<String> { Set(foreignVariables.map(\.name)) }
}
