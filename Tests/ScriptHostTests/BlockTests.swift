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

  @Test func whatABurstTookGoesBackToTheSystem() async throws {
    let test = await TestEngine()
    try await test.run(
      """
      local rows = {}
      for i = 1, 200000 do rows[i] = { name = "row " .. i } end
      """)
    let most = await test.engine.memoryHeld
    #expect(most > 20_000_000)
    // The collector comes when the state has doubled.
    try await test.run("for i = 1, 2000000 do local short = {} end")
    #expect(await test.engine.memoryHeld < most / 4)
  }

  /// Frees nearly all blocks of a size, then takes the next size: no freed block serves another size.
  private static let scatter = """
    local kept = {}
    for size = 40, 4000, 24 do
      local texts = {}
      for i = 1, 12000000 // size do texts[i] = ("%d %d "):format(size, i):rep(size // 4):sub(1, size) end
      for i = 1, #texts, 4000 // size + 40 do kept[#kept + 1] = texts[i] end
      texts = nil
    end

    """

  @Test func scatteredBlocksStayInBounds() async throws {
    let limit = 32_000_000
    let test = await TestEngine(limits: Limits(memoryBytes: limit, sliceSeconds: 60))
    let failure = await test.failure(Self.scatter + "return #kept")
    // It may end by its limit, but not hold it many times.
    if let success = failure as? UnexpectedSuccess {
      #expect(!success.values.isEmpty)
    } else {
      #expect(failure as? LimitExceeded == .memory(bytes: limit))
    }
    #expect(await test.engine.memoryHeld < limit * 3 / 2)
  }

  @Test func aStateGoesOnAfterScatteredBlocks() async throws {
    let test = await TestEngine(limits: Limits(memoryBytes: 32_000_000, sliceSeconds: 60))
    _ = await test.failure(Self.scatter)
    #expect(try await test.run("return #('x'):rep(1000000)") == [.int(1_000_000)])
  }
}
