import ScriptHost
import Testing

@Suite("mix.text")
struct TextTests {
  @Test("Texts are folded, normalized, split and made into slugs")
  func forms() async throws {
    let host = await TestHost()
    #expect(
      try await host.value("mix.text.fold('Beyoncé – Straße')") == .string("beyonce - strasse"))
    #expect(try await host.value("mix.text.normalize('AC/DC – Don’t')") == .string("ac dc don t"))
    #expect(
      try await host.value("mix.text.tokens('Señorita (Remix)')")
        == .array([.string("senorita"), .string("remix")]))
    #expect(try await host.value("mix.text.slug('Señorita (Remix)')") == .string("senorita-remix"))
    #expect(try await host.value("mix.json.encode(mix.text.tokens('…'))") == .string("[]"))
  }

  @Test("Similarities are in 0 to 1")
  func similarities() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.text.ratio('halo', 'halo')") == .number(1))
    #expect(try await host.value("mix.text.ratio('abcd', 'abxx')") == .number(0.5))
    #expect(
      try await host.value("mix.text.token_set_ratio('halo beyonce', 'beyonce halo live')")
        == .number(1))
    #expect(try await host.value("mix.text.token_set_ratio('a', '')") == .number(0))
  }

  @Test("Bytes that are not UTF-8 do no harm, other types are refused")
  func arguments() async throws {
    let host = await TestHost()
    #expect(try await host.value(#"mix.text.normalize("a\xffb")"#) == .string("a b"))
    #expect(await host.message("mix.text.fold(1)").contains("'text'"))
  }
}
