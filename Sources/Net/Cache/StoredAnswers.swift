internal import Reactor

/// One answer of the cache file, as `mixhost cache show` tells of it.
public struct StoredAnswer: Sendable {
  /// The address that it answers.
  public var url: String
  /// Its status.
  public var status: Int
  /// Its fields.
  public var headers: HTTPHeaders
  /// The bytes of its body.
  public var bytes: Int
  /// When it arrived, in seconds since 1970.
  public var arrived: Double
  /// How long it is still fresh, in seconds; negative: for how long it no longer is. A caller's own `ttl`
  /// is not counted in.
  public var freshFor: Double
  /// Whether only a caller that names a `ttl` gets it.
  public var needsTTL: Bool
}

extension ResponseCache {
  /// The stored answers to an address; several when they differ by request fields.
  public func answers(to url: String) async -> [StoredAnswer] {
    let now = time.wall
    return await rows(Self.isAddress(url)).map { row in
      StoredAnswer(
        url: row.response.url, status: row.response.status, headers: row.response.headers,
        bytes: row.bodyBytes, arrived: row.response.responseTime,
        freshFor: -row.response.freshness.staleness(at: now),
        needsTTL: !row.response.isStorableByRules)
    }
  }

  /// Forgets the answers to an address.
  /// - Returns: how many they were.
  public func forget(url: String) async -> Int { await forget(Self.isAddress(url)) }

  /// Forgets the answers of a host, or of `host:port`.
  /// - Returns: how many they were.
  public func forget(host: String) async -> Int {
    await forget { stored in
      guard let url = try? HTTPURL(stored) else { return false }
      return url.host == host.lowercased() || url.authority == host.lowercased()
    }
  }

  private func forget(_ isMeant: (String) -> Bool) async -> Int {
    let rows = await rows(isMeant)
    for row in rows { disk?.remove(.response, row.key) }
    forgetMemory()
    return rows.count
  }

  private func rows(
    _ isMeant: (String) -> Bool
  ) async -> [(key: CacheKey, response: StoredResponse, bodyBytes: Int)] {
    await (disk?.list(.response) ?? []).compactMap { row in
      guard case .response(let response)? = StoredNode(row.record), isMeant(response.url) else {
        return nil
      }
      return (row.key, response, row.bodyBytes)
    }
  }

  private static func isAddress(_ url: String) -> (String) -> Bool {
    let normal = (try? HTTPURL(url))?.text ?? url
    return { $0 == normal }
  }
}

/// A row without its body.
struct ListedRow: Sendable {
  let key: CacheKey
  let record: DiskRecord
  let bodyBytes: Int
}

extension DiskTier {
  /// All rows of a table, without their bodies.
  func list(_ table: CacheTable) async -> [ListedRow] {
    await onQueue { tier in
      tier.drain()
      guard let file = tier.file(create: false) else { return [] }
      return tier.attempt(file) { try $0.list(table) } ?? []
    }
  }
}
