import FoundationEssentials
import Reactor
import ScriptHost
import Testing

@testable import Bindings
import Terminal

/// A number of a script ends a call with a result or an error, never the program.
@Suite("Extreme numbers")
struct ExtremeNumberTests {
  private static let rules = Checkout.scripts + "/rules"
  private static let numbers = [
    "1e300", "-1e300", "math.huge", "-math.huge", "0/0", "math.mininteger", "math.maxinteger",
    "2^63", "-2^63", "2^53 + 1", "5e-324", "-0.0",
  ]

  @Test("A rule decides about any count of failures and any time", arguments: numbers)
  func policy(number: String) async throws {
    let test = await TestHost(configure: { $0.rulesFolders = [Self.rules] })
    let values = try await test.run(
      """
      local n, kinds = \(number), {}
      for place, facts in ipairs {
        {now = 1, failures = n}, {now = 1, every = n, last_success = n}, {now = n, since = n},
        {now = 1, changes = {n, n}, not_before = n, last_failure = n},
      } do
        for _, rule in ipairs {"fixed", "adaptive", "chart", "on_demand"} do
          local ok, answer = pcall(mix.policy.decide, rule, facts)
          kinds[#kinds + 1] = ok and answer.action or answer.kind or "error"
        end
      end
      return #kinds
      """)
    #expect(values == [.int(16)])
  }

  @Test("A grid takes any focus", arguments: ["math.mininteger", "math.maxinteger", "0", "-1"])
  func focus(number: String) async throws {
    let values = try await TestHost().run(
      """
      local grid = mix.grid.new(function(_, page) return {{id = page}}, page < 3 end, {debounce = 0})
      grid:show(1)
      return grid:focus(\(number))
      """)
    #expect([[.string("loaded")], [.string("exhausted")]].contains(values))
  }

  @Test(
    "A row of a table that fills in place is there, or the error names the range",
    arguments: [Int.min, -1, 0, 2, Int.max])
  func liveRow(position: Int) async throws {
    let test = await TestHost()
    await test.engine.register("probe") {
      var module = Module("probe", "A table that fills in place.")
      module.type(LiveTable.luaType)
      module.function("live", "Makes it.", Parameter("rows", "any", [LuaValue].self)) {
        call, rows in
        ObjectResult(
          LiveTable(
            LiveTable.Terminal(
              time: ManualTime(), after: { _, _ in }, color: false,
              size: { TerminalSize(columns: 40, rows: 10) }, typed: { 0 }, write: { _ in },
              sharesErrors: false), try TableRows(call, rows, columns: [], isStyled: false),
            columnsOption: [],
            try call.memory.charge()))
      }
      return module
    }
    let message = await test.message("mix.probe.live({{a = 1}}):set(\(position), {a = 2})")
    #expect(message.contains("'position' to ui.live:set: 1 to 1 expected, got"), "\(message)")
  }

  @Test("Seconds of any size are a wait", arguments: ["1e300", "math.maxinteger", "1e18"])
  func longWaits(number: String) async throws {
    let values = try await TestHost(time: ManualTime(autoAdvance: true)).run(
      """
      return pcall(mix.task.sleep, \(number)), mix.task.timeout(\(number), function() return 7 end)
      """)
    #expect(values.last == .int(7))
  }
}
