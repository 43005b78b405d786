import MixCore
import ScriptHost
import Testing

@testable import Bindings

/// Failures of a handler by the table of classes.
@Suite struct JobFailureTests {
  private static let cases: [([String: LuaValue], AttemptFailure)] = [
    (["kind": .string("rate"), "status": .int(429)], .throttled("m")),
    // A limit that has another status.
    (["kind": .string("rate"), "status": .int(403)], .throttled("m")),
    (["kind": .string("rate"), "status": .int(503)], .unavailable("m")),
    (["kind": .string("http"), "status": .int(503)], .unavailable("m")),
    (["kind": .string("server"), "status": .int(502)], .trouble(.server, "m")),
    (["kind": .string("http"), "status": .int(408)], .trouble(.server, "m")),
    (["kind": .string("http"), "status": .int(501)], .other("m")),
    (["kind": .string("not_found"), "status": .int(404)], .missing("m")),
    (["kind": .string("gone"), "status": .int(410)], .missing("m")),
    (["kind": .string("token"), "status": .int(401)], .other("m")),
    (["kind": .string("answer")], .other("m")),
    (["kind": .string("timeout")], .timeout("m")),
    (["kind": .string("dns")], .unreachable("m")),
    (["kind": .string("portal")], .trouble(.portal, "m")),
    (["kind": .string("truncated")], .trouble(.reset, "m")),
    (["kind": .string("of its own")], .other("m")),
    (["kind": .string("of its own"), "class": .string("passing")], .trouble(.server, "m")),
    (["kind": .string("of its own"), "class": .string("limit")], .throttled("m")),
    (["kind": .string("rate"), "class": .string("lasting")], .other("m")),
  ]

  @Test(arguments: cases.indices)
  func classesBecomeEntriesOfTheRetryTable(place: Int) {
    var (fields, expected) = Self.cases[place]
    fields["message"] = .string("m")
    #expect(Attempt(returned: .object(fields)).failure == expected, "\(fields)")
  }
}
