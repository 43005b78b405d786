import Logging
import ScriptHost
import Testing

@Suite("mix.log")
struct LogModuleTests {
  @Test("Each function logs at its level, with its fields")
  func levels() async throws {
    let host = await TestHost()
    try await host.run(
      """
      mix.log.trace("a") mix.log.debug("b") mix.log.info("c") mix.log.warn("d")
      mix.log.error("e", {artist = "Beyoncé", hits = 3, tags = {"x", true}, found = {id = 1.5}})
      """)
    let entries = host.log.entries
    #expect(entries.map(\.level) == [.trace, .debug, .info, .warning, .error])
    #expect(entries.map(\.message) == ["a", "b", "c", "d", "e"])
    #expect(
      entries[4].metadata == [
        "artist": "Beyoncé", "hits": "3", "tags": ["x", "true"], "found": ["id": "1.5"],
      ])
  }

  @Test("Values of entries below the level are not even looked at")
  func threshold() async throws {
    let host = await TestHost(logLevel: .warning)
    try await host.run("mix.log.info('x', {1, 2}) mix.log.warn('y', {})")
    #expect(host.log.entries.map(\.message) == ["y"])
    #expect(await host.kind("mix.log.warn('y', {1, 2})") == "usage")
    #expect(await host.kind("mix.log.warn(1)") == "usage")
  }

  @Test("A long entry is cut, and says so")
  func longTexts() async throws {
    let host = await TestHost()
    try await host.run(
      """
      mix.log.warn(("a"):rep(65536))
      mix.log.warn(("a"):rep(1e6), {text = ("b"):rep(1e6), list = {("c"):rep(1e6)}, [("d"):rep(1e6)] = 1})
      """)
    let entries = host.log.entries
    let mark = "… (1,000,000 bytes in all)"
    func cut(_ letter: String) -> String { String(repeating: letter, count: 65_536) + mark }
    #expect(entries[0].message == String(repeating: "a", count: 65_536))
    #expect(entries[1].message == cut("a"))
    #expect(
      entries[1].metadata
        == ["text": .string(cut("b")), "list": [.string(cut("c"))], cut("d"): "1"])
  }
}
