internal import CLua

/// The globals of one rule and its modules, and the modules that it has loaded.
public final class RuleModules {
  /// The files that `require` has read, in the order of the requests.
  public private(set) var paths: [String] = []

  /// A file that is running, with the folder that it belongs to.
  private struct Running {
    let path: String
    let root: String
    let name: String
  }

  private let folders: RuleFolders
  private let onNote: (RuleNote) -> Void
  private var searches: [(root: String, search: ModuleSearch)] = []
  /// The files that names led to, by the requiring folder and the name.
  private var found: [String: (path: String, isOlder: Bool)] = [:]
  /// The values that files returned, by path, and their stand-ins for older files.
  private var values: [String: KeptValue] = [:]
  private var olderValues: [String: KeptValue] = [:]
  private var environment: LuaTable?
  /// The rule's file, then the files that are loading, the innermost last.
  private var running: [Running] = []
  private var noted: Set<String> = []

  init(_ folders: RuleFolders, _ onNote: @escaping (RuleNote) -> Void) {
    self.folders = folders
    self.onNote = onNote
  }

  /// Makes the globals for the rule of a file.
  func open(_ path: String, _ call: HostCall) throws {
    let stack = call.stack
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    running = [Running(path: path, root: folders.root(of: path), name: path)]
    clua_push_pure_environment(stack.pointer)
    call.state.pushRuleModules(stack)
    lua_pushvalue(stack.pointer, -1)
    lua_setfield(stack.pointer, base + 1, "mix")
    // Weak, because the state keeps its functions, but an environment must end with its rule.
    call.state.push(host: "require", stack) { [weak self] call in
      guard let self else { throw HostError.usage("the rule has been unloaded") }
      return try self.require(call)
    }
    lua_setfield(stack.pointer, base + 1, "require")
    call.state.push(host: "global", stack) { [weak self] call in
      self?.noteGlobal(call.stack)
      return 0
    }
    clua_set_older_globals(stack.pointer, base + 1, base + 2)
    lua_settop(stack.pointer, base + 1)
    environment = LuaTable(popping: stack, state: call.state)
  }

  /// Runs a chunk with the rule's globals; leaves its first result on the stack.
  func run(
    _ text: [UInt8], path: String, name: String? = nil, arguments: [String] = [], _ call: HostCall
  ) throws {
    let stack = call.stack
    try call.state.load(text, name: name.map { "=" + $0 } ?? "@" + path, onto: stack)
    guard let environment else { throw HostError.usage("the rule has been unloaded") }
    environment.push(stack)
    lua_setupvalue(stack.pointer, -2, 1)
    for argument in arguments { stack.push(argument) }
    try call.callRule(
      path, arguments: Int32(arguments.count), results: 1, budget: .loading)
  }

  // MARK: require

  private func require(_ call: HostCall) throws -> Int32 {
    guard call.stack.kind(1) == .string, let name = call.stack.string(1) else {
      throw call.badArgument("name", "a module's name expected, got \(call.stack.typeName(1))")
    }
    guard call.stack.reserve(16) else { throw HostError.usage("the Lua stack is full") }
    if name.hasPrefix("mix."), !name.dropFirst(4).contains(".") {
      return try pushModule(String(name.dropFirst(4)), call)
    }
    let requirer = running[running.count - 1]
    let key = requirer.root + "\n" + name
    let place: (path: String, isOlder: Bool)
    if let known = found[key] {
      place = known
    } else {
      let file = try search(from: requirer.root).find(name)
      place = (file.shownPath, file.folder.isOlder)
      try load(file, as: name, call)
      found[key] = place
    }
    guard place.isOlder else {
      values[place.path]?.push(call.stack)
      return 1
    }
    note(
      requirer.path, Traceback.line(of: call.stack.pointer),
      "require(\"\(name)\") is the older form of require(\"rules.\(name)\"), which takes no (text) or "
        + "(random)")
    return pushOlder(place.path, call)
  }

