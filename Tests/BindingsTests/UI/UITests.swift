import ScriptHost
import Testing

@testable import Bindings
import Terminal

@Suite("mix.ui")
struct UITests {
  @Test("Numbers become small bars")
  func spark() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.ui.spark({1, 2, 3, 4, 5, 6, 7, 8})") == .string("▁▂▃▄▅▆▇█"))
    #expect(try await host.value("mix.ui.spark({5, 5})") == .string("▄▄"))
    #expect(try await host.value("mix.ui.spark({0, 0/0, 1})") == .string("▁ █"))
    #expect(try await host.value("mix.ui.spark({-1.7e308, 1.7e308})") == .string("▁█"))
    #expect(try await host.value("mix.ui.spark({})") == .string(""))
    #expect(await host.kind("mix.ui.spark({'x'})") == "usage")
  }

  @Test("Colour is left out unless it may be used")
  func color() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.ui.color('x', 'red')") == .string("x"))
    host.host.output.color = true
    #expect(try await host.value("mix.ui.color('x', 'red')") == .string("\u{1B}[31mx\u{1B}[39m"))
    #expect(await host.message("mix.ui.color('x', 'gren')").contains("'green'"))
  }

  @Test("Off a terminal progress is silent and the width is known")
  func plain() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.ui.is_terminal()") == .bool(false))
    #expect(try await host.value("mix.ui.width() >= 1") == .bool(true))
    let shown = try await host.value(
      """
      (function()
        local progress = mix.ui.progress(3, "Songs")
        progress:step() progress:step(1, "Halo")
        local text = tostring(progress)
        progress:finish()
        return text
      end)()
      """)
    #expect(shown == .string("ui.progress: 2 of 3"))
    #expect(await host.kind("mix.ui.progress(-1)") == "usage")
  }

  @Test(
    "Rows and columns are checked before anything is printed",
    arguments: [
      ("{{a = 1}, 'x'}", "row 2"), ("{{a = 1}}, {columns = 'a'}", "columns"),
      ("{{a = 1}}, {columns = {{title = 'A'}}}", "'columns[1].key'"),
      ("{{a = 1}}, {columns = {{key = 'a', align = 'top'}}}", "left"),
      ("{{a = 1}}, {columns = {{key = 'a', width = 0}}}", "width"),
      ("{{a = 1}}, {columns = {{key = 'a', titel = 'A'}}}", "titel"),
      ("{{a = 1}}, {max_width = 5}", "20 to 10,000"),
    ])
  func misuse(arguments: String, expected: String) async {
    let host = await TestHost()
    #expect(await host.message("mix.ui.table(\(arguments))").contains(expected))
  }

  @Test("Records become cells in the order of the columns")
  func rows() async throws {
    let host = await TestHost()
    await host.engine.register("probe") {
      var module = Module("probe", "Lays tables out.")
      module.function(
        "render", "As text.", Parameter("rows", "rows", [LuaValue].self),
        .options(.init("columns", .list(.record(TableRows.columnShape)), "columns"))
      ) { call, rows, options in
        let table = try TableRows(call, rows, columns: options.records("columns"), isStyled: true)
        return TableLayout.render(table.rows, columns: table.columns)
      }
      return module
    }
    let records = try await host.value(
      """
      mix.probe.render({{rank = 1, title = "Halo", tags = {"pop", 1}}, {title = mix.json.null, x = {}}},
        {columns = {{key = "title", title = "Song"}, "rank", "tags"}})
      """)
    #expect(
      records
        == .string("Song  rank  tags\n────  ────  ──────\nHalo     1  pop, 1\n\n"))
    #expect(
      try await host.value("mix.probe.render({{b = true, a = 1.5}})")
        == .string("  a  b\n───  ────\n1.5  true\n"))
    #expect(
      try await host.value("mix.probe.render({{1, 'x'}, {20, 'y'}})") == .string(" 1  x\n20  y\n"))
  }
}
