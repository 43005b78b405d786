internal import Reactor
internal import ScriptHost

// @unchecked Sendable: confined to the reactor's thread, on which scripts call and are collected.
/// `ui.screen`: the whole terminal, drawn over again and again, and the keys typed there.
final class Screen: LuaObject, @unchecked Sendable {  // confined: see above
  static let luaTypeName = "ui.screen"

  private let output: OutputSettings
  private let input: InputLines
  private var isOpen = true
  private var shown: [String] = []
  private var size: TerminalSize

  /// - Returns: nil when the terminal is taken already.
  init?(_ output: OutputSettings, _ input: InputLines) {
    StandardOutput.flush()
    guard TerminalMode.begin() else { return nil }
    self.output = output
    self.input = input
    size = output.size
    // What others have to say waits until the screen is given back.
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
      text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
    }
    shown = visible
    // A reader that is gone is noticed at the script's next wait.
    try? StandardOutput.write(text)
    StandardOutput.flush()
  }

  /// A line as the screen shows it: cut to its width, in a style.
  private func line(_ value: LuaValue, _ call: HostCall) throws -> String {
    let text: String
    var style: TextStyle?
    switch value {
    case .string(let plain): text = plain
    case .array(let parts) where parts.count == 2:
      guard case .string(let plain) = parts[0], case .string(let name) = parts[1] else {
        throw call.badArgument("lines", "a line is a text or {text, style}")
      }
      guard let known = TextStyle(rawValue: name) else {
        throw call.badArgument("lines", TextStyle.unknown(name))
      }
      text = plain
      style = output.color ? known : nil
    default: throw call.badArgument("lines", "a line is a text or {text, style}")
    }
    let cut = DisplayWidth.cut(VisibleText.line(text), to: max(1, output.size.columns))
    return style?.apply(cut) ?? cut
  }

  static let luaType: ObjectType<Screen> = {
    var type = ObjectType<Screen>("The whole terminal, and the keys typed there.")
    type.description { $0.isOpen ? "ui.screen" : "ui.screen: closed" }
    type.method(
      "draw", "Shows lines from the top, cut to the screen.",
      Parameter(
        "lines", "texts, or {text, style} with a style of mix.ui.color", [LuaValue].self),
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
      "key", "Waits for the next key; other tasks go on.",
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
