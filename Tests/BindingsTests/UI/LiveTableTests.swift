import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.ui.live")
struct LiveTableTests {
  @Test("Off a terminal there is nothing to draw on")
  func offTerminal() async throws {
    let test = await TestHost()
    #expect(try await test.value("mix.ui.can_redraw()") == .bool(false))
    #expect(
      try await test.value("select(2, mix.ui.live({{a = 1}})).kind") == .string("unavailable"))
  }
}
