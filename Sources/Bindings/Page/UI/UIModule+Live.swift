internal import Reactor
internal import ScriptHost
internal import Terminal

extension UIModule {
  /// Functions that need a terminal that can be drawn over, and the user's typing there.
  static func addLive(_ module: inout Module, _ host: any NetHost) {
    let output = host.output
    let input = host.input
    module.function(
      "live", "Draws a table whose rows are filled in place, where mix.ui.can_redraw().",
      Parameter("rows", "as in mix.ui.table, with what is known of them", [LuaValue].self),
      .options(
        .init(
          "columns", .list(.record(TableRows.columnShape)),
          "as in mix.ui.table, with the width that cells to come will need",
          as: "ui.column[]|string[]")),
      returns: "ui.live  with set, status and finish; nil, err of kind unavailable elsewhere",
      example: "local live = mix.ui.live(songs, {columns = {\"rank\", \"title\", \"album\"}})"
    ) { call, rows, options in
      guard output.canRedraw else {
        throw HostError(
          kind: "unavailable",
          message: "standard output cannot be drawn over; mix.ui.table prints a table once")
      }
      let columns = options.records("columns")
      let table = try TableRows(call, rows, columns: columns, isStyled: output.color)
      let live = LiveTable(
        terminal(host, input), table, columnsOption: columns, try call.memory.charge())
      live.forecast = host.beginForecast()
      live.begin(host.reactor)
      input.onEcho = { [weak live] in live?.drawSoon() }
      return ObjectResult(live)
    }
    module.type(LiveTable.luaType)
    addScreen(&module, output, input)
    addOpening(&module, host)
    addNotices(&module, host)
    module.function(
      "can_redraw", "Whether standard output is a terminal whose cursor can be moved.",
      returns: "boolean  whether it is one",
      example: "if mix.ui.can_redraw() then local live = mix.ui.live(songs) end"
    ) { _ in output.canRedraw }
    module.function(
      "is_interactive", "Whether a user may type: standard input is a terminal.",
      returns: "boolean  whether it is one",
      example: "if mix.ui.is_interactive() then mix.ui.note(\"q: quit\") end"
    ) { _ in input.isTerminal }
    module.asyncFunction(
      "read_line",
      "Waits for the next line of standard input; other tasks run on.",
      returns: "string?  the line without its end; nil after the last",
      example: "if mix.ui.read_line() == \"q\" then os.exit(0) end"
    ) { _ in try await input.next() }
    module.asyncFunction(
      "read_key",
      "Waits for the next key of a terminal, typed without Enter and not shown; other tasks run on.",
      returns:
        "string?  a key as ui.screen:key names it; nil after the last; nil, err of kind unavailable without a terminal, or while a screen has it",
      example: "local key = mix.ui.is_interactive() and mix.ui.read_key() or mix.ui.read_line()"
    ) { _ in
      // The question must be readable before its answer is awaited.
      StandardOutput.flush()
      guard input.isTerminal, TerminalMode.begin(.keys) else {
        throw HostError(
          kind: "unavailable",
          message: "standard input is not a terminal that keys can be read from, or a screen has it"
        )
      }
      defer { TerminalMode.end() }
      return try await input.read(.key).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func addScreen(
    _ module: inout Module, _ output: OutputSettings, _ input: InputLines
  ) {
    module.function(
      "screen", "Takes the whole terminal, to draw over and to read keys from.",
      returns:
        "ui.screen  until it is closed or the script ends; nil, err of kind unavailable without one",
      example: "local screen = assert(mix.ui.screen())"
    ) { _ in
      guard output.canRedraw, input.isTerminal, let screen = Screen(output, input) else {
        throw HostError(
          kind: "unavailable",
          message: "this takes a terminal for both input and output, which is not taken already")
      }
      return ObjectResult(screen)
    }
    module.type(Screen.luaType)
  }

  private static func terminal(_ host: any NetHost, _ input: InputLines) -> LiveTable.Terminal {
    let output = host.output
    let reactor = host.reactor
    return LiveTable.Terminal(
      time: host.time,
      after: { wait, action in
        let deadline = Reactor.monotonicNanoseconds() + UInt64(wait.nanoseconds)
        reactor.scheduleTimer(at: deadline, action)
      },
      color: output.color, size: { output.size }, typed: { input.takeEchoed() },
      write: { text in
        // A reader that is gone is noticed at the script's next wait.
        try? StandardOutput.write(text)
        StandardOutput.flush()
      }, sharesErrors: output.isErrorTerminal)
  }
}
