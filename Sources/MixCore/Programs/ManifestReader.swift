internal import Net
internal import Notation

/// Makes a manifest of the table that a `program.lua` returns.
public struct ManifestReader {
  private let place: ProgramPlace

  /// - Parameter place: where the table comes from.
  public init(_ place: ProgramPlace) { self.place = place }

  private static let known = [
    "name", "command", "summary", "entry", "settings", "upstreams", "providers", "sign_in",
    "grants", "refreshers", "screens", "collections", "store_version", "media",
  ]

  /// The most lines that a person is asked to accept.
  private static let mostWants = 64

  /// - Throws: ``ManifestError`` that names the field.
  public func manifest(_ node: ManifestNode) throws(ManifestError) -> ProgramManifest {
    let root = try ManifestTable(node, "", known: Self.known)
    let name = try root.text("name")
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
    manifest.storeVersion = try ManifestCollections.version(root)
    let wants = manifest.wants.count
    guard wants <= Self.mostWants else {
      throw ManifestError(
        field: "",
        message: "wants \(wants) things, which nobody reads: at most \(Self.mostWants) altogether")
    }
    if let accepted, accepted.covers(manifest) { manifest.acceptedAt = accepted.time }
    return manifest
  }

  /// The program's name, unless it wants another word.
  private func command(_ root: ManifestTable, _ name: String) throws(ManifestError) -> String {
    let command = try root.optionalText("command") ?? name
    guard ProgramManifest.isName(command) else {
      throw root.wrong("command", "is lower-case letters, digits and _, not \"\(command)\"")
    }
    return command
  }

  private func summary(_ root: ManifestTable) throws(ManifestError) -> String {
    let summary = try root.text("summary")
    guard summary.utf8.count <= 200, !summary.contains(where: \.isNewline) else {
      throw root.wrong("summary", "is one line of at most 200 bytes")
    }
    return summary
  }

  private func entry(_ root: ManifestTable) throws(ManifestError) -> String {
    let entry = try root.text("entry")
    guard let path = place.entry(entry) else {
      throw root.wrong("entry", "is a .lua file that is in the program's folder, not \"\(entry)\"")
    }
    return path
  }

  private func names(_ root: ManifestTable, _ field: String) throws(ManifestError) -> [String] {
    let names = try root.shortList(field)
    for name in names where !ProgramManifest.isName(name) {
      throw root.wrong(field, "has \"\(name)\", which is not a name")
    }
    return names
  }

  private func providers(_ root: ManifestTable) throws(ManifestError) -> [String] {
    let names = try names(root, "providers")
    for name in names where !place.hasProvider(name) {
      throw root.wrong(
        "providers",
        "has \"\(name)\", but neither the program nor mixhost has a providers/\(name).lua")
    }
    return names
  }

  /// Names of hosts, also `*.` before one of at least two parts.
  private func media(_ root: ManifestTable) throws(ManifestError) -> [String] {
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
  static func read(_ root: ManifestTable) throws(ManifestError) -> [Upstream] {
    guard let all = try root.table("upstreams", known: nil) else { return [] }
    try all.checkCount("upstreams")
    var upstreams: [Upstream] = []
    for name in all.names {
      guard ProgramManifest.isName(name) else {
        throw all.wrong(name, "is not a name: lower-case letters, digits and _")
      }
      let known = ["base", "rate", "concurrency", "rate_limit_statuses"]
      guard let table = try all.table(name, known: known) else { continue }
      upstreams.append(
        Upstream(name: name, canonical: try base(table), limits: try limits(table)))
    }
    return upstreams
  }

  private static func base(_ table: ManifestTable) throws(ManifestError) -> String? {
    guard let base = try table.optionalText("base") else { return nil }
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

  private static func limits(_ table: ManifestTable) throws(ManifestError) -> ClientLimits {
    var limits = ClientLimits()
    if let text = try table.optionalText("rate") {
      guard let rate = RateLimit(text) else {
        throw table.wrong("rate", "is \"20/min\", \"1/s\" or \"50/5s\", not \"\(text)\"")
      }
      limits.rate = rate
    }
    limits.concurrency = try table.number("concurrency", in: 1...256).map { Int(clamping: $0) }
    let field = "rate_limit_statuses"
    for node in try table.table(field, known: [])?.list ?? [] {
      guard case .number(let status) = node, let whole = Int(exactly: status),
        (400..<600).contains(whole)
      else { throw table.wrong(field, "is a list of statuses from 400 to 599") }
      limits.rateLimitStatuses.insert(whole)
    }
    return limits
  }
}
