internal import MixCore
internal import ScriptHost

/// Decisions between their forms: kept, as a line of NDJSON, applied to a work.
enum Decisions {
  /// Turns an uncertain outcome into what the user has decided on the work before.
  /// - Returns: what the item ends as.
  static func apply(
    _ decision: Decision, to update: inout WorkUpdate, _ context: HostContext
  ) throws -> ItemState {
    try decision.apply(to: &update) { try fill(&$0, from: context.decode($1)) }
  }

  /// Takes fields and source of an accepted candidate.
  /// - Throws: ``HostError`` when it has none.
  static func fill(_ update: inout WorkUpdate, from candidate: LuaValue) throws {
    guard case .object(let members) = candidate, let fields = members["fields"] else {
      throw HostError.usage("the candidate has no fields: give one of work.candidates")
    }
    update.record = try RecordReader.read(fields, requiresTitle: false)
    if case .string(let source)? = members["source"] { update.source = source }
    update.error = nil
  }

  /// As a value whose JSON is a line of an export.
  static func value(_ decision: Decision, _ context: HostContext) -> LuaValue {
    var members: [String: LuaValue] = [
      "kind": .string(decision.identity.kind), "title": .string(decision.identity.title),
      "creator": .string(decision.identity.creator),
      "identifiers": .object(decision.identity.identifiers.mapValues(LuaValue.string)),
      "decision": .string(decision.verdict.rawValue), "time": .number(decision.time),
    ]
    if let score = decision.score { members["score"] = .number(score) }
    if let candidate = decision.candidate { members["candidate"] = context.decode(candidate) }
    return .object(members)
  }

  /// Reads what ``value(_:_:)`` made.
  /// - Throws: ``RecordReader/Rejection``.
  static func read(_ value: LuaValue, _ context: HostContext) throws -> Decision {
    guard case .object(let members) = value, case .string(let kind)? = members["kind"],
      case .string(let title)? = members["title"], case .string(let word)? = members["decision"],
      let verdict = Decision.Verdict(rawValue: word)
    else {
      throw RecordReader.Rejection(reason: "no decision: kind, title and decision are expected")
    }
    var identity = WorkIdentity(kind: kind, title: title, creator: "", identifiers: [:])
    if case .string(let creator)? = members["creator"] { identity.creator = creator }
    if case .object(let identifiers)? = members["identifiers"] {
      for case (let name, .string(let text)) in identifiers { identity.identifiers[name] = text }
    }
    var candidate: [UInt8]?
    if let given = members["candidate"], verdict == .accept {
      var probe = WorkUpdate(0, source: "")
      try fill(&probe, from: given)
      candidate = try context.json(given)
    }
    guard verdict != .accept || candidate != nil else {
      throw RecordReader.Rejection(reason: "an accepted decision needs its candidate")
    }
    var time = 0.0
    if case .number(let number)? = members["time"] { time = number }
    if case .int(let number)? = members["time"] { time = Double(number) }
    var score: Double?
    if case .number(let number)? = members["score"] { score = number }
    if case .int(let number)? = members["score"] { score = Double(number) }
    return Decision(identity, verdict, candidate: candidate, score: score, time: time)
  }
}
