internal import CLua
internal import Notation

// The globals of scripts besides the standard library: `mix`, `require`, `arg`.
extension ScriptState {
  /// Sets up the globals of a new state.
  func openGlobals(_ configuration: EngineConfiguration) {
    let stack = main
    clua_push_open_globals(stack.pointer)
    push(host: "mix", stack) { call in
      guard call.stack.count > 0 else {
        call.stack.push(.array(call.state.moduleNames.map(LuaValue.string)))
        return 1
      }
      guard let name = call.stack.string(1) else { return 0 }
      return try call.state.pushModule(name, call.stack)
    }
    let (folders, ruleFolder) = (configuration.moduleFolders, configuration.rulesFolder)
    let onModule = configuration.onModule
    let mayLoad = configuration.mayLoad
    push(host: "require", stack) { call in
      let name = call.stack.string(1) ?? ""
      let places =
        folders().map { ModuleFolder($0) }
        + (ruleFolder.map { [ModuleFolder($0, prefix: ModuleFolder.rules)] } ?? [])
      let found = try ModuleSearch(folders: places, mayLoad: mayLoad).find(name)
      call.state.chunks.add(found.text, name: "@" + found.shownPath)
      onModule(found.shownPath)
      call.stack.push("@" + found.shownPath)
      try Self.chunkText(found.text, name: "@" + found.shownPath).withUnsafeBytes {
        call.stack.push($0)
      }
      return 2
    }
    pushLoadFunctions(stack)
    push(host: "global", stack) { call in
      let name = call.stack.string(1) ?? "?"
      throw HostError.usage(call.state.unknownGlobal(name))
    }
    let environment = configuration.environment
    push(host: "os.getenv", stack) { call in
      guard let name = call.stack.string(1) else { throw HostError.usage("os.getenv takes a name") }
      call.stack.push(environment[name].map(LuaValue.string) ?? .nil)
      return 1
    }
    push(host: "os.exit", stack) { call in
      throw ScriptExit(code: Int32(truncatingIfNeeded: try Self.exitCode(call.stack) & 0xFF))
    }
    stack.push(configuration.strictGlobals)
    if clua_pcall_trusted(stack.pointer, 8, 0) != LUA_OK {
      preconditionFailure("the globals cannot be set up: \(stack.string(-1) ?? "")")
    }
    if let sources = configuration.sources { openSources(sources) }
  }

  /// The code that `os.exit` is called with: a boolean or, as in Lua, what is a whole number.
  private static func exitCode(_ stack: LuaStack) throws -> Int64 {
    if stack.isNoneOrNil(1) { return 0 }
    if let isDone = stack.boolean(1) { return isDone ? 0 : 1 }
    var isWhole: Int32 = 0
    let code = lua_tointegerx(stack.pointer, 1, &isWhole)
    guard isWhole != 0 else {
      throw HostError.usage("os.exit takes true, false or a whole number, not \(stack.typeName(1))")
    }
    return code
  }

  /// Pushes the functions that `require` calls before and after it loads a module.
  private func pushLoadFunctions(_ stack: LuaStack) {
    let begin = FunctionEntry(signature: Self.internalSignature("require")) { call in
      let name = call.stack.string(1) ?? ""
      guard let task = call.state.current else {
        throw HostError.usage("require works in a running script only")
      }
      try ModuleSearch.checkLength(name)
      if try call.state.loads.begin(name, task: task) {
        call.stack.push(true)
        return .results(1)
      }
      try call.state.checkMayWait(call)
      let state = call.state
      return .wait(
        .body { context in
          try await state.loads.wait(for: name, task: task)
          return context.end(false)
        })
    }
    push(begin, fullName: "require", stack)
    push(host: "require", stack) { call in
      call.state.loads.end(call.stack.string(1) ?? "")
      return 0
    }
  }

  static func internalSignature(_ name: String) -> FunctionSignature {
    FunctionSignature(
      name: name, doc: "", parameters: [], returns: "", example: "", waits: false)
  }

  /// Sets `arg` as the stand-alone interpreter does.
  func setArguments(_ arguments: [String], script: String) {
    let stack = main
    lua_createtable(stack.pointer, Int32(clamping: arguments.count), 1)
    stack.push(script)
    lua_rawseti(stack.pointer, -2, 0)
    for (position, argument) in arguments.enumerated() {
      stack.push(argument)
      lua_rawseti(stack.pointer, -2, Int64(position) + 1)
    }
    clua_push_globals(stack.pointer)
    clua_insert(stack.pointer, -2)
    stack.push("arg")
    clua_insert(stack.pointer, -2)
    lua_rawset(stack.pointer, -3)  // allowed: the key is a string
    stack.pop()
  }

  func push(
    host name: String, _ stack: LuaStack, _ body: @escaping (HostCall) throws -> Int32
  ) {
    push(
      HostFunctionBox(fullName: name, signature: Self.internalSignature(name)) { call in
        .results(try body(call))
      }, stack)
  }

  /// Builds a module and pushes its table, which the caller makes read-only.
  /// - Throws: ``HostError`` for an unknown name.
  func pushModule(_ name: String, _ stack: LuaStack) throws -> Int32 {
    push(try module(name), stack) { _ in true }
    return 1
  }

  /// Builds a module.
  /// - Throws: ``HostError`` for an unknown name.
  func module(_ name: String) throws -> Module {
    if let module = makeModule(name) { return module }
    var message = "mix.\(LongText.cut(name, to: 100)) does not exist"
    // A function without its module, such as mix.sleep.
    let homes = moduleNames.sorted().filter { module in
      makeModule(module)?.functions.contains { $0.signature.name == name } == true
    }
    if let closest = Suggestion.closest(to: name, in: moduleNames) {
      message += " (did you mean mix.\(closest)?)"
    } else if !homes.isEmpty {
      message += " (did you mean \(homes.map { "mix.\($0).\(name)" }.joined(separator: ", "))?)"
    }
    throw HostError.usage(message)
  }

  /// Pushes a table with a module's constants and its wanted functions.
  func push(_ module: Module, _ stack: LuaStack, _ isWanted: (String) -> Bool) {
    clua_newtable(stack.pointer)
    for entry in module.functions where isWanted(entry.signature.name) {
      push(entry, fullName: "mix.\(module.name).\(entry.signature.name)", stack)
      lua_setfield(stack.pointer, -2, entry.signature.name)
    }
    for constant in module.constants {
      stack.push(constant.value)
      lua_setfield(stack.pointer, -2, constant.name)
    }
  }

  private func unknownGlobal(_ name: String) -> String {
    var names: [String] = []
    clua_push_globals(main.pointer)
    try? main.forEachPair(-1) { if let key = main.string(-2) { names.append(key) } }
    main.pop()
    let hint =
      ForeignHint.global(name).map { ": \($0)" }
      ?? Suggestion.closest(to: name, in: names).map { " (did you mean '\($0)'?)" } ?? ""
    return "unknown global '\(LongText.cut(name, to: 100))'\(hint)"
  }
}
