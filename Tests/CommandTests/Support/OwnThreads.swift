import Foundation
import Testing

/// Runs a suite's tests on a few threads of their own: they wait for processes, and a test that blocks
/// a thread of the cooperative pool holds up every other suite.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  static var ownThreads: Self { OwnThreads() }
}

/// Twelve threads: with six, two cores stood still for a third of the time, as some tests wait for limits to pass.
private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()
  private let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 12
    return queue
  }()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
