import Foundation
import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import Store

/// Duties that one host of a fleet has for all.
@Suite("A fleet's duties")
struct FleetDutyTests {
  private let server: PostgresInstance
  private let address: PostgresAddress

  init() throws {
    server = try PostgresInstance.shared.get()
    address = try PostgresAddress(server.address())
  }

  private func duty(
    _ name: String = "a", pulse: Double = 0.05, lease: Double = 60
  ) -> FleetDuty {
    FleetDuty(address, name, pulse: pulse, lease: lease)
  }

  /// Waits for what another thread brings about.
  private func until(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<3_000 {
      if try condition() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  private func schema() -> String { String(address.plainSchema) }

  @Test("One host has it, the others know who; when it gives it up, another has it")
  func one() async throws {
    let (first, second) = (duty(), duty())
    #expect(!first.isHeld && first.standing == .unknown)
    first.start()
    #expect(try await until { first.isHeld })
    second.start()
    #expect(try await until { second.standing == .elsewhere(HostName.current) })
    let other = duty("b")
    other.start()
    #expect(try await until { other.isHeld }, "another duty")
    first.stop()
    #expect(!first.isHeld)
    #expect(try await until { second.isHeld })
    second.stop()
    other.stop()
  }

  @Test("A host whose session is cut is not on duty until the server says so again")
  func cut() async throws {
    // Long enough for a busy machine to notice the cut within the handover.
    let (first, second) = (duty(pulse: 2), duty(pulse: 2))
    defer {
      first.stop()
      second.stop()
    }
    first.start()
    #expect(try await until { first.isHeld })
    second.start()
    #expect(try await until { second.standing == .elsewhere(HostName.current) })
    try server.sql(
      """
      SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND application_name LIKE 'mixhost on %' AND pid IN (
        SELECT pid FROM pg_locks WHERE (classid::bigint << 32 | objid::bigint) =
          hashtextextended('mixhost \(schema()) duty a', 0))
      """)
    #expect(try await until { first.isHeld != second.isHeld })
    for _ in 0..<50 {
      #expect(!(first.isHeld && second.isHeld))
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("A server that hangs leaves nobody on duty")
  func hangs() async throws {
    let own = try PostgresInstance()
    defer { own.remove() }
    let duty = FleetDuty(try PostgresAddress(own.address()), "a", pulse: 0.05, lease: 3)
    duty.start()
    #expect(try await until { duty.isHeld })
    try own.setPaused(true)
    #expect(try await until { !duty.isHeld })
    try own.setPaused(false)
    #expect(try await until { duty.isHeld })
    duty.stop()
  }

  @Test("Work is done by one host, and again when it is due; what failed stays due")
  func turns() throws {
    let stores = try (0..<2).map { _ in DataStore(try PostgresDatabase(address)) }
    let turns = stores.compactMap { FleetTurn($0, "t", every: 3_600) }
    struct Stop: Error {}
    #expect(throws: Stop.self) { try turns[0].take { throw Stop() } }
    var count = 0
    let done = try turns[0].take {
      count += 1
      // Nobody else meanwhile.
      let other = try turns[1].take { count += 100 }
      #expect(!other)
    }
    #expect(done && count == 1)
    let early = try turns[1].take { count += 100 }
    #expect(!early)
    try server.sql("UPDATE \(schema()).duty SET done = done - 3601")
    let again = try turns[1].take { count += 1 }
    #expect(again)
    #expect(count == 2)
    #expect(FleetTurn(DataStore(try DataFile(path: ":memory:")), "t", every: 1) == nil)
  }

  @Test("The output of a refresher is there for all hosts, and they are notified")
  func documents() async throws {
    let stores = try (0..<2).map { _ in DataStore(try PostgresDatabase(address)) }
    let documents = stores.compactMap { SharedDocuments($0) }
    let heard = Guarded<[String]>([])
    let watch = documents[1].watch { name in heard.withLock { $0.append(name) } }
    #expect(try documents[1].document("chart") == nil)
    // The listener may not be there yet.
    let isHeard = try await until {
      try documents[0].put(Array("[1]".utf8), of: "chart")
      return heard.withLock { $0.contains("chart") }
    }
    #expect(isHeard)
    #expect(try documents[1].document("chart") == Array("[1]".utf8))
    withExtendedLifetime(watch) {}
  }
}

extension PostgresAddress {
  fileprivate var plainSchema: String { schema ?? "" }
}
