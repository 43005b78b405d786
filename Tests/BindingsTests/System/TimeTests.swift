import Notation
import Reactor
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.time")
struct TimeTests {
  @Test("Clocks are the host's")
  func clocks() async throws {
    let time = ManualTime(wall: 1_795_255_200.75)
    let host = await TestHost(time: time)
    #expect(try await host.value("mix.time.now()") == .number(1_795_255_200.75))
    #expect(try await host.value("mix.time.iso()") == .string("2026-11-21T10:00:00Z"))
    let start = try await host.value("mix.time.monotonic()")
    time.advance(by: .seconds(2))
    #expect(start == .number(1_000))
    #expect(try await host.value("mix.time.monotonic()") == .number(1_002))
  }

  @Test(
    "Dates are read and written",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("2026-11-21T10:00:00Z", 1_795_255_200),
      ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
      ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2038-01-19T03:14:08Z", 2_147_483_648),
    ])
  func bothWays(text: String, seconds: Double) {
    #expect(InternetTime.parse(text) == seconds)
    #expect(InternetTime.format(seconds) == text)
  }

  @Test(
    "Offsets, fractions, lower case, leap seconds and dates alone are read",
    arguments: [
      ("2026-11-21T11:00:00+01:00", 1_795_255_200.0), ("2026-11-21T04:30:00-05:30", 1_795_255_200),
      ("2026-11-21t10:00:00.5z", 1_795_255_200.5), ("2026-11-21 10:00:00Z", 1_795_255_200),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-11-21", 1_795_219_200),
      ("1985-04-12T23:20:50.52Z", 482_196_050.52),
    ])
  func variants(text: String, seconds: Double) {
    #expect(InternetTime.parse(text) == seconds)
  }

  @Test(
    "Anything else is not a date",
    arguments: [
      "", "2026", "2026-13-01", "2026-02-29", "2026-11-31", "2026-11-00", "2026-11-21T10:00:00",
      "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:00:61Z", "2026-11-21T10:00Z",
      "2026-11-21T10:00:00.Z", "2026-11-21T10:00:00+0100", "2026-11-21T10:00:00Z ", "21.11.2026",
      "+026-11-21", "٢٠٢٦-11-21",
    ])
  func refused(text: String) async throws {
    #expect(InternetTime.parse(text) == nil)
  }

  @Test("Scripts get integers for whole seconds, and an error for anything that is not a date")
  func scripts() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.time.parse('1970-01-02')") == .int(86_400))
    #expect(try await host.value("mix.time.iso(1.9)") == .string("1970-01-01T00:00:01Z"))
    #expect(try await host.value("select(2, mix.time.parse('soon')).kind") == .string("parse"))
    #expect(await host.kind("mix.time.iso(1e18)") == "usage")
    #expect(await host.kind("mix.time.iso(0/0)") == "usage")
  }

  @Test("Lengths of time are read and written")
  func durations() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.time.duration('1h30m')") == .int(5_400))
    #expect(try await host.value("mix.time.duration('250ms')") == .number(0.25))
    #expect(try await host.value("select(2, mix.time.duration('soon')).kind") == .string("parse"))
    #expect(try await host.value("mix.time.format_duration(90)") == .string("90s"))
    #expect(try await host.value("mix.time.format_duration(86400)") == .string("24h"))
    #expect(await host.kind("mix.time.format_duration(-1)") == "usage")
    #expect(await host.kind("mix.time.format_duration(1/0)") == "usage")
  }
}