  /// Pushes `mix.text` as a program's `require("mix.text")` would.
  private func pushModule(_ name: String, _ call: HostCall) throws -> Int32 {
    let stack = call.stack
    call.state.pushRuleModules(stack)
    stack.push(name)
    guard clua_index_table(stack.pointer) == LUA_OK else {
      defer { stack.pop() }
      throw call.state.ruleError(on: stack)
    }
    return 1
  }

  /// Loads a file that is not loaded yet.
  private func load(_ file: ModuleSearch.Found, as name: String, _ call: HostCall) throws {
    let path = file.shownPath
    guard values[path] == nil else { return }
    if let first = running.firstIndex(where: { $0.path == path }) {
      throw ModuleLoads.cycle(running.dropFirst(first).map(\.name), running[first].name)
    }
    paths.append(path)
    try checkUses(file, as: name, call)
    let stack = call.stack
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    running.append(Running(path: path, root: file.folder.path, name: name))
    defer { running.removeLast() }
    do {
      try run(file.text, path: path, arguments: [name, path], call)
    } catch let error as ScriptError where error.kind == "impure" {
      throw Self.impure(name, error)
    }
    // A module without a result is `true`, as in a program.
    if stack.isNoneOrNil(-1) {
      stack.pop()
      stack.push(true)
    }
    values[path] = KeptValue(popping: LuaReference.copy(stack, -1), state: call.state)
  }

  /// Refuses a module that uses more than rules have, before one of its functions is called.
  private func checkUses(
    _ file: ModuleSearch.Found, as name: String, _ call: HostCall
  ) throws {
    let names = ModuleUses.candidates(in: file.text)
    guard names.contains(where: { call.state.refusal(ofModule: $0) != nil }) else { return }
    var uses = ModuleUses(file.text)
    while let use = uses.next() {
      guard let refusal = call.state.refusal(ofModule: use.name) else { continue }
      throw HostError(
        kind: refusal.kind,
        message: "module '\(name)' is not for rules: \(file.shownPath):\(use.line): "
          + refusal.message,
        fields: ["module": .string(name)], delivery: .raised)
    }
  }

  /// The error for a module that uses more than rules have; it names the innermost such module.
  private static func impure(_ name: String, _ error: ScriptError) -> any Error {
    if case .object(let fields) = error.value, fields["module"] != nil { return error }
    return HostError(
      kind: "impure", message: "module '\(name)' is not for rules: \(error.message)",
      fields: ["module": .string(name)], delivery: .raised)
  }

  private func search(from root: String) -> ModuleSearch {
    if let known = searches.first(where: { $0.root == root }) { return known.search }
    let search = folders.search(from: root)
    searches.append((root, search))
    return search
  }

  // MARK: Older files

  /// Pushes the module of a path in the form that older files expect.
  private func pushOlder(_ path: String, _ call: HostCall) -> Int32 {
    let stack = call.stack
    if let known = olderValues[path] {
      known.push(stack)
      return 1
    }
    call.state.pushRuleModules(stack)
    let mix = stack.count
    values[path]?.push(stack)
    clua_push_older_module(stack.pointer, mix)
    olderValues[path] = KeptValue(
      popping: LuaReference.copy(stack, -1), state: call.state)
    return 1
  }

  /// Reports the use of `text` or `random` as a global: name, chunk and line.
  private func noteGlobal(_ stack: LuaStack) {
    guard let name = stack.string(1), let chunk = stack.string(2) else { return }
    note(
      chunk.hasPrefix("@") ? String(chunk.dropFirst()) : chunk, Int(stack.integer(3) ?? 0),
      "'\(name)' is the older name of mix.\(name): write local \(name) = mix.\(name)")
  }

  /// Reports an outdated form, once for each file.
  private func note(_ path: String, _ line: Int, _ message: String) {
    guard noted.insert(path).inserted else { return }
    let place = line > 0 ? "\(path):\(line)" : path
    onNote(RuleNote(path: path, message: "\(place): \(message)"))
  }
}
