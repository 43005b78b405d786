internal import CLua
internal import Files
internal import MixCore
internal import ScriptHost

/// Makes a manifest of the table that a `program.lua` returns.
struct ManifestReader {
  private let place: ProgramPlace
  private let services: ServiceReader

  /// - Parameters:
  ///   - place: where the table comes from.
  ///   - services: reads those that it names.
  init(_ place: ProgramPlace, _ services: ServiceReader) {
    (self.place, self.services) = (place, services)
  }

  /// The most lines that a person is asked to accept.
  private static let mostWants = 64

  /// - Throws: ``ManifestError`` that names the field.
  /// - Parameter root: as ``Shape/manifest`` says.
  func manifest(_ root: Fields) throws -> ProgramManifest {
    let name = root.string("name") ?? ""
    guard ProgramManifest.isName(name) else {
      throw root.wrong("name", "is lower-case letters, digits and _, at most 40")
    }
    guard name == place.folderName else {
      throw root.wrong("name", "is \"\(name)\", but its folder is \(place.folderName)")
    }
    var manifest = ProgramManifest(
      name: name, command: try command(root, name), summary: try summary(root),
      entry: try entry(root),
      folder: place.folder, isBundled: place.isBundled)
    var accepted: ProgramAcceptance.Accepted?
    switch place.standing {
    case .bundled: break
    case .added(let known): accepted = known
    case .unknown: manifest.records = "\(name)@\(place.folder)"
    }
    manifest.upstreams = try ManifestUpstreams.read(root)
    try addServices(root, to: &manifest)
    manifest.providers = try providers(root)
    manifest.signIns = try names(root, "sign_in")
    manifest.screens = try ManifestScreens(folder: place.folder).read(root)
    manifest.media = try media(root)
    manifest.grants = try ManifestGrants(isBundled: place.isBundled).read(root)
    manifest.refreshers = try ManifestRefreshers.read(root)
    try ManifestFamilies.check(root, manifest)
    (manifest.settings, manifest.foreignVariables) =
      try ManifestSettings(owner: manifest, accepted: accepted?.lines ?? []).read(root)
    try ManifestRefreshers.check(root, manifest)
    manifest.collections = try ManifestCollections.read(root, grants: manifest.grants)
    manifest.storeVersion = root.int("store_version") ?? 1
    let wants = manifest.wants.count
    guard wants <= Self.mostWants else {
      throw ManifestError(
        field: "",
        message: "wants \(wants) things, too many to read: at most \(Self.mostWants) altogether")
    }
    if let accepted, accepted.covers(manifest) { manifest.acceptedAt = accepted.time }
    return manifest
  }

  /// The program's name, unless it wants another word.
  private func command(_ root: Fields, _ name: String) throws -> String {
    let command = root.string("command") ?? name
    guard ProgramManifest.isName(command) else {
      throw root.wrong("command", "is lower-case letters, digits and _, not \"\(command)\"")
    }
    return command
  }

  private func summary(_ root: Fields) throws -> String {
    let summary = root.string("summary") ?? ""
    guard summary.utf8.count <= 200, !summary.contains(where: \.isNewline) else {
      throw root.wrong("summary", "is one line of at most 200 bytes")
    }
    return summary
  }

  private func entry(_ root: Fields) throws -> String {
    let entry = root.string("entry") ?? ""
    guard let path = place.entry(entry) else {
      throw root.wrong("entry", "is a .lua file that is in the program's folder, not \"\(entry)\"")
    }
    return path
  }

  private func names(_ root: Fields, _ field: String) throws -> [String] {
    let names = try root.shortList(field)
    for name in names where !ProgramManifest.isName(name) {
      throw root.wrong(field, "has \"\(name)\", which is not a name")
    }
    return names
  }

  /// Adds the upstreams of services. A user's service that is wrong does not fail a program that asks all.
  private func addServices(_ root: Fields, to manifest: inout ProgramManifest) throws {
    let named = try root.shortList("services")
    guard named != ["*"] || !place.isBundled else { return addAllServices(to: &manifest) }
    for name in named {
      guard let path = place.services.manifest(name) else {
        throw root.wrong("services", "has \"\(name)\", which is not the name of a service")
      }
      let service = try services.service(name, path)
      for upstream in service.upstreams
      where !manifest.upstreams.contains(where: { $0.name == upstream.name }) {
        manifest.upstreams.append(upstream)
      }
      manifest.serviceSettings += service.settings
    }
    manifest.services = named
  }

