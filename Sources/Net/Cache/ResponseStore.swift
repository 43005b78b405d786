internal import Notation

/// The two tiers under ``ResponseCache``: finds, keeps and forgets answers by address and varying
/// fields, without a view on whether they are still good.
struct ResponseStore {
  /// The most answers to one address that differ by request fields; the oldest are forgotten.
  static let maxVariants = 32

  private let disk: DiskTier?
  private var memory: LRUCache<CacheKey, StoredNode>
  private var pressure = MemoryPressure()
  private(set) var statistics = CacheStatistics()

  init(disk: DiskTier?, limits: MemoryLimits, pressure: MemoryPressure) {
    self.disk = disk
    self.pressure = pressure
    memory = LRUCache(maxCount: limits.entries, maxBytes: limits.bytes)
  }

  /// The stored answer that a request selects, and its key.
  mutating func find(_ headers: HTTPHeaders, url: String, now: Double) -> (
    CacheKey, StoredResponse
  )? {
    let found = select(headers, url: url, now: now)
    if let found {
      if found.fromDisk { statistics.diskHits += 1 } else { statistics.memoryHits += 1 }
      return (found.key, found.response)
    }
    statistics.misses += 1
    return nil
  }

  /// The stored answer that a request selects, without counting it as used.
  mutating func peek(_ headers: HTTPHeaders, url: String, now: Double) -> StoredResponse? {
    select(headers, url: url, now: now)?.response
  }

  private mutating func select(_ headers: HTTPHeaders, url: String, now: Double)
    -> (key: CacheKey, response: StoredResponse, fromDisk: Bool)?
  {
    let key = CacheKey(Self.text(url))
    guard let (node, fromDisk) = node(key, now: now) else { return nil }
    switch node {
    case .response(let response):
      return headers.credentialNames.isEmpty ? (key, response, fromDisk) : nil
    case .variants(let variants):
      let text = Self.text(url)
      for variant in variants
      where variant.fields.knowsCredentials(of: headers)
        && variant.key == CacheKey(text + variant.fields.selectingText(in: headers))
      {
        guard let (node, fromDisk) = self.node(variant.key, now: now),
          case .response(let response) = node
        else { continue }
        return (variant.key, response, fromDisk)
      }
      return nil
    }
  }

  /// Keeps an answer to a request, in the place of the one that the same request selects.
  mutating func store(
    _ response: StoredResponse, for headers: HTTPHeaders, url: String, now: Double
  ) {
    let text = Self.text(url)
    let key = CacheKey(text)
    let fields = VaryingFields(response.headers, request: headers)
    let existing = node(key, now: now)?.node
    var variants: [StoredNode.Variant] = []
    switch existing {
    case .variants(let stored): variants = stored
    case .response(let plain) where !fields.isPlain(for: headers):
      // The plain answer becomes the variant for requests without Authorization.
      let plainFields = VaryingFields(names: ["authorization"])
      let variantKey = CacheKey(text + plainFields.selectingText(in: [:]))
      put(variantKey, .response(plain), now: now)
      variants = [StoredNode.Variant(fields: plainFields, key: variantKey)]
    case .response, nil:
      if fields.isPlain(for: headers) { return put(key, .response(response), now: now) }
    }
    let variantKey = CacheKey(text + fields.selectingText(in: headers))
    variants.removeAll { $0.key == variantKey }
    variants.insert(
      StoredNode.Variant(fields: fields, key: variantKey, isConfined: response.isConfined), at: 0)
    for dropped in variants.dropFirst(Self.maxVariants) { forget(dropped.key) }
    put(variantKey, .response(response), now: now)
    put(key, .variants(Array(variants.prefix(Self.maxVariants))), now: now)
  }

  /// Replaces the answer under a key that ``find(_:url:now:)`` gave.
  mutating func replace(_ key: CacheKey, _ response: StoredResponse, now: Double) {
    put(key, .response(response), now: now)
  }

  /// Forgets every answer to an address.
  mutating func forget(url: String, now: Double) {
    let key = CacheKey(Self.text(url))
    if case .variants(let variants)? = node(key, now: now)?.node {
      for variant in variants { forget(variant.key) }
    }
    forget(key)
  }

  /// Forgets what is in memory.
  mutating func clearMemory() { memory.shrink(toCount: 0, bytes: 0) }

  /// Keeps at most this share (0 to 1) of what the memory tier may hold.
  mutating func shrink(to share: Double) {
    let share = min(max(share, 0), 1)
    memory.shrink(
      toCount: Int(clamping: Double(memory.maxCount) * share),
      bytes: Int(clamping: Double(memory.maxBytes) * share))
  }

  var memoryUsage: (entries: Int, bytes: Int) { (memory.count, memory.bytes) }

  private mutating func node(_ key: CacheKey, now: Double) -> (node: StoredNode, fromDisk: Bool)? {
    if let node = memory.get(key) { return (node, false) }
    guard let record = disk?.read(.response, key, now: now), let node = StoredNode(record) else {
      return nil
    }
    memory.set(key, node, bytes: node.memoryBytes)
    return (node, true)
  }

  private mutating func put(_ key: CacheKey, _ node: StoredNode, now: Double) {
    memory.set(key, node, bytes: node.memoryBytes)
    if !node.isConfined { disk?.write(.response, key, node.record(now: now)) }
    if pressure.isShortAfterStore() { shrink(to: 0.25) }
  }

  private mutating func forget(_ key: CacheKey) {
    memory.remove(key)
    disk?.remove(.response, key)
  }

  // The fragment never reaches the origin (RFC 9110, 4.2.5). The line feeds between the parts cannot
  // occur in an address or a field.
  private static func text(_ url: String) -> String { "GET\n\(url.prefix { $0 != "#" })\n" }
}
