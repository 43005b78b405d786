internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Terminal

/// `ui.live`: a table whose rows are filled in place.
final class LiveTable: LuaObject {
  static let luaTypeName = "ui.live"
  /// The least time between two drawings.
  private static let interval = Duration.milliseconds(50)

  /// The terminal as the table needs it.
  struct Terminal {
    var time: any TimeSource
    /// Calls back on the reactor's thread after a while.
    var after: (Duration, @escaping () -> Void) -> Void
    /// Whether titles may be bold.
    var color: Bool
    var size: () -> TerminalSize
    /// How often the user typed Enter since this was asked last.
    var typed: () -> Int
    var write: (String) -> Void
    /// Whether others write to the same terminal, through ``ErrorDetour``.
    var sharesErrors: Bool
  }

  private let terminal: Terminal
  private let columns: [TableColumn]
  /// The option as it was given, to read later rows by.
  private let columnsOption: [Fields]
  private var cells: [[TableCell]]
  private var frame = LiveFrame()
  private var content = LiveFrame.Content()
  private var layout: TableLayout
  private var width: Int
  private var drawnAt: Duration?
  private var isDrawingPlanned = false
  private var isFinished = false
  /// How long the rest takes at the rate that upstreams allow.
  var forecast: (_ done: Int, _ left: Int) -> TrafficForecast? = { _, _ in nil }
  private let begin: Duration
  /// The rows that were set, in memory.
  private let charge: MemoryCharge
  private var rowBytes: [Int: Int] = [:]

  init(
    _ terminal: Terminal, _ table: TableRows, columnsOption: [Fields], _ charge: MemoryCharge
  ) {
    self.charge = charge
    self.terminal = terminal
    begin = terminal.time.monotonic
    self.columnsOption = columnsOption
    columns = table.columns
    cells = table.rows
    width = terminal.size().columns
    layout = TableLayout(cells, columns, width - 1)
    content.isDone = cells.map { _ in false }
    arrange()
  }

  deinit { if !isFinished, terminal.sharesErrors { OutputSettings.endDrawing() } }

  /// Draws the table as it begins; called once.
  func begin(_ reactor: Reactor) {
    if terminal.sharesErrors {
      let table = Confined(Weak(self), to: reactor)
      ErrorDetour.begin { reactor.post { table.value.table?.makeRoom() } }
    }
    draw()
  }

  /// A table that may be gone.
  private struct Weak {
    weak var table: LiveTable?

    init(_ table: LiveTable) { self.table = table }
  }

  /// Lays all rows out anew.
  private func arrange() {
    content.head = layout.head(color: terminal.color)
    content.rows = cells.map(layout.line)
  }

  /// Fills a row, which is complete then.
  /// - Throws: ``HostError`` for a position or row of the wrong form.
  func set(_ call: HostCall, _ position: Int, _ row: LuaValue) throws {
    guard position >= 1, position <= cells.count else {
      throw call.badArgument("position", "1 to \(cells.count) expected, got \(position)")
    }
    let table = try TableRows(call, [row], columns: columnsOption, isStyled: terminal.color)
    // Twice: a cell, and its part of the drawn line.
    let bytes = 2 * row.heldBytes
    try charge.set(charge.bytes + bytes - (rowBytes[position] ?? 0))
    rowBytes[position] = bytes
    cells[position - 1] = table.rows[0]
    content.rows[position - 1] = layout.line(table.rows[0])
    content.isDone[position - 1] = true
    drawSoon()
  }

  /// Sets the line below the rows. With the rows that are done and left, it says how long these take
  /// where an upstream's limit holds them up.
  func status(_ text: String, done: Int?, left: Int?) {
    var text = text
    if let done, let left, let forecast = forecast(done, left) {
      let seconds = (terminal.time.monotonic - begin).seconds
      let observed = done > 0 ? seconds / Double(done) * Double(left) : nil
      if forecast.isBottleneck(observed: observed) { text += "  ·  " + forecast.text }
    }
    content.status = VisibleText.line(text)
    drawSoon()
  }

  /// Draws all rows a last time and leaves them.
  func finish() {
    guard !isFinished else { return }
    isFinished = true
    adapt()
    terminal.write(frame.end(content, terminal.size(), typed: terminal.typed()))
    if terminal.sharesErrors { OutputSettings.endDrawing() }
  }

  // MARK: Drawing

  /// Draws at the next turn of the interval.
  func drawSoon() {
    guard !isFinished, !isDrawingPlanned else { return }
    let now = terminal.time.monotonic
    guard let drawnAt, now - drawnAt < Self.interval else { return draw() }
    isDrawingPlanned = true
    terminal.after(Self.interval - (now - drawnAt)) { [weak self] in
      guard let self else { return }
      isDrawingPlanned = false
      if !isFinished { draw() }
    }
  }

  private func draw() {
    adapt()
    terminal.write(frame.draw(content, terminal.size(), typed: terminal.typed()))
    drawnAt = terminal.time.monotonic
  }

  /// Follows the terminal's width.
  private func adapt() {
    let now = terminal.size().columns
    guard now != width else { return }
    width = now
    layout = TableLayout(cells, columns, width - 1)
    arrange()
  }

  /// Lets what others want to write stand above the rows.
  private func makeRoom() {
    guard !isFinished else { return }
    let text = ErrorDetour.drain()
    guard !text.isEmpty else { return }
    terminal.write(frame.erase(terminal.size(), typed: terminal.typed()))
    OutputSettings.writeErrorNow(text)
    draw()
  }

  static let luaType: ObjectType<LiveTable> = {
    var type = ObjectType<LiveTable>("A table on the terminal that is filled in place.")
    type.description { "ui.live: \($0.cells.count) rows" }
    type.method(
      "set", "Fills a row, which is complete then.",
      Parameter("position", "which row, from 1", Int.self),
      Parameter("row", "a record or a list, as in mix.ui.table", LuaValue.self),
      example: "live:set(place, {title = song.title, album = song.album})"
    ) { call, live, position, row in
      try live.set(call, position, row)
      return Nothing()
    }
    type.method(
      "status", "Sets the line below the rows.", Parameter("text", "one line", ShownArgument.self),
      Parameter("done", "how many rows are done", Int?.self),
      Parameter(
        "left", "how many are left: the line then says how long a rate limit makes them take",
        Int?.self),
      example: "live:status(\"3 of 10\", 3, 7)"
    ) { _, live, text, done, left in
      live.status(text.text, done: done, left: left)
      return Nothing()
    }
    type.method(
      "finish", "Leaves the table as it is; later calls do nothing.", example: "live:finish()"
    ) { _, live in
      live.finish()
      return Nothing()
    }
    return type
  }()
}
