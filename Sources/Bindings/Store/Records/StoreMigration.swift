internal import CLua
internal import Files
internal import MixCore
internal import ScriptHost

/// Brings a program's records from the form in which an earlier version left them to that of its manifest.
struct StoreMigration {
  private static let mostBytes = 1_000_000

  private let program: ProgramManifest
  private let store: ProgramStore

  /// - Parameter store: within the transaction that all steps are part of.
  init(_ program: ProgramManifest, _ store: ProgramStore) {
    self.program = program
    self.store = store
  }

  /// Runs the steps that are missing.
  /// - Parameter object: makes what scripts use of a collection.
  /// - Throws: ``HostError`` of kind `store` that names the step; what ends the script.
  func run(
    _ call: HostCall, _ context: HostContext, _ object: (ProgramStore.Collection) -> StoreCollection
  ) throws {
    // Another process may have been faster.
    guard let stored = try store.version(), stored != program.storeVersion else { return }
    guard stored < program.storeVersion else {
      throw failure(
        "the collections of \(program.name) were written by a later version of it (store_version "
          + "\(stored), this one has \(program.storeVersion)): update the program")
    }
    let steps = try load(call)
    let stack = call.stack
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    for step in (stored + 1)...program.storeVersion {
      steps.push(stack)
      stack.pushRawElement(stack.count, Int64(step))
      guard stack.kind(stack.count) == .function else {
        throw failure(
          "\(program.migrationsPath) has no function [\(step)], for store_version \(step)")
      }
      try pushCollections(call, object)
      do {
        try context.callNow(on: stack, arguments: 1, results: 0, inside: "a migration")
      } catch let error as any ScriptEnd {
        throw error
      } catch {
        throw failure(
          "the migration of \(program.name) to store_version \(step) failed, nothing was changed: "
            + "\((error as? ScriptError)?.message ?? "\(error)")")
      }
      lua_settop(stack.pointer, base)
    }
    try store.setVersion(program.storeVersion)
  }

  private func load(_ call: HostCall) throws -> LuaTable {
    let path = program.migrationsPath
    do {
      return try RuleFile(call, folders: .none).load(
        Grants.ruleFile(path).read(most: Self.mostBytes), path: path)
    } catch let error as ScriptError {
      throw failure(error.message)
    } catch let error as FileFailure {
      throw failure(
        "the collections of \(program.name) have to be brought to store_version "
          + "\(program.storeVersion), but \(path) cannot be read (\(error))")
    }
  }

  /// A table of all collections by name: those that are declared, and what is left of earlier ones.
  private func pushCollections(
    _ call: HostCall, _ object: (ProgramStore.Collection) -> StoreCollection
  ) throws {
    let stack = call.stack
    let declared = program.collections
    let left = try store.declarations().filter { old in !declared.contains { $0.name == old.name } }
    lua_createtable(stack.pointer, 0, Int32(clamping: declared.count + left.count))
    for declaration in declared + left {
      _ = try ObjectResult(object(store.open(declaration))).push(call)
      lua_setfield(stack.pointer, -2, declaration.name)
    }
  }

  private func failure(_ message: String) -> HostError {
    HostError(kind: "store", message: message, delivery: .raised)
  }
}
