internal import Notation

/// An answer as the cache keeps it, with what its fields say worked out once.
///
/// One reference: it is handed on by every look-up.
package final class StoredResponse: Sendable {
  let status: Int
  package let headers: HTTPHeaders
  let body: [UInt8]
  /// The address after redirects.
  let url: String
  /// When its request was sent and when it arrived, in seconds since 1970.
  let requestTime: Double
  package let responseTime: Double
  /// Whether RFC 9111 allows it; false: kept only for callers that name a time to live.
  let isStorableByRules: Bool
  /// The time to live that its caller named, 0 without; keeps it from being pruned, decides nothing.
  let callerTTL: Double
  /// Whether it is kept in memory alone: no other run may see it.
  let isConfined: Bool
  let control: CacheControl
  let freshness: Freshness

  init(
    status: Int, headers: HTTPHeaders, body: [UInt8], url: String, requestTime: Double,
    responseTime: Double, isStorableByRules: Bool, callerTTL: Double = 0, isConfined: Bool = false
  ) {
    self.isConfined = isConfined
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.isStorableByRules = isStorableByRules
    self.callerTTL = callerTTL
    control = CacheControl(headers)
    freshness = Freshness(
      status: status, headers: headers, control: control, requestTime: requestTime,
      responseTime: responseTime)
  }

  /// Its cost in the memory tier, in bytes: texts, body and what surrounds them.
  package var memoryBytes: Int {
    headers.fields.reduce(body.count + url.utf8.count + 256) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 32
    }
  }

  /// The answer for a caller, with the Age field that a cache must send (RFC 9111, 5.1).
  func answer(source: HTTPResponse.Source, now: Double, withoutBody: Bool) -> HTTPResponse {
    let age = freshness.age(at: now)
    var headers = headers
    headers["Age"] = String(Int(clamping: age))
    return HTTPResponse(
      status: status, headers: headers, body: withoutBody ? [] : body, url: url, source: source,
      age: age)
  }
}

/// The value of a key: an answer, or the list of answers that differ by request fields.
package enum StoredNode: Sendable {
  /// One of several answers to an address: which fields select it, and where it is.
  package struct Variant: Sendable {
    var fields: VaryingFields
    var key: CacheKey
    /// ``StoredResponse/isConfined`` of the answer: then even the hash of its fields stays in memory.
    var isConfined = false
  }

  case response(StoredResponse)
  /// The newest first.
  case variants([Variant])

  /// Whether nothing of it goes to the disk.
  var isConfined: Bool {
    switch self {
    case .response(let response): response.isConfined
    case .variants(let variants): variants.allSatisfy(\.isConfined)
    }
  }

  var memoryBytes: Int {
    switch self {
    case .response(let response): response.memoryBytes
    case .variants(let variants): 64 + variants.count * 160
    }
  }
}

extension StoredNode {
  /// The row for the disk tier.
  package func record(now: Double) -> DiskRecord {
    var meta = RecordWriter()
    var body: [UInt8] = []
    var expires = Double.infinity
    switch self {
    case .response(let response):
      meta.write(UInt8(0))
      meta.write(response)
      body = response.body
      let lifetime = response.freshness.lifetime - response.freshness.initialAge
      expires = response.responseTime + max(lifetime, response.callerTTL)
    case .variants(let all):
      let variants = all.filter { !$0.isConfined }
      meta.write(UInt8(1))
      meta.write(UInt32(variants.count))
      for variant in variants {
        meta.write(variant.fields.names.joined(separator: ","))
        meta.write(variant.key)
      }
    }
    return DiskRecord(
      expires: expires, group: "", meta: meta.bytes, body: body, used: Int64(clamping: now))
  }

  /// Reads a row; nil when it does not hold what ``record(now:)`` writes.
  package init?(_ record: DiskRecord) {
    var reader = RecordReader(record.meta)
    switch reader.byte() {
    case 0:
      guard let response = reader.response(body: record.body) else { return nil }
      self = .response(response)
    case 1:
      guard let count = reader.word() else { return nil }
      var variants: [Variant] = []
      for _ in 0..<count {
        guard let names = reader.text(), let key = reader.key() else { return nil }
        let fields = VaryingFields(names: names.split(separator: ",").map(String.init))
        variants.append(Variant(fields: fields, key: key))
      }
      self = .variants(variants)
    default: return nil
    }
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ response: StoredResponse) {
    write(UInt32(response.status))
    write(UInt8(response.isStorableByRules ? 1 : 0))
    write(response.requestTime)
    write(response.responseTime)
    write(response.url)
    write(UInt32(response.headers.fields.count))
    for field in response.headers.fields {
      write(field.name)
      write(field.value)
    }
  }
}

extension RecordReader {
  fileprivate mutating func response(body: [UInt8]) -> StoredResponse? {
    guard let status = word(), let byRules = byte(), let requestTime = double(),
      let responseTime = double(), let url = text(), let count = word()
    else { return nil }
    var fields: [(name: String, value: String)] = []
    for _ in 0..<count {
      guard let name = text(), let value = text() else { return nil }
      fields.append((name, value))
    }
    return StoredResponse(
      status: Int(status), headers: HTTPHeaders(fields), body: body, url: url,
      requestTime: requestTime, responseTime: responseTime, isStorableByRules: byRules == 1)
  }
}
