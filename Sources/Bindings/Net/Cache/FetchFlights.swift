internal import Reactor
internal import ScriptHost

/// Calls that make the same value share one: followers wait for the leader, and when it is cancelled
/// one of them takes over.
final class FetchFlights {
  private enum Outcome: Sendable {
    case done(CachedValue)
    case failed(any Error)
    case abandoned
  }

  private let reactor: Reactor
  private var waiting: [String: [Int: UnsafeContinuation<Outcome, any Error>]] = [:]
  private var lastWaiter = 0
  /// The values that each value in the making waits for, with how many calls inside its function do.
  private var awaited: [String: [String: Int]] = [:]

  private static let prefix = "cache.fetch\0"

  init(_ reactor: Reactor) { self.reactor = reactor }

  /// - Parameter make: makes the value; it passes the mark on to the function that it calls.
  func share(
    _ key: String, _ context: HostContext,
    _ make: nonisolated(nonsending) (_ mark: String) async throws -> CachedValue
  ) async throws -> CachedValue {
    let made = context.marks.filter { $0.hasPrefix(Self.prefix) }.map {
      String($0.dropFirst(Self.prefix.count))
    }
    while waiting[key] != nil {
      // Waiting for what waits for the current task, or for those above it, would never end.
      if let circle = made.first(where: { leads(from: key, to: $0) }) {
        throw Self.endless(key, circle)
      }
      for maker in made { awaited[maker, default: [:]][key, default: 0] += 1 }
      defer { for maker in made { forget(maker, waitsFor: key) } }
      switch try await outcome(of: key) {
      case .done(let value): return value
      case .failed(let error): throw error
      case .abandoned: try Task.checkCancellation()
      }
    }
    waiting[key] = [:]
    do {
      let value = try await make(Self.prefix + key)
      land(key, .done(value))
      return value
    } catch {
      land(key, error is any ScriptEnd ? .abandoned : .failed(error))
      throw error
    }
  }

  /// Whether the value of `key` is `other`, or waits for it at whatever remove.
  private func leads(from key: String, to other: String) -> Bool {
    var (open, seen) = ([key], Set([key]))
    while let next = open.popLast() {
      if next == other { return true }
      guard let keys = awaited[next]?.keys else { continue }
      for further in keys where seen.insert(further).inserted { open.append(further) }
    }
    return false
  }

  private func forget(_ maker: String, waitsFor key: String) {
    guard let calls = awaited[maker]?[key] else { return }
    awaited[maker]?[key] = calls > 1 ? calls - 1 : nil
    if awaited[maker]?.isEmpty ?? false { awaited[maker] = nil }
  }

  private static func endless(_ key: String, _ maker: String) -> HostError {
    func name(_ key: String) -> Substring {
      key.split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    }
    guard key != maker else {
      return .usage("mix.cache.fetch of '\(name(key))' inside the function that makes it")
    }
    return .usage(
      "mix.cache.fetch of '\(name(key))' would never end: its function waits for '\(name(maker))', "
        + "whose function this call is in")
  }

  /// Waits for the leader, or for this follower's own cancellation.
  private func outcome(of key: String) async throws -> Outcome {
    lastWaiter += 1
    let waiter = lastWaiter
    return try await reactor.suspend { continuation in
      // Asked again here: other jobs may have run on the way into the suspension.
      if Task.isCancelled {
        continuation.resume(throwing: CancellationError())
      } else if waiting[key] == nil {
        continuation.resume(returning: .abandoned)
      } else {
        waiting[key]?[waiter] = continuation
      }
    } onCancel: {
      self.waiting[key]?.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
    }
  }

  private func land(_ key: String, _ outcome: Outcome) {
    let followers = waiting.removeValue(forKey: key) ?? [:]
    for (_, continuation) in followers.sorted(by: { $0.key < $1.key }) {
      continuation.resume(returning: outcome)
    }
  }
}
