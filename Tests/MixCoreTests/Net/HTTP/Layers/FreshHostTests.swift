import MixCore
import Testing

/// A host that nothing is connected to yet.
@Suite("Fresh hosts")
struct FreshHostTests {
  @Test("Without TLS a slow first answer holds no other request up")
  func slowFirst() async throws {
    let gate = Gate()
    let server = try RawServer { request in
      if request.target == "/slow" { gate.pass() }
      return .text(request.target)
    }
    defer { server.stop() }
    try await Rig.run { rig in
      let slow = Task { try await rig.get(server.base + "/slow") }
      await rig.log.wait(for: "started")
      let others = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<5 {
          group.addTask { try await rig.get(server.base + "/\(number)").text }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(others == ["/0", "/1", "/2", "/3", "/4"])
      gate.open()
      #expect(try await slow.value.text == "/slow")
    }
  }
}
