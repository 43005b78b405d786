internal import Reactor

/// The modules that are being loaded now: a task that requires one of them waits until the other task
/// has loaded it.
final class ModuleLoads {
  /// A task that waits, and for which module.
  private struct Wait {
    let task: ScriptTask
    let name: String
    let continuation: UnsafeContinuation<Void, any Error>
    /// Its place among all waits, in the order in which they began.
    let number: Int
    /// The tasks that load modules and that it is, or was started by.
    let loaders: [ObjectIdentifier]
  }

  private let reactor: Reactor
  private var loads: [(name: String, task: ScriptTask)] = []
  // By the task, which waits once at most: it may be cancelled with thousands of others.
  private var waits: [ObjectIdentifier: Wait] = [:]
  private var lastWait = 0
  // The modules that those within each loading task wait for, with how many do: looked at with each wait.
  private var awaited: [ObjectIdentifier: [String: Int]] = [:]

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
      lastWait += 1
      add(
        Wait(
          task: task, name: name, continuation: continuation, number: lastWait,
          loaders: loaders(around: task)))
    } onCancel: {
      guard let wait = self.waits[ObjectIdentifier(task)] else { return }
      self.remove(wait)
      wait.continuation.resume(throwing: CancellationError())
    }
  }

  /// Notes that a module has been loaded, or has failed.
  func end(_ name: String) {
    loads.removeAll { $0.name == name }
    let ended = waits.values.filter { $0.name == name }.sorted { $0.number < $1.number }
    for wait in ended {
      remove(wait)
      wait.continuation.resume()
    }
  }

  private func add(_ wait: Wait) {
    waits[ObjectIdentifier(wait.task)] = wait
    for loader in wait.loaders { awaited[loader, default: [:]][wait.name, default: 0] += 1 }
  }

  private func remove(_ wait: Wait) {
    waits[ObjectIdentifier(wait.task)] = nil
    for loader in wait.loaders {
      guard let count = awaited[loader]?[wait.name] else { continue }
      awaited[loader]?[wait.name] = count > 1 ? count - 1 : nil
      if awaited[loader]?.isEmpty ?? false { awaited[loader] = nil }
    }
  }

  /// None of them can begin to load another module before the task has ended: they wait for it.
  private func loaders(around task: ScriptTask) -> [ObjectIdentifier] {
    sequence(first: task, next: \.parent).filter { task in loads.contains { $0.task === task } }
      .map { ObjectIdentifier($0) }
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
      for name in awaited[ObjectIdentifier(current)]?.keys.sorted() ?? [] {
        guard let further = self.loader(of: name) else { continue }
        if !found.contains(where: { $0 === further }) { found.append(further) }
      }
    }
    return nil
  }
}
