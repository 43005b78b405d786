import Bindings
import HostSetup
import MixCore
import Reactor
import ScriptHost
import Terminal

// Commands about the session itself.
extension Session {
  /// `:tasks`, `:tasks stop N`: lists or stops background tasks.
  func listTasks(_ argument: String) throws {
    if argument.isEmpty {
      let now = engine.time.monotonic
      let rows = tasks.running.map { task in
        [
          RecordTable.Cell("\(task.number)", isNumber: true),
          RecordTable.Cell(Quantity.seconds((now - task.started).seconds), isNumber: true),
          RecordTable.Cell(task.text),
        ]
      }
      if rows.isEmpty { return view.remark("nothing runs in the background; CODE & starts it") }
      return view.show(
        RecordTable.render(
          titles: ["#", "for", "input"], rows: rows, width: view.width, color: view.color))
    }
    let words = argument.split(separator: " ")
    guard words.count == 2, words[0] == "stop", let number = Int(words[1]) else {
      throw CommandFailure(":tasks takes nothing, or stop and a number: :tasks stop 1")
    }
    switch tasks.stop(number, on: engine) {
    case .stopped: break
    case .unknown: throw CommandFailure("no task \(number) runs")
    case .held: view.remark("[\(number)] stops as soon as the task that computes lets it")
    }
  }

  /// `:rules`: lists the rules.
  func listRules() throws {
    try run(
      """
      local rows = {}
      for _, rule in ipairs(mix.rules.list()) do
        rows[#rows + 1] = { name = rule.name, owner = rule.own and "you" or "mixhost",
          what = rule.problem or rule.doc or "" }
      end
      return rows
      """)
  }

  /// `:grants`: lists the rights of the session.
  func listGrants() {
    let grants = setup.host.grants
    let network = grants.network
    var hosts = network.allowsPublicHTTPS ? ["public hosts over https"] : []
    if network.allowsLoopback { hosts.append("this machine") }
    hosts += network.grants.map { $0.host + ($0.port.map { ":\($0)" } ?? "") + $0.path }
    let folders = grants.folders
    show("network", Self.unique(hosts), "--allow-net")
    show("read", Self.unique(folders.read), "--allow-read")
    show("write", Self.unique(folders.write), "--allow-write")
    show("environment", Self.unique(grants.variables).sorted(), "--allow-env")
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func show(_ what: String, _ granted: [String], _ flag: String) {
    view.show(view.style(what, .bold) + view.style("  \(flag)", .dim))
    for line in granted.isEmpty ? ["nothing"] : granted { view.show("  \(VisibleText.line(line))") }
  }

  /// `:budget`: shows limits and use.
  func showBudget() throws {
    let engine = engine
    let used = try foreground.run(on: engine) { await engine.memoryInUse }
    let limits = setup.limits
    let memory = limits.memoryBytes > 0 ? " of " + Quantity.bytes(limits.memoryBytes) : ""
    view.show("memory  \(Quantity.bytes(used))\(memory)  (--max-memory)")
    let time = limits.sliceSeconds > 0 ? Quantity.seconds(limits.sliceSeconds) : "no limit"
    view.show("time    \(time) of computing without a wait  (--timeout)")
    if let lastSeconds { view.show("last    \(Quantity.seconds(lastSeconds))") }
  }

  /// `:trace on|off`: shows requests.
  func setTrace(_ argument: String) throws {
    guard argument == "on" || argument == "off" else {
      throw CommandFailure(":trace takes on or off")
    }
    let (host, current) = (setup.host, trace)
    let on = argument == "on"
    trace = try foreground.run(on: engine) {
      if let current {
        if on { return current }
        try await host.client().unsubscribe(current)
        return nil
      }
      return on ? await VerboseEvents.subscribe(host) : nil
    }
    view.remark(on ? "each step of each request is shown" : "requests are no longer shown")
  }
}

extension SessionView {
  /// `:clear`: clears the terminal.
  func clear() {
    // ECMA-48: cursor home, erase the page.
    if !plain { LineEditor.show("\u{1B}[H\u{1B}[2J") }
  }
}
