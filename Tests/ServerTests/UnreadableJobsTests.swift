import Foundation
import Reactor
import Testing

@testable import SQL
@testable import Store
@testable import Server

/// A data file that cannot be read any more ends jobs with the reason, and leaves no worker idle.
@Suite("Jobs that cannot be read")
struct UnreadableJobsTests {
  /// A server whose table of jobs is gone, and a job from before.
  private static func broken() async throws -> (server: TestServer, job: KeyedJob) {
    let server = try await TestServer()
    let works = try await server.addBooks(1)
    let path = server.folder + "/data/mixhost.sqlite"
    let job = try await blocking {
      let file = try DataFile(path: path)
      let store = SQLJobStore(file)
      let now = ClockTime(wall: 1, monotonic: 1)
      // Not one that the server works on.
      let started = try store.startJob(key: "k", name: "enrich", works: works, now: now)
      _ = try store.cancel(started.job.progress.job, now: now)
      try file.write { _ = try PreparedStatement($0, "ALTER TABLE job_key RENAME TO gone").run() }
      return started.job
    }
    return (server, job)
  }

  @Test func theNextJobIsAnError() async throws {
    let (server, _) = try await Self.broken()
    await #expect(throws: (any Error).self) { try await server.server.parts.jobs.next() }
    await server.stop()
  }

  @Test(arguments: [nil, "the rule is broken"])
  func aJobEndsWithTheReason(failure: String?) async throws {
    struct Failure: Error, CustomStringConvertible { var description: String }
    let (server, job) = try await Self.broken()
    let jobs = server.server.parts.jobs
    await jobs.settle(
      job, failure.map { .failure(Failure(description: $0)) } ?? .success([]), isCanceled: false)
    guard case .failed(let reason)? = try await jobs.snapshot(key: job.key)?.phase else {
      Issue.record("the job goes on")
      return await server.stop()
    }
    #expect(reason.contains("job_key"), "\(reason)")
    if let failure { #expect(reason.hasPrefix(failure + "; ")) }
    await server.stop()
  }
}
