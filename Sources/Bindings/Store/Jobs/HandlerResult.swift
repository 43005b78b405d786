internal import MixCore
internal import Net
internal import ScriptHost

/// A handler's result for an item.
struct HandlerResult {
  private(set) var state = ItemState.enriched
  private(set) var fields = WorkRecord()
  private(set) var source = "handler"
  private(set) var score: Double?
  private(set) var reason: String?
  private(set) var candidates: LuaValue?
  private(set) var isCached = false
  private(set) var refresh = false
  /// Set when the handler said `failed`.
  private(set) var failure: Attempt?

  /// - Throws: ``HostError``, ``RecordReader/Rejection`` for what has no such form.
  init(_ answer: [String: LuaValue]) throws {
    source = try Self.text(answer, "source") ?? source
    reason = try Self.text(answer, "reason")
    if case .bool(let flag)? = answer["cached"] { isCached = flag }
    if case .bool(let flag)? = answer["refresh"] { refresh = flag }
    switch answer["score"] {
    case .number(let value)?: score = value
    case .int(let value)?: score = Double(value)
    default: break
    }
    if let value = answer["fields"] {
      fields = try RecordReader.read(value, requiresTitle: false)
    }
    guard case .string(let status)? = answer["status"] else {
      throw HostError.usage(
        "a handler's result needs a status: enriched, uncertain, not_found, failed")
    }
    switch status {
    case "enriched": state = .enriched
    case "uncertain":
      state = .uncertain
      candidates = answer["candidates"] ?? .array([])
    case "not_found": state = .notFound
    case "failed":
      failure = Attempt(
        .failed(.other(reason ?? "the handler gave no reason")), provesNetwork: !isCached)
    default:
      throw HostError.usage(
        "unknown status '\(status)' in a handler's result; known: enriched, uncertain, not_found, failed"
      )
    }
  }
}

extension HandlerResult {
  /// - Throws: ``HostError`` for bytes that are not UTF-8: they would be kept as another text.
  fileprivate static func text(_ answer: [String: LuaValue], _ name: String) throws -> String? {
    switch answer[name] {
    case .string(let text)?: return text
    case .bytes?: throw HostError.usage("a handler's `\(name)` is text in UTF-8")
    default: return nil
    }
  }
}

extension AttemptFailure {
  /// Whether another attempt may succeed.
  var mayPass: Bool {
    switch self {
    case .other, .missing: false
    case .throttled, .unavailable, .timeout, .unreachable, .held, .trouble: true
    }
  }
}

extension Attempt {
  /// Why it failed; nil for any other end.
  var failure: AttemptFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  /// Classifies an error by the retry table.
  init(_ error: any Error) {
    if Task.isCancelled {
      self.init(.cancelled, provesNetwork: false)
      return
    }
    if let rejection = error as? RecordReader.Rejection {
      self.init(.failed(.other("bad record: \(rejection.reason)")), provesNetwork: false)
      return
    }
    let script = error as? ScriptError
    let visible = script.map { $0.underlying as? HostError } ?? (error as? HostError)
    if let visible, let own = visible.underlying as? HTTPError, own.kind == .cancelled {
      self.init(.cancelled, provesNetwork: false)
      return
    }
    var fields = visible?.fields ?? [:]
    if let script, case .object(let members) = script.value { fields = members }
    // Without the address: failures of many items with one cause read the same.
    let message = (visible?.underlying as? HTTPError)?.message ?? visible?.message
    self.init(
      kind: visible?.kind ?? script?.kind ?? HostError(error).kind, fields,
      message: message ?? script?.message ?? "\(error)")
  }

  /// Reads a handler's second result, where the first is nil.
  init(returned value: LuaValue) {
    switch value {
    case .object(let fields): self.init(kind: "", fields, message: "the handler failed")
    default:
      self.init(
        .failed(
          .other(
            value.shownText
              ?? "the handler returned no result: a table with a status is expected")),
        provesNetwork: false)
    }
  }

  private init(kind: String, _ fields: [String: LuaValue], message: String) {
    var (kind, message) = (kind, message)
    if let text = fields["kind"]?.shownText { kind = text }
    if let text = fields["message"]?.shownText { message = text }
    var status: Int?
    for name in ["http", "status"] {
      if status == nil, case .int(let number)? = fields[name] { status = Int(clamping: number) }
    }
    // A provider's own kinds may name theirs.
    let means =
      fields["class"]?.shownText.flatMap(FailureClass.init(rawValue:))
      ?? FailureClass(kind: kind, status: status)
    let failure =
      Self.held(kind, fields, message) ?? Self.failure(means, kind, status, message)
    self.init(.failed(failure), provesNetwork: status != nil || kind == "portal")
  }

  /// An upstream that is to be left alone: a pause, or the circuit of a host that was not reached.
  private static func held(
    _ kind: String, _ fields: [String: LuaValue], _ message: String
  ) -> AttemptFailure? {
    guard kind == "paused" || kind == "offline", case .string(let upstream)? = fields["upstream"]
    else { return nil }
    var until: Double?
    switch fields["until"] {
    case .number(let time)?: until = time
    case .int(let time)?: until = Double(time)
    default: break
    }
    guard let until, until.isFinite else { return nil }
    let reason: TrafficWait.Reason = kind == "paused" ? .paused : .circuit
    return .held(TrafficWait(upstream: upstream, reason: reason, until: until), message)
  }

  /// The entry of the retry table for a failure of a class.
  private static func failure(
    _ means: FailureClass, _ kind: String, _ status: Int?, _ message: String
  ) -> AttemptFailure {
    switch means {
    case .gone: return .missing(message)
    case .refused: return status == 404 ? .missing(message) : .other(message)
    case .lasting: return .other(message)
    // Some services say by it that there were too many requests.
    case .limit, .passing:
      if status == 503 { return .unavailable(message) }
      if means == .limit { return .throttled(message) }
    }
    switch kind {
    case "timeout": return .timeout(message)
    case "unreachable", "dns", "offline": return .unreachable(message)
    case "portal": return .trouble(.portal, message)
    case "truncated", "protocolError", "interrupted", "network": return .trouble(.reset, message)
    default: return .trouble(.server, message)
    }
  }
}
