internal import Reactor

/// The modules that are being loaded now: a task that requires one of them waits until the other task
/// has loaded it.
final class ModuleLoads {
  /// A task that waits, and for which module.
  private struct Wait {
    let task: ScriptTask
    let name: String
    let continuation: UnsafeContinuation<Void, any Error>
  }

  private let reactor: Reactor
  private var loads: [(name: String, task: ScriptTask)] = []
  private var waits: [Wait] = []

  init(reactor: Reactor) { self.reactor = reactor }

  /// Notes that `task` loads a module from now on; false when another task is at it, which
  /// ``wait(for:task:)`` waits for.
  /// - Throws: ``HostError`` when that task waits for this one, so that neither would ever end.
  func begin(_ name: String, task: ScriptTask) throws -> Bool {
    guard let loader = loader(of: name) else {
      loads.append((name, task))
      return true
    }
    try checkCircle(from: loader, to: task, name)
    return false
  }

  private func checkCircle(
    from loader: ScriptTask, to task: ScriptTask, _ name: String
  ) throws {
    guard let tasks = chain(from: loader, to: task) else { return }
    let loading = loads.filter { load in tasks.contains { $0 === load.task } }
    throw Self.cycle(loading.map(\.name), name)
  }

  /// A module that is required while it loads.
  /// - Parameter loading: the modules that load now, the outermost first.
  static func cycle(_ loading: [String], _ name: String) -> HostError {
    let chain = loading.drop { $0 != name } + [name]
    return HostError.usage(
      "module '\(name)' requires itself: " + chain.joined(separator: " → "))
  }

  /// Waits until a module has been loaded or has failed.
  /// - Throws: `CancellationError`; ``HostError`` when that task has come to wait for this one.
  func wait(for name: String, task: ScriptTask) async throws {
    try await reactor.suspend { (continuation: UnsafeContinuation<Void, any Error>) in
      // Asked again here: other jobs may have run on the way into the suspension.
      if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
      guard let loader = loader(of: name) else { return continuation.resume() }
      do { try checkCircle(from: loader, to: task, name) } catch {
        return continuation.resume(throwing: error)
      }
      waits.append(Wait(task: task, name: name, continuation: continuation))
    } onCancel: {
      self.resume(throwing: CancellationError()) { $0.task === task }
    }
  }

  /// Notes that a module has been loaded, or has failed.
  func end(_ name: String) {
    loads.removeAll { $0.name == name }
    resume(throwing: nil) { $0.name == name }
  }

  private func resume(throwing error: CancellationError?, where matches: (Wait) -> Bool) {
    let found = waits.filter(matches)
    waits.removeAll(where: matches)
    for wait in found {
      if let error { wait.continuation.resume(throwing: error) } else { wait.continuation.resume() }
    }
  }

  private func loader(of name: String) -> ScriptTask? { loads.first { $0.name == name }?.task }

  /// The tasks that continue only when `task` does, from `loader` on, where that is one of them: it
  /// is the same one, it awaits it as its child, or one of its children requires something that
  /// `task` is loading.
  private func chain(from loader: ScriptTask, to task: ScriptTask) -> [ScriptTask]? {
    var found: [ScriptTask] = [loader]
    var next = 0
    while next < found.count {
      let current = found[next]
      next += 1
      if task.isWithin(current) { return found + [task] }
      for wait in waits where wait.task.isWithin(current) {
        guard let further = self.loader(of: wait.name) else { continue }
        if !found.contains(where: { $0 === further }) { found.append(further) }
      }
    }
    return nil
  }
}
