internal import Notation

/// The part of a recorded request that tells it from others, secrets masked.
struct CassetteQuestion: Sendable, Hashable {
  let method: String
  let url: String
  /// `name: value`, sorted.
  let headers: [String]
  /// The SHA-256 digest of the body; nil without one.
  let bodyDigest: String?

  init(_ request: HTTPRequest, _ mask: CassetteMask) {
    method = request.method
    url = mask.text(request.url)
    headers = mask.requestFields(request.headers)
    bodyDigest = mask.digest(request.body)
  }

  init(_ record: CassetteRecord) throws {
    method = try record.string("method")
    url = try record.string("url")
    headers = record.has("request_headers") ? try record.list("request_headers") : []
    bodyDigest = record.has("request_sha256") ? try record.string("request_sha256") : nil
  }

  /// A replay may have another secret, or none.
  private var matched: [String] { headers.filter { !$0.hasSuffix(": \(SecretMask.stars)") } }

  static func == (left: CassetteQuestion, right: CassetteQuestion) -> Bool {
    left.url == right.url && left.method == right.method && left.bodyDigest == right.bodyDigest
      && left.matched == right.matched
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(bodyDigest)
  }
}

/// One transfer of a recorded run: one line of a cassette (docs/recording.md).
struct CassetteExchange: Sendable {
  /// How it ended.
  enum Outcome: Sendable {
    case response(HTTPResponse)
    case failure(HTTPError)
    /// The run took it back, or was interrupted.
    case cancelled
  }

  /// Numbers the transfers of a run in the order in which they began, from 1.
  let number: Int
  /// Nanoseconds from the run's start to the transfer's.
  let start: UInt64
  /// Nanoseconds that it took.
  let elapsed: UInt64
  let question: CassetteQuestion
  let outcome: Outcome

  /// The line, its end included.
  func line(_ mask: CassetteMask) -> String {
    var record = CassetteRecord()
    record.add("n", raw: "\(number)")
    record.add("at_ms", raw: CassetteRecord.milliseconds(start))
    record.add("ms", raw: CassetteRecord.milliseconds(elapsed))
    record.add("method", question.method)
    record.add("url", question.url)
    if !question.headers.isEmpty { record.add("request_headers", question.headers) }
    if let digest = question.bodyDigest { record.add("request_sha256", digest) }
    switch outcome {
    case .response(let response):
      record.add("status", raw: "\(response.status)")
      record.add("headers", mask.responseFields(response.headers))
      CassetteBody.add(response, mask, to: &record)
    case .failure(let error):
      var failure = CassetteRecord()
      failure.add("kind", error.kind.rawValue)
      failure.add("message", mask.text(error.message))
      if let status = error.status { failure.add("status", raw: "\(status)") }
      if let rule = error.rule { failure.add("rule", rule.rawValue) }
      record.add("error", raw: failure.text)
    case .cancelled: record.add("cancelled", raw: "true")
    }
    return record.text + "\n"
  }

  init(
    number: Int, start: UInt64, elapsed: UInt64, question: CassetteQuestion, outcome: Outcome
  ) {
    self.number = number
    self.start = start
    self.elapsed = elapsed
    self.question = question
    self.outcome = outcome
  }

  /// Reads a line.
  /// - Throws: ``CassetteRecord/Problem``.
  init(_ line: ArraySlice<UInt8>) throws {
    let record = try CassetteRecord(line)
    number = try record.integer("n")
    start = try record.nanoseconds("at_ms")
    elapsed = try record.nanoseconds("ms")
    question = try CassetteQuestion(record)
    if record.has("error") {
      outcome = .failure(try Self.failure(record.raw("error"), url: question.url))
    } else if record.has("cancelled") {
      outcome = .cancelled
    } else {
      outcome = .response(try Self.response(record, url: question.url))
    }
  }

  private static func response(_ record: CassetteRecord, url: String) throws -> HTTPResponse {
    let status = try record.integer("status")
    guard (100...999).contains(status) else {
      throw CassetteRecord.Problem("'status' is from 100 to 999")
    }
    let fields = try record.list("headers").map { field in
      guard let colon = field.firstRange(of: ": ") else {
        throw CassetteRecord.Problem("'headers' are written as \"Name: value\"")
      }
      return (name: String(field[..<colon.lowerBound]), value: String(field[colon.upperBound...]))
    }
    return HTTPResponse(
      status: status, headers: HTTPHeaders(fields), body: try CassetteBody.read(record), url: url)
  }

  private static func failure(_ raw: String, url: String) throws -> HTTPError {
    let record = try CassetteRecord(raw.utf8)
    let name = try record.string("kind")
    guard let kind = HTTPError.Kind(rawValue: name) else {
      throw CassetteRecord.Problem("'\(name)' is not a kind of error")
    }
    let rule = record.has("rule") ? HTTPError.Rule(rawValue: try record.string("rule")) : nil
    return HTTPError(
      kind, try record.string("message"), url: url,
      status: record.has("status") ? try record.integer("status") : nil, rule: rule)
  }
}