  private func addAllServices(to manifest: inout ProgramManifest) {
    let bundled = ServiceFolders.names(in: place.services.bundled)
    for name in bundled
      + ServiceFolders.names(in: place.services.own).filter({
        !bundled.contains($0)
      })
    {
      guard let path = place.services.manifest(name) else { continue }
      do {
        let service = try services.service(name, path)
        let found = service.upstreams
        if let other = found.first(where: { new in
          manifest.upstreams.contains { $0.name == new.name && $0 != new }
        }) {
          throw ManifestError(
            field: "upstreams.\(other.name)", message: "has the name of another service's upstream")
        }
        manifest.upstreams += found.filter { !manifest.upstreams.contains($0) }
        manifest.serviceSettings += service.settings
        manifest.services.append(name)
      } catch {
        let message =
          (error as? ManifestError)?.text(path, (try? PrivateFile.read(path)) ?? [])
          ?? "\(path): \(error)"
        manifest.problems.append(.init(path: path, message: message, isManifest: true))
      }
    }
  }

  private func providers(_ root: Fields) throws -> [String] {
    let names = try names(root, "providers")
    for name in names where !place.hasProvider(name) {
      throw root.wrong(
        "providers",
        "has \"\(name)\", but neither the program nor mixhost has a providers/\(name).lua")
    }
    return names
  }

  /// Names of hosts, also `*.` before one of at least two parts.
  private func media(_ root: Fields) throws -> [String] {
    let hosts = try root.shortList("media")
    for host in hosts {
      let isWild = host.hasPrefix("*.")
      let name = isWild ? String(host.dropFirst(2)) : host
      guard let url = try? HTTPURL("https://\(name)/"), url.host == name, url.origin.address == nil,
        name.split(separator: ".").count >= 2
      else {
        throw root.wrong(
          "media", "has \"\(host)\", which is not a host such as i.ytimg.com or *.mzstatic.com")
      }
    }
    return hosts
  }
}

/// The upstreams of a manifest.
enum ManifestUpstreams {
  static func read(_ root: Fields) throws -> [Upstream] {
    try root.named("upstreams").map { name, table in
      Upstream(name: name, canonical: try base(table), limits: try limits(table))
    }
  }

  private static func base(_ table: Fields) throws -> String? {
    guard let base = table.string("base") else { return nil }
    guard base.hasPrefix("https://"), !base.hasSuffix("/"), !base.contains("#"),
      !base.contains("?"), let url = try? HTTPURL(base), url.scheme == .https
    else {
      throw table.wrong(
        "base", "is an address that begins with https://, without a / at its end, not \"\(base)\"")
    }
    guard url.origin.address?.specialPurpose == nil, !url.origin.isLoopback else {
      throw table.wrong(
        "base",
        "is an address of this machine or a local network, which its user alone names: leave "
          + "base out")
    }
    return base
  }

  private static func limits(_ table: Fields) throws -> ClientLimits {
    var limits = ClientLimits()
    if let text = table.string("rate") {
      guard let rate = RateLimit(text) else {
        throw table.wrong("rate", "is \"20/min\", \"1/s\" or \"50/5s\", not \"\(text)\"")
      }
      limits.rate = rate
    }
    limits.concurrency = table.number("concurrency").map { Int(clamping: $0) }
    for status in table.numbers("rate_limit_statuses") {
      limits.rateLimitStatuses.insert(Int(clamping: status))
    }
    return limits
  }
}

/// Reads the manifests of services, each once.
final class ServiceReader {
  /// The parts of a service's manifest that programs take over.
  struct Service {
    let upstreams: [Upstream]
    let settings: [Setting]
  }

  private static let mostBytes = 100_000

  private let call: HostCall
  private var known: [String: Service] = [:]

  init(_ call: HostCall) { self.call = call }

  /// The service of a name.
  /// - Throws: ``ManifestError`` that names the field, ``ScriptError``.
  func service(_ name: String, _ path: String) throws -> Service {
    if let found = known[path] { return found }
    let text = try Grants.ruleFile(path).read(most: Self.mostBytes)
    let table = try RuleFile(call, folders: .none).load(
      text, path: path, name: ServiceFolders.fileName)
    let base = call.stack.count
    defer { lua_settop(call.stack.pointer, base) }
    table.push(call.stack)
    let fields = try ShapeReader(call, .manifest).fields(.service, base + 1)
    let upstreams = try ManifestUpstreams.read(fields)
    // The user or mixhost has written it: its variables need no further word.
    var owner = ProgramManifest(
      name: name, command: name, summary: "", entry: "", folder: path, isBundled: true)
    owner.upstreams = upstreams
    let settings = try ManifestSettings(owner: owner, accepted: []).read(fields).settings
    let service = Service(upstreams: upstreams, settings: settings)
    known[path] = service
    return service
  }
}
