import MixCore
import ScriptHost
import Testing

@testable import Bindings

@Suite("The whole screen, and addresses to open")
struct ScreenTests {
  @Test("Without a terminal there is no screen")
  func noTerminal() async throws {
    let test = await TestHost()
    let values = try await test.run("local s, err = mix.ui.screen() return s, err.kind")
    #expect(values == [.nil, .string("unavailable")])
  }

  @Test("A text is made as wide as wanted")
  func fit() async throws {
    let test = await TestHost()
    #expect(try await test.value("mix.ui.fit('Halo', 6)") == .string("Halo  "))
    #expect(try await test.value("mix.ui.fit('Paper Boats', 6)") == .string("Paper…"))
    #expect(try await test.value("mix.ui.fit('夜明けの歌', 6)") == .string("夜明… "))
    #expect(try await test.value("mix.ui.fit('a\\27b', 4)") == .string("a␛b "))
    #expect(await test.kind("mix.ui.fit('x', 0)") == "usage")
  }

  @Test("Only https addresses of granted hosts are opened")
  func opening() async throws {
    let open = await TestHost()
    #expect(await open.kind("mix.ui.open('http://example.com/')") == "denied")
    #expect(await open.kind("mix.ui.open('https://127.0.0.1/')") == "denied")
    #expect(await open.kind("mix.ui.open('file:///etc/passwd')") != nil)
    let strict = await TestHost(grants: Grants(network: .strict))
    #expect(await strict.kind("mix.ui.open('https://example.com/')") == "denied")
  }
}
