import ScriptHost
import Testing

/// Lua's memory: blocks of all sizes come, grow, shrink and go.
@Suite struct BlockTests {
  @Test func blocksOfAllSizesKeepTheirContent() async throws {
    let test = await TestEngine()
    let round = """
      local strings = {}
      for size = 1, 6000, 7 do
        strings[size] = string.rep(string.char(size % 251), size)
      end
      for size = 6000, 1, -1 do
        local text = strings[size]
        if text then
          assert(#text == size and text:byte(1) == size % 251 and text:byte(-1) == size % 251)
          strings[size] = size % 2 == 0 and text .. text or nil
        end
      end
      for size, text in pairs(strings) do assert(text == string.rep(text:sub(1, 1), 2 * size)) end
      local numbers = {}
      for i = 1, 5000 do numbers[i] = i end
      for i = 5000, 1, -1 do
        assert(numbers[i] == i)
        numbers[i] = nil
        if i % 500 == 0 then numbers[i .. ""] = i end
      end
      """
    try await test.run(round + "\ncollectgarbage()")
    let first = await test.engine.memoryInUse
    for _ in 0..<3 { try await test.run(round + "\ncollectgarbage()") }
    #expect(await test.engine.memoryInUse < first + 50_000)
  }
}
