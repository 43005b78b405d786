internal import MixCore
internal import Notation
internal import ScriptHost

// @unchecked Sendable: touched on the reactor's thread only.
/// The answers that `mix.test.mock_http` was given.
final class MockAnswers: HTTPResponder, @unchecked Sendable {  // confined: see above
  private enum Answer {
    /// One after another; the last one stays.
    case several([MockAnswer])
    case function(LuaFunction, HostContext)
  }

  private struct Entry {
    let name: String
    var answer: Answer

    /// `GET https://host/path`, or with `*` at its end all that begin so.
    func fits(_ question: String) -> Bool {
      name.hasSuffix("*") ? question.hasPrefix(name.dropLast()) : question == name
    }
  }

  private var entries: [Entry] = []

  /// Reads the table.
  /// - Throws: ``HostError`` for an entry of the wrong form.
  init(_ table: TablePosition, _ call: HostCall) throws {
    let stack = call.stack
    try stack.forEachPair(table.index) {
      guard let name = stack.string(-2), Self.isQuestion(name) else {
        throw HostError.usage(
          "mix.test.mock_http: the keys are a method and an address, such as "
            + "[\"GET https://example.com/a\"]")
      }
      entries.append(Entry(name: name, answer: try Self.answer(name, call)))
    }
    // The longest that fits is the one that was meant.
    entries.sort { ($0.name.utf8.count, $0.name) > ($1.name.utf8.count, $1.name) }
  }

  private static func isQuestion(_ name: String) -> Bool {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { $0.isUppercase }
      && ["https://", "http://", "smtp://", "smtps://"].contains { parts[1].hasPrefix($0) }
  }

  /// The value on top.
  private static func answer(_ name: String, _ call: HostCall) throws -> Answer {
    if let function = LuaFunction.read(call, -1) { return .function(function, call.context) }
    let value = try LuaValue(call.stack, -1)
    if case .array(let list) = value, !list.isEmpty {
      return .several(try list.map { try MockAnswer($0, name, call.stack) })
    }
    return .several([try MockAnswer(value, name, call.stack)])
  }

  /// See ``HTTPResponder/response(to:)``.
  /// - Throws: ``HTTPError``: the one that was asked for, or of kind `notMocked`.
  func response(to request: HTTPRequest) async throws -> HTTPResponse? {
    let question = "\(request.method) \(request.url)"
    guard let index = entries.firstIndex(where: { $0.fits(question) }) else {
      throw HTTPError(.notMocked, unknown(question))
    }
    switch entries[index].answer {
    case .several(let list):
      if list.count > 1 { entries[index].answer = .several(Array(list.dropFirst())) }
      return try list[0].response(to: request)
    case .function(let function, let context):
      return try await call(function, context, request, entries[index].name)
    }
  }

  private func call(
    _ function: LuaFunction, _ context: HostContext, _ request: HTTPRequest, _ name: String
  ) async throws -> HTTPResponse {
    do {
      let values = try await context.call(function, [MockAnswer.value(of: request)])
      let answer = try context.withStack { try MockAnswer(values.first ?? .nil, name, $0) }
      return try answer.response(to: request)
    } catch let error as ScriptError {
      throw HTTPError(.notMocked, "the function that answers \(name) failed: \(error.message)")
    } catch let error as HostError {
      throw HTTPError(.notMocked, error.message)
    }
  }

  private func unknown(_ question: String) -> String {
    var text = "mix.test.mock_http has no answer to \(question)"
    if let near = Suggestion.closest(to: question, in: entries.map(\.name)) {
      text += "; it has one to \(near)"
    } else if !entries.isEmpty {
      text += "; it has answers to " + entries.map(\.name).sorted().joined(separator: ", ")
    }
    return text
  }
}

/// One answer as a script wrote it: a body alone, or `{status, headers, body | json | error}`.
struct MockAnswer: Sendable {
  private static let fields = ["status", "headers", "body", "json", "error"]
  private static let failures: [HTTPError.Kind] = [
    .unreachable, .dns, .tls, .timeout, .truncated, .offline,
  ]

  private var status = 200
  private var headers: HTTPHeaders = [:]
  private var body: [UInt8] = []
  private var failure: HTTPError.Kind?

  /// - Throws: ``HostError`` that names the question and the field.
  init(_ value: LuaValue, _ question: String, _ stack: LuaStack) throws {
    func wrong(_ text: String) -> HostError { .usage("the answer to \(question): \(text)") }
    switch value {
    case .string(let text): body = Array(text.utf8)
    case .bytes(let bytes): body = bytes
    case .object(let fields):
      for name in fields.keys.sorted() where !Self.fields.contains(name) {
        let near = Suggestion.closest(to: name, in: Self.fields)
        throw wrong("unknown field '\(name)'" + (near.map { " (did you mean '\($0)'?)" } ?? ""))
      }
      try read(fields, stack, wrong)
    default: throw wrong("a body or a table {status, headers, body, json, error} is expected")
    }
  }

  private mutating func read(
    _ fields: [String: LuaValue], _ stack: LuaStack, _ wrong: (String) -> HostError
  ) throws {
    if let value = fields["status"] {
      guard case .int(let number) = value, (100...599).contains(number) else {
        throw wrong("'status' is 100 to 599")
      }
      status = Int(number)
    }
    if let value = fields["json"] {
      body = try JSONModule.encode(value, stack)
      headers["Content-Type"] = "application/json"
    }
    if let value = fields["body"] {
      switch value {
      case .string(let text): body = Array(text.utf8)
      case .bytes(let bytes): body = bytes
      default: throw wrong("'body' is a string; a table goes into 'json'")
      }
    }
    if case .object(let given)? = fields["headers"] {
      for (name, value) in given.sorted(by: { $0.key < $1.key }) {
        guard let text = FormText.text(value) else {
          throw wrong("'headers.\(name)' is a string in UTF-8")
        }
        headers[name] = text
      }
    }
    if let value = fields["error"] {
      guard case .string(let name) = value, let kind = HTTPError.Kind(rawValue: name),
        Self.failures.contains(kind)
      else {
        throw wrong(
          "'error' is one of \(Self.failures.map(\.rawValue).joined(separator: ", "))")
      }
      failure = kind
    }
  }

  /// - Throws: ``HTTPError`` of the kind that was asked for.
  func response(to request: HTTPRequest) throws -> HTTPResponse {
    if let failure {
      throw HTTPError(failure, "the mock of this test says \(failure.rawValue)", url: request.url)
    }
    return HTTPResponse(status: status, headers: headers, body: body, url: request.url)
  }

  /// A request as scripts see it; header names in lower case.
  static func value(of request: HTTPRequest) -> LuaValue {
    var headers: [String: LuaValue] = [:]
    for (name, value) in request.headers.fields { headers[name.lowercased()] = .string(value) }
    return .object([
      "method": .string(request.method), "url": .string(request.url),
      "headers": .object(headers),
      "body": LuaValue(bytes: request.body),
    ])
  }
}
