internal import Reactor
internal import ScriptHost
internal import Terminal

/// `ui.screen`: the whole terminal, drawn over again and again, and the keys typed there.
final class Screen: LuaObject {
  static let luaTypeName = "ui.screen"

  private let output: OutputSettings
  private let input: InputLines
  private var isOpen = true
  private var shown: [String] = []
  private var size: TerminalSize

  /// - Returns: nil when the terminal is taken already.
  init?(_ output: OutputSettings, _ input: InputLines) {
    StandardOutput.flush()
    guard TerminalMode.begin(.screen) else { return nil }
    self.output = output
    self.input = input
    size = output.size
    // Output of others waits until the screen is given back.
    ErrorDetour.begin {}
  }

  deinit { close() }

  /// Gives the terminal back and shows what has waited.
  func close() {
    guard isOpen else { return }
    isOpen = false
    OutputSettings.endDrawing()
  }

  /// Shows lines from the top; what does not fit is cut off. Only lines that have changed are written.
  func draw(_ lines: [String]) {
    guard isOpen else { return }
    var text = ""
    if output.size != size {
      size = output.size
      shown = []
      text = "\u{1B}[2J"
    }
    let visible = Array(lines.prefix(size.rows))
    for row in 0..<max(visible.count, shown.count) {
      let line = row < visible.count ? visible[row] : ""
      if row < shown.count, shown[row] == line { continue }
      text += Self.row(row, line)
    }
    shown = visible
    guard TerminalMode.shows(visible.enumerated().map { Self.row($0, $1) }.joined()) else { return }
    // A reader that is gone is noticed at the script's next wait.
    try? StandardOutput.write(text)
    StandardOutput.flush()
  }

  private static func row(_ row: Int, _ line: String) -> String {
    "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
  }

  /// A line as the screen shows it: cut to its width, its parts in their styles.
  private func line(_ value: LuaValue, _ call: HostCall) throws -> String {
    var room = output.size.columns
    var line = ""
    for part in try parts(value, call) where room > 0 {
      let cut = DisplayWidth.cut(VisibleText.line(part.text), to: room)
      room -= DisplayWidth.of(cut)
      line += output.color ? part.style?.apply(cut) ?? cut : cut
    }
    return line
  }

  private func parts(
    _ value: LuaValue, _ call: HostCall
  ) throws -> [(text: String, style: TextStyle?)] {
    if case .string(let text) = value { return [(text, nil)] }
    guard case .array(let items) = value else { throw notALine(call) }
    if case .string? = items.first { return [try part(items, call)] }
    return try items.map { item in
      guard case .array(let items) = item else { throw notALine(call) }
      return try part(items, call)
    }
  }

  private func part(
    _ items: [LuaValue], _ call: HostCall
  ) throws -> (text: String, style: TextStyle?) {
    guard (1...2).contains(items.count), case .string(let text) = items[0] else {
      throw notALine(call)
    }
    if items.count == 1 { return (text, nil) }
    guard case .string(let name) = items[1] else { throw notALine(call) }
    guard let style = TextStyle(rawValue: name) else {
      throw call.badArgument("lines", TextStyle.unknown(name))
    }
    return (text, style)
  }

  private func notALine(_ call: HostCall) -> HostError {
    call.badArgument("lines", "a line is a text, {text, style}, or a list of such parts")
  }

  static let luaType: ObjectType<Screen> = {
    var type = ObjectType<Screen>("The whole terminal, and the keys typed there.")
    type.description { $0.isOpen ? "ui.screen" : "ui.screen: closed" }
    type.method(
      "draw", "Shows lines from the top, cut to the screen.",
      Parameter(
        "lines", "texts, {text, style} with a style of mix.ui.color, or lists of such parts",
        [LuaValue].self),
      example: "screen:draw({{\"Films\", \"bold\"}, \"1 Paper Boats\"})"
    ) { call, screen, lines in
      screen.draw(try lines.map { try screen.line($0, call) })
      return Nothing()
    }
    type.method(
      "size", "How large it is now.", returns: "integer, integer  columns and rows",
      example: "local columns, rows = screen:size()"
    ) { _, screen in
      let size = screen.output.size
      return Several(size.columns, size.rows)
    }
    type.asyncMethod(
      "key", "Waits for the next key; other tasks run on.",
      returns:
        "string?  a character, or up down left right home end page_up page_down enter escape space tab backspace delete ctrl-x other; nil when there will be none",
      example: "if screen:key() == \"q\" then screen:close() end"
    ) { _, screen in
      try await screen.input.read(.key).map { String(decoding: $0, as: UTF8.self) }
    }
    type.method(
      "close", "Gives the terminal back; later calls do nothing.", example: "screen:close()"
    ) { _, screen in
      screen.close()
      return Nothing()
    }
    return type
  }()
}
