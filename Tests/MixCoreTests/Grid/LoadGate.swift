import MixCore

/// Loads that a test lets through one by one.
@MainActor final class LoadGate {
  private var waiting: [(name: String, continuation: CheckedContinuation<Void, any Error>)] = []
  private(set) var begun: [String] = []
  private(set) var cancelled: [String] = []

  func pass(_ name: String) async throws {
    begun.append(name)
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { waiting.append((name, $0)) }
      } onCancel: {
        Task { @MainActor in self.end(name, throwing: CancellationError()) }
      }
    } catch {
      if error is CancellationError { cancelled.append(name) }
      throw error
    }
  }

  func end(_ name: String, throwing error: (any Error)? = nil) {
    guard let index = waiting.firstIndex(where: { $0.name == name }) else { return }
    let continuation = waiting.remove(at: index).continuation
    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
  }

  /// Waits until a load has begun.
  func begins(_ name: String) async {
    while !waiting.contains(where: { $0.name == name }) { await Task.yield() }
  }
}

@MainActor final class EventLines {
  var lines: [String] = []
}

/// A model with the messages to its observers; its calls run beside the test.
@MainActor final class ModelRig<Model> {
  let model: Model
  let log = EventLines()

  init(_ model: Model) { self.model = model }

  func start(
    _ body: @escaping @MainActor (Model) async -> LoadOutcome
  ) -> Task<LoadOutcome, Never> {
    Task { await body(model) }
  }
}
