internal import Reactor

/// The modules that are loading now: a task that requires one of them waits until the other task
/// has loaded it.
final class ModuleLoads {
  /// A waiting task, and the module that it waits for.
  private struct Wait {
    let task: ScriptTask
    let name: String
    let continuation: UnsafeContinuation<Void, any Error>
    /// The place among all waits, in the order in which they began.
    let number: Int
    /// The loading tasks among the task and its parents.
    let loaders: [ObjectIdentifier]
  }

  private let reactor: Reactor
  private var loads: [(name: String, task: ScriptTask)] = []
  // By the task, which waits at most once: it may be cancelled with thousands of others.
  private var waits: [ObjectIdentifier: Wait] = [:]
  private var lastWait = 0
  // For each loading task the modules that it or tasks within it wait for, with the number of
  // waits.
  private var awaited: [ObjectIdentifier: [String: Int]] = [:]

  init(reactor: Reactor) { self.reactor = reactor }

  /// Notes that `task` starts to load a module; false when another task is loading it, which
  /// ``wait(for:task:)`` waits for.
  /// - Throws: ``HostError`` when that task waits for this one, so that neither would end.
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

  /// The error for a module that is required while it loads.
  /// - Parameter loading: the modules that are loading, the outermost first.
  static func cycle(_ loading: [String], _ name: String) -> HostError {
    let chain = loading.drop { $0 != name } + [name]
    return HostError.usage(
      "module '\(name)' requires itself: " + chain.joined(separator: " → "))
  }

  /// Waits until a module has loaded or failed.
  /// - Throws: `CancellationError`; ``HostError`` when that task comes to wait for this one.
  func wait(for name: String, task: ScriptTask) async throws {
    try await reactor.suspend { (continuation: UnsafeContinuation<Void, any Error>) in
      // Checked again, because other jobs may have run before the suspension.
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

  /// Notes that a module has loaded or failed.
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

  /// The loading tasks among a task and its parents. None of them can load another module before
  /// the task ends, because they wait for it.
  private func loaders(around task: ScriptTask) -> [ObjectIdentifier] {
    sequence(first: task, next: \.parent).filter { task in loads.contains { $0.task === task } }
      .map { ObjectIdentifier($0) }
  }

  private func loader(of name: String) -> ScriptTask? { loads.first { $0.name == name }?.task }

  /// The tasks from `loader` on that continue only when `task` does; nil when `loader` is not one
  /// of them. It is one when it is `task` itself, awaits `task` as its child, or has a child that
  /// requires a module which `task` is loading.
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
