import Bindings
import HostSetup
import MixCore
import ScriptHost
import Terminal

// Commands about values and symbols.
extension Session {
  /// `:help`: the commands and modules, or one symbol.
  func help(_ symbol: String) throws {
    let engine = engine
    let modules = try foreground.run(on: engine) { await engine.allModules() }
    let page = HelpPage(modules: modules, view: view)
    if symbol.isEmpty { return view.show(page.overview) }
    guard let text = page.text(symbol) else {
      throw CommandFailure(page.unknown(symbol))
    }
    view.show(text)
  }

  /// `:doc`: shows the documentation of a value, or that there is none.
  func document(_ expression: String) throws {
    // A keyword is not an expression, and a module's table does not know its documentation.
    if LuaText.keywords.contains(expression) || expression == "mix" { return try help(expression) }
    let evaluator = evaluator
    let known: ValueFacts
    do {
      known = try measured { try await evaluator.inspect(expression) { ValueFacts($0, $1) } }
    } catch let error as ScriptError where error.kind == "syntax" {
      throw CommandFailure(":doc takes an expression, not: \(expression)")
    }
    view.remark(known.summary)
    let engine = engine
    let modules = try foreground.run(on: engine) { await engine.allModules() }
    let page = HelpPage(modules: modules, view: view)
    if let symbol = known.hostFunction ?? known.objectType, let text = page.text(symbol) {
      return view.show(text)
    }
    // A name of the host or of Lua's library that still has its original value.
    let text =
      expression.hasPrefix("mix.")
      ? page.text(expression) : known.isOfLibrary ? StandardLibrary.page(expression) : nil
    if let text { return view.show(text) }
    for line in known.comment { view.show(view.style(line, .green)) }
    if known.comment.isEmpty { view.show(known.lack(of: expression, page)) }
  }

  /// `:type`: describes a value.
  func type(_ expression: String) throws {
    let evaluator = evaluator
    view.show(
      try measured { try await evaluator.inspect(expression) { ValueFacts($0, $1).summary } })
  }

  /// `:time`: runs code and shows how long it took.
  func time(_ text: String) throws {
    let (evaluator, engine) = (evaluator, engine)
    guard
      case .chunk(let chunk) = try foreground.run(on: engine, { try await evaluator.read(text) })
    else { throw CommandFailure("the expression is not complete") }
    let before = try foreground.run(on: engine) { await engine.memoryInUse }
    defer { view.remark(timing(since: before)) }
    try run(chunk)
  }

  private func timing(since before: Int) -> String {
    let engine = engine
    let after = (try? foreground.run(on: engine) { await engine.memoryInUse }) ?? before
    let growth = after - before
    return Quantity.seconds(lastSeconds ?? 0) + ", "
      + (growth < 0 ? "−" : "+") + Quantity.bytes(abs(growth)) + " of memory"
  }
}

extension LuaEngine {
  /// Descriptions of all registered modules, by name.
  fileprivate func allModules() -> [ModuleDescription] { moduleNames.compactMap(module) }
}
