import Testing

@testable import Bindings

/// The bytes that reach standard output and standard error, seen from outside the process.
@Suite("Output of scripts")
struct OutputTests {
  @Test("Events and tables go to standard output, notes to standard error")
  func streams() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let host = await TestHost()
      host.host.output.events = true
      try await host.run(
        """
        assert(mix.events.enabled())
        assert(mix.events.emit("found", {rank = 1, title = "Halo\\n"}) == true)
        mix.ui.table({{rank = 1, title = ("x"):rep(200) .. "\\27[2J"}})
        mix.ui.note("two\\nlines\\27[2J " .. mix.ui.color("red", "red"))
        local progress = mix.ui.progress(2, "Songs")
        progress:step()
        progress:finish()
        """)
    }
    let output = Self.text(try #require(result).standardOutputContent)
    let title = String(repeating: "x", count: 200) + "␛[2J"
    #expect(
      output.contains(
        """
        {"event":"found","rank":1,"title":"Halo\\n"}
        rank  title
        ────  \(String(repeating: "─", count: 204))
           1  \(title)

        """))
    let errors = Self.text(try #require(result).standardErrorContent)
    #expect(errors.contains("two\nlines␛[2J red\n"))
    #expect(!errors.contains("Songs"))
  }

  @Test("Quiet silences notes, not tables")
  func quiet() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let host = await TestHost()
      host.host.output.quiet = true
      try await host.run("mix.ui.note('hush') mix.ui.table({{'shown'}})")
    }
    #expect(Self.text(try #require(result).standardOutputContent).contains("shown\n"))
    #expect(!Self.text(try #require(result).standardErrorContent).contains("hush"))
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
