internal import CLua
internal import MixCore
internal import ScriptHost

/// The calls of a model's methods that are under way, and its observers.
///
/// Models change while a method of theirs runs, so that there is always a call on whose behalf observers
/// are called. Nothing of a call is kept beyond it: the state holds the models.
final class ModelCalls {
  private var contexts: [(id: Int, context: HostContext)] = []
  private var nextID = 0
  private var observers: [(id: Int, function: LuaFunction)] = []
  private var nextObserver = 0
  /// The error that an observer raised; thrown by the call that made the change.
  private var raised: (any Error)?
  private var isTelling = false

  /// Runs `body`, which changes the model, on behalf of a call.
  /// - Throws: what `body` throws, what an observer raised; ``HostError`` within an observer, which
  ///   would hear of its own change without end.
  func within<Value>(_ context: HostContext, _ body: () throws -> Value) throws -> Value {
    guard !isTelling else {
      throw HostError.usage("an observer only looks: it cannot change what it observes")
    }
    let id = enter(context)
    defer { leave(id) }
    let value = try body()
    try rethrow()
    return value
  }

  /// As ``within(_:_:)-(_,()->Value)``, for what waits.
  func within<Value: Sendable>(
    _ context: HostContext, _ body: () async throws -> Value
  ) async throws -> Value {
    let id = enter(context)
    defer { leave(id) }
    let value = try await body()
    try rethrow()
    return value
  }

  /// The call that is under way; of several the latest.
  var current: HostContext? { contexts.last?.context }

  private func enter(_ context: HostContext) -> Int {
    nextID += 1
    contexts.append((nextID, context))
    return nextID
  }

  private func leave(_ id: Int) { contexts.removeAll { $0.id == id } }

  private func rethrow() throws {
    guard let error = raised else { return }
    raised = nil
    throw error
  }

  // MARK: Observers

  func add(_ observer: LuaFunction) -> Int {
    nextObserver += 1
    observers.append((nextObserver, observer))
    return nextObserver
  }

  func remove(_ id: Int) -> Bool {
    let before = observers.count
    observers.removeAll { $0.id == id }
    return observers.count < before
  }

  /// Calls every observer with the table that `push` pushes.
  func tell(_ push: (LuaStack, HostContext) -> Void) {
    guard let context = current else { return }
    isTelling = true
    defer { isTelling = false }
    for observer in observers {
      do {
        try context.withStack { stack in
          let base = stack.count
          defer { lua_settop(stack.pointer, base) }
          guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
          observer.function.push(stack)
          push(stack, context)
          try context.callNow(on: stack, arguments: 1, results: 0)
        }
      } catch {
        // Nothing may pass over what stops the script.
        if raised == nil || error is any ScriptEnd { raised = error }
      }
    }
  }
}
