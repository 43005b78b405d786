import Glibc
import MixCore
import Reactor

// A fleet's queue on the server of the first argument: items in, items out on one connection, a step on a
// short and on a long queue. Arguments: the address (its schema must be empty), items to queue, how many of them
// to work on, the length of the long queue. Fails below the targets.

let arguments = CommandLine.arguments
guard arguments.count == 5, let queued = Int(arguments[2]), let count = Int(arguments[3]),
  let long = Int(arguments[4])
else {
  print("usage: fleet-benchmark postgres://… QUEUED ITEMS LONG")
  exit(2)
}

func seconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

let now = ClockTime(wall: seconds(), monotonic: seconds())
let store = try openStore(schema: "long")
let shortStore = try openStore(schema: "short")

/// A fleet in a schema of its own.
func openStore(schema: String) throws -> SQLJobStore {
  let sign = arguments[1].contains("?") ? "&" : "?"
  return SQLJobStore(
    try PostgresDatabase(PostgresAddress(arguments[1] + sign + "schema=bench_" + schema)))
}

/// Queues works, 10,000 a transaction.
/// - Returns: the job, and items a second.
@MainActor func enqueue(
  _ works: ClosedRange<Int>, in store: SQLJobStore
) throws -> (job: Int64, rate: Double) {
  let job = try store.createJob(name: "bench", now: now)
  let start = seconds()
  for first in stride(from: works.lowerBound, through: works.upperBound, by: 10_000) {
    let part = (first...min(first + 9_999, works.upperBound)).map(Int64.init)
    _ = try store.enqueue(part, job: job, priority: 0, now: now)
  }
  return (job, Double(works.count) / (seconds() - start))
}

/// A job that is worked on step by step.
struct Steps {
  let store: SQLJobStore
  let batch: Int
  /// The milliseconds of each step.
  private(set) var times: [Double] = []
  private(set) var done = 0
  private var request = JobExchange()

  init(_ store: SQLJobStore, job: Int64, batch: Int) {
    (self.store, self.batch) = (store, batch)
    request.job = job
  }

  /// Settles what the last step has taken, and takes the next items.
  mutating func step() throws {
    request.claim = batch
    let begin = seconds()
    let answer = try store.exchange(request, now: now)
    times.append((seconds() - begin) * 1_000)
    request.settled = answer.items.map { ($0, .done(.enriched)) }
    done += answer.items.count
  }

  /// Forgets the times: the first steps prepare statements and fill the server's memory.
  mutating func warm() { times = [] }

  var median: Double { times.sorted()[times.count / 2] }
}

/// Works on items of a job.
/// - Returns: items a second.
@MainActor func work(_ items: Int, batch: Int, job: Int64) throws -> Double {
  var steps = Steps(store, job: job, batch: batch)
  let start = seconds()
  while steps.done < items {
    let before = steps.done
    try steps.step()
    if steps.done == before { break }
  }
  return Double(steps.done) / (seconds() - start)
}

/// Steps on a queue of 10,000 and on a long one, in turns: what else the machine does slows both alike.
/// - Returns: the medians of both in milliseconds.
@MainActor func compare(_ long: Int) throws -> (short: Double, long: Double) {
  let (shortJob, _) = try enqueue(1...10_000, in: shortStore)
  let (longJob, _) = try enqueue(100_000_001...(100_000_000 + long), in: store)
  var short = Steps(shortStore, job: shortJob, batch: JobBatch.size)
  var steps = Steps(store, job: longJob, batch: JobBatch.size)
  for round in 0..<120 {
    if round == 20 {
      short.warm()
      steps.warm()
    }
    try short.step()
    try steps.step()
  }
  return (short.median, steps.median)
}

/// One number behind the point.
func short(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

let (job, rate) = try enqueue(1_000_001...(1_000_000 + queued), in: store)
print(
  "  enqueue of \(queued)                \(short(Double(queued) / rate)) s, \(Int(rate)) items/s   target 60 s a million"
)
let small = try work(count / 2, batch: JobBatch.size, job: job)
let large = try work(count - count / 2, batch: 500, job: job)
print("  claim + complete, 50 a transaction  \(Int(small)) items/s")
print("  claim + complete, 500 a transaction \(Int(large)) items/s   target 8000")
_ = try store.cancel(job, now: now)
var isFlat = true
if long > 0 {
  let medians = try compare(long)
  let factor = medians.long / medians.short
  isFlat = factor <= 1.5
  print("  a step of 50 at 10,000 queued       \(short(medians.short)) ms")
  print(
    "  a step of 50 at \(long) queued  \(short(medians.long)) ms, \(short(factor)) times that at 10,000"
      + "   target 1.5")
}
guard rate >= 1_000_000 / 60, max(small, large) >= 8_000, isFlat else {
  print("  below target")
  exit(1)
}
