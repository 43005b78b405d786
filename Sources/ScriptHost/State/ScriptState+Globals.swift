internal import CLua
internal import Notation

// What a script finds in its globals besides the standard library: `mix`, `require`, `arg`.
extension ScriptState {
  /// Sets up the globals of a new state.
  func openGlobals(_ configuration: EngineConfiguration) {
    let stack = main
    // The prelude gets the host functions it needs as arguments and leaves nothing behind.
    do { try load(Array(Prelude.source.utf8), name: Traceback.hiddenSource, onto: stack) } catch {
      preconditionFailure("the prelude does not load: \(error)")
    }
    push(host: "mix", stack) { call in
      guard let name = call.stack.string(1) else { return 0 }
      return try call.state.pushModule(name, call.stack)
    }
    let folders = configuration.moduleFolders
    push(host: "require", stack) { call in
      let name = call.stack.string(1) ?? ""
      let found = try ModuleSearch(folders: folders()).find(name)
      call.stack.push("@" + found.shownPath)
      Self.chunkText(found.text).withUnsafeBytes { call.stack.push($0) }
      return 2
    }
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
      let code = call.stack.boolean(1).map { $0 ? 0 : 1 } ?? call.stack.integer(1) ?? 0
      throw ScriptExit(code: Int32(truncatingIfNeeded: code & 0xFF))
    }
    stack.push(configuration.strictGlobals)
    if clua_pcall_trusted(stack.pointer, 6, 0) != LUA_OK {
      preconditionFailure("the prelude failed: \(stack.string(-1) ?? "")")
    }
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

  private func push(
    host name: String, _ stack: LuaStack, _ body: @escaping @Sendable (HostCall) throws -> Int32
  ) {
    let signature = FunctionSignature(
      name: name, doc: "", parameters: [], returns: "", example: "", waits: false)
    let entry = FunctionEntry(signature: signature) { call in .results(try body(call)) }
    push(entry, fullName: name, stack)
  }

  /// Builds a module and pushes its table (the prelude makes it read-only).
  /// - Throws: ``HostError`` for an unknown name.
  func pushModule(_ name: String, _ stack: LuaStack) throws -> Int32 {
    guard let module = makeModule(name) else {
      var message = "mix.\(name) does not exist"
      if let closest = Suggestion.closest(to: name, in: moduleNames) {
        message += " (did you mean mix.\(closest)?)"
      }
      throw HostError.usage(message)
    }
    clua_newtable(stack.pointer)
    for entry in module.functions {
      push(entry, fullName: "mix.\(name).\(entry.signature.name)", stack)
      lua_setfield(stack.pointer, -2, entry.signature.name)
    }
    for constant in module.constants {
      stack.push(constant.value)
      lua_setfield(stack.pointer, -2, constant.name)
    }
    return 1
  }

  private func unknownGlobal(_ name: String) -> String {
    var names: [String] = []
    clua_push_globals(main.pointer)
    try? main.forEachPair(-1) { if let key = main.string(-2) { names.append(key) } }
    main.pop()
    let hint = Suggestion.closest(to: name, in: names).map { " (did you mean '\($0)'?)" } ?? ""
    return "unknown global '\(name)'\(hint)"
  }
}

/// The Lua part of the set-up: what is shorter and safer in Lua than in Swift.
enum Prelude {
  static let source = #"""
    local load_module, find_module, unknown_global, getenv, exit, strict = ...
    local setmetatable, next, rawget, rawset, load, error, type, tostring =
      setmetatable, next, rawget, rawset, load, error, type, tostring

    -- A view that cannot be written to; iteration does not hand out the table behind it.
    local function read_only(real, name)
      return setmetatable({}, {
        __index = real,
        __newindex = function(_, key)
          error(name .. " is read-only: " .. tostring(key) .. " cannot be set", 2)
        end,
        __pairs = function() return function(_, key) return next(real, key) end end,
        __name = name,
        __metatable = false,
      })
    end

    local modules = setmetatable({}, {
      __index = function(self, name)
        local module = load_module(name)
        if module ~= nil then
          module = read_only(module, "mix." .. name)
          rawset(self, name, module)
        end
        return module
      end,
    })
    mix = read_only(modules, "mix")
    os.getenv, os.exit = getenv, exit

    local loaded, loading = {}, {}
    local done = { __close = function(guard) loading[guard.name] = nil end }

    -- In Lua, so that a module may wait while it loads.
    function require(name)
      if type(name) ~= "string" then error("require takes a module's name", 2) end
      local value = loaded[name]
      if value ~= nil then return value end
      if name == "mix" then return mix end
      local part = name:match("^mix%.(%w+)$")
      if part then return mix[part] end
      if loading[name] then error("module '" .. name .. "' requires itself", 2) end
      local chunk_name, text = find_module(name)
      local chunk, message = load(text, chunk_name, "t")
      if not chunk then error(message, 0) end
      loading[name] = true
      local guard <close> = setmetatable({ name = name }, done)
      value = chunk(name, chunk_name:sub(2))
      if value == nil then value = true end
      loaded[name] = value
      return value
    end

    if strict then
      setmetatable(_G, {
        __index = function(_, name) unknown_global(tostring(name)) end,
        __newindex = function(self, name, value)
          if name == "arg" then return rawset(self, name, value) end
          error("global '" .. tostring(name) .. "' is not declared: write local " .. tostring(name), 2)
        end,
        __metatable = false,
      })
    end
    """#
}
