internal import ScriptHost
internal import Terminal

/// `mix.ui`: what people see: tables, progress, colour.
enum UIModule {
  static func make(_ host: any NetHost) -> Module {
    let output = host.output
    let display = host.display
    var module = Module(
      "ui", "Tables, progress and colour; plain text when not on a terminal.",
      rules: .refused("talks to the user"))
    addTable(&module, output, display)
    addProgress(&module, host, display)
    addText(&module, output)
    addColumns(&module, output)
    addMessages(&module, output, display)
    addLive(&module, host)
    module.type(ProgressMeter.luaType)
    module.shapes(TableRows.columnShape)
    return module
  }

  private static func addTable(
    _ module: inout Module, _ output: OutputSettings, _ display: ProgressDisplay
  ) {
    module.function(
      "table", "Prints a table as wide as the terminal; in a pipe nothing is cut.",
      Parameter(
        "rows",
        "records with named fields, or lists; control characters are made visible, mix.ui.color counts",
        [LuaValue].self),
      .options(
        .init(
          "columns", .list(.record(TableRows.columnShape)),
          "in order: keys or columns (default: all fields by name; numbers on the right)",
          as: "ui.column[]|string[]"),
        .init(
          "max_width", .integer(in: 20...10_000),
          "columns at most, 20 to 10000 (default: the terminal's)")
      ),
      example:
        "mix.ui.table(songs, {columns = {{key = \"rank\", title = \"#\"}, \"artist\", \"title\"}})"
    ) { call, rows, options in
      let limit = options.int("max_width")
      let table = try TableRows(
        call, rows, columns: options.records("columns"), isStyled: output.color)
      let text = TableLayout.render(
        table.rows, columns: table.columns,
        width: limit ?? (output.isTerminal ? output.width : nil),
        color: output.color)
      try display.interrupted {
        try StandardOutput.write(text)
        StandardOutput.flush()
      }
      return Nothing()
    }
  }

  private static func addProgress(
    _ module: inout Module, _ host: any NetHost, _ display: ProgressDisplay
  ) {
    module.function(
      "progress",
      "Shows progress with rate and time left on standard error, if that is a terminal.",
      Parameter("total", "how much there is; 0 when that is not known", Int.self),
      Parameter("label", "what is being done", ShownArgument?.self),
      .options(
        .init(
          "percent", .flag, "the share behind the count instead of a bar (default false)")),
      returns: "ui.progress  with step, visible and finish",
      example: "local progress = mix.ui.progress(#songs, \"Songs\")"
    ) { call, total, label, options in
      guard total >= 0 else { throw call.badArgument("total", "0 or more expected, got \(total)") }
      let forecasts = host.beginForecast()
      return ObjectResult(
        ProgressMeter(
          display, time: host.time, label: label?.text ?? "", total: total,
          showsPercent: options.bool("percent") ?? false, forecast: forecasts))
    }
  }

  private static func addText(_ module: inout Module, _ output: OutputSettings) {
    module.function(
      "spark", "Numbers as small bars.", Parameter("numbers", "any numbers", [Double].self),
      returns: "string  one of ▁▂▃▄▅▆▇█ for each, a space for what is not finite",
      example: "print(mix.ui.spark({1, 5, 3}))"
    ) { _, numbers in Sparkline.render(numbers) }
    module.function(
      "color", "Text in a colour or weight, where colours are shown; elsewhere the text itself.",
      Parameter("text", "the text", Bytes.self),
      Parameter(
        "style", "red, green, yellow, blue, magenta, cyan, gray, bold or dim", String.self),
      returns: "string  the text", example: "print(mix.ui.color(\"done\", \"green\"))"
    ) { call, text, name in
      guard let style = TextStyle(rawValue: name) else {
        throw call.badArgument("style", TextStyle.unknown(name))
      }
      return output.color ? Bytes(style.apply(text.bytes)) : text
    }
    module.function(
      "fit",
      "A text of exactly that number of columns on a terminal: cut off or filled with spaces.",
      Parameter("text", "one line; control characters are made visible", ShownArgument.self),
      Parameter("columns", "1 to 10000", Int.self), returns: "string  the text",
      example: "print(mix.ui.fit(title, 30) .. year)"
    ) { call, text, columns in
      guard (1...10_000).contains(columns) else {
        throw call.badArgument("columns", "1 to 10000 expected, got \(columns)")
      }
      let cut = DisplayWidth.cut(VisibleText.line(text.text), to: columns)
      return cut + String(repeating: " ", count: max(0, columns - DisplayWidth.of(cut)))
    }
  }

