// @unchecked Sendable: touched on the reactor's thread only.
/// The answers of a recording; each is given once, in the order of the recorded requests.
final class CassetteAnswers: @unchecked Sendable {  // confined: see above
  /// The masks of questions to a recording: stars stand for secrets already; in addresses and
  /// forms they are encoded.
  static let mask = CassetteMask(secrets: ["%2A%2A%2A"])

  /// The answers to one question.
  private struct Answers {
    var list: [CassetteExchange] = []
    var used = 0
  }

  private let path: String
  private var answers: [CassetteQuestion: Answers] = [:]

  init(_ path: String, _ exchanges: [CassetteExchange]) {
    self.path = path
    for exchange in exchanges {
      answers[exchange.question, default: Answers()].list.append(exchange)
    }
  }

  /// Takes the next answer to a question.
  /// - Throws: ``HTTPError`` of kind `notRecorded`.
  func take(_ question: CassetteQuestion, url: String) throws(HTTPError) -> CassetteExchange {
    guard let found = answers[question], found.used < found.list.count else {
      throw HTTPError(.notRecorded, missing(question), url: url)
    }
    answers[question]?.used += 1
    return found.list[found.used]
  }

  private func missing(_ question: CassetteQuestion) -> String {
    if let found = answers[question] {
      let count = found.list.count
      return "the recording \(path) has \(count) answer\(count == 1 ? "" : "s") to this "
        + "\(question.method), and no more: record the run again"
    }
    let isNear = answers.keys.contains {
      $0.url == question.url && $0.method == question.method
    }
    return "the recording \(path) has no answer to this \(question.method)"
      + (isNear ? " with these header fields and this body" : "") + ": record the run again"
  }
}

/// The answers of a recording without its times: each request is answered at once.
public struct RecordedResponder: HTTPResponder {
  private let answers: CassetteAnswers

  /// - Parameters:
  ///   - bytes: a recording.
  ///   - path: as messages call its file.
  /// - Throws: ``CassetteError`` that names the file, and the line that is damaged.
  public init(_ bytes: [UInt8], path: String) throws(CassetteError) {
    answers = CassetteAnswers(path, try CassetteReader(path, bytes).exchanges)
  }

  /// See ``HTTPResponder/response(to:)``.
  /// - Throws: ``HTTPError``: the recorded one, or of kind `notRecorded`.
  public func response(to request: HTTPRequest) async throws -> HTTPResponse? {
    let question = CassetteQuestion(request, CassetteAnswers.mask)
    switch try answers.take(question, url: request.url).outcome {
    case .response(let response): return response
    case .failure(let error): throw error
    case .cancelled:
      throw HTTPError(
        .notRecorded, "the recorded run took this request back: it has no answer", url: request.url)
    }
  }
}