  private static func addColumns(_ module: inout Module, _ output: OutputSettings) {
    module.function(
      "wrap", "Breaks prose at its spaces; a text that begins with spaces continues below them.",
      Parameter("text", "lines; control characters are made visible", ShownArgument.self),
      Parameter("columns", "1 to 10000 (default: the terminal's width)", Int?.self),
      returns: "string  the lines, none wider unless one of its words is",
      example: "print(mix.ui.wrap(film.overview))"
    ) { call, text, columns in
      guard columns.map((1...10_000).contains) ?? true else {
        throw call.badArgument("columns", "1 to 10000 expected, got \(columns ?? 0)")
      }
      return WrappedText.lines(
        VisibleText.lines(text.text, styled: false), width: columns ?? output.width)
    }
    module.function(
      "columns", "How many columns of a terminal a text takes.",
      Parameter("text", "one line; control characters are made visible", ShownArgument.self),
      returns: "integer  columns; a wide character takes two",
      example: "print((\"-\"):rep(mix.ui.columns(title)))"
    ) { _, text in DisplayWidth.of(VisibleText.line(text.text)) }
  }

  private static let message = Parameter(
    "message", "WHAT is wrong: WHAT TO DO; control characters in it are made visible",
    ShownArgument.self)

  private static func show(
    problem: ShownArgument, _ output: OutputSettings, _ display: ProgressDisplay
  ) {
    StandardOutput.flush()
    var shown = "mixhost: " + VisibleText.lines(problem.text, styled: false)
    if output.isErrorTerminal { shown = WrappedText.lines(shown, width: output.width) }
    display.interrupted { OutputSettings.writeError(shown + "\n") }
  }

  private static func addMessages(
    _ module: inout Module, _ output: OutputSettings, _ display: ProgressDisplay
  ) {
    module.function(
      "note", "Writes a remark for the user to standard error, unless --quiet.",
      Parameter(
        "text", "lines; control characters in them are made visible, mix.ui.color counts",
        ShownArgument.self),
      example: "mix.ui.note(\"7 of 10 songs came from the cache\")"
    ) { _, text in
      guard !output.quiet else { return Nothing() }
      let styled = output.color && output.isErrorTerminal
      var shown = VisibleText.lines(text.text, styled: styled)
      if output.isErrorTerminal { shown = WrappedText.lines(shown, width: output.width) }
      display.interrupted { OutputSettings.writeStyledError(shown + "\n") }
      return Nothing()
    }
    module.function(
      "problem",
      "Reports a mistake in the user's input on standard error, as \"mixhost: MESSAGE\"; also with --quiet.",
      message, example: "mix.ui.problem(path .. \": the file is empty: skipped\")"
    ) { _, text in
      show(problem: text, output, display)
      return Nothing()
    }
    module.function(
      "fail",
      "Ends the script for what the user can mend: as mix.ui.problem, without a traceback.",
      message,
      Parameter("code", "the exit code: 1 failed (the default), 2 wrong usage", Int?.self),
      example: "if not args.query then mix.ui.fail(\"--query is missing: a JSON object\", 2) end"
    ) { call, text, code -> Nothing in
      guard [1, 2].contains(code ?? 1) else {
        throw call.badArgument("code", "1 or 2 expected, got \(code ?? 1)")
      }
      display.drop()
      show(problem: text, output, display)
      throw ScriptExit(code: Int32(code ?? 1))
    }
    module.function(
      "is_terminal", "Whether standard output is a terminal.", returns: "boolean  whether it is",
      example: "if mix.ui.is_terminal() then mix.ui.table(songs) end"
    ) { _ in output.isTerminal }
    module.function(
      "width", "The width of the terminal.", returns: "integer  columns; 80 when it is not known",
      example: "print((\"-\"):rep(mix.ui.width()))"
    ) { _ in output.width }
  }
}
