import Glibc
import MixCore

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

let now = JobTime(wall: seconds(), monotonic: seconds())
let store = SQLJobStore(try PostgresDatabase(PostgresAddress(arguments[1])))

/// Queues works, 10,000 a transaction.
/// - Returns: the job, and items a second.
@MainActor func enqueue(_ works: ClosedRange<Int>) throws -> (job: Int64, rate: Double) {
  let job = try store.createJob(name: "bench", now: now)
  let start = seconds()
  for first in stride(from: works.lowerBound, through: works.upperBound, by: 10_000) {
    let part = (first...min(first + 9_999, works.upperBound)).map(Int64.init)
    _ = try store.enqueue(part, job: job, priority: 0, now: now)
  }
  return (job, Double(works.count) / (seconds() - start))
}

/// Works on items of a job, `batch` in a transaction.
/// - Returns: items a second, and the median of a transaction's milliseconds.
@MainActor func work(
  _ items: Int, batch: Int, job: Int64
) throws -> (rate: Double, median: Double) {
  var request = JobExchange()
  request.job = job
  var left = items
  var times: [Double] = []
  let start = seconds()
  while left > 0 || !request.settled.isEmpty {
    request.claim = min(batch, left)
    let begin = seconds()
    let answer = try store.exchange(request, now: now)
    times.append((seconds() - begin) * 1_000)
    request.settled = answer.items.map { ($0, .done(.enriched)) }
    left -= answer.items.count
    if answer.items.isEmpty { break }
  }
  return (Double(items - left) / (seconds() - start), times.sorted()[times.count / 2])
}

/// One number behind the point.
func short(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

let (shortJob, enqueued) = try enqueue(1...10_000)
// The first steps prepare statements and fill the server's memory.
_ = try work(1_000, batch: JobBatch.size, job: shortJob)
let shortClaim = try work(4_000, batch: JobBatch.size, job: shortJob)
print("  a step of 50 at 10,000 queued       \(short(shortClaim.median)) ms")
_ = try store.cancel(shortJob, now: now)
let (job, rate) = try enqueue(1_000_001...(1_000_000 + queued))
print(
  "  enqueue of \(queued)                \(short(Double(queued) / rate)) s, \(Int(rate)) items/s   target 60 s a million"
)
let small = try work(count / 2, batch: JobBatch.size, job: job)
let large = try work(count - count / 2, batch: 500, job: job)
print("  claim + complete, 50 a transaction  \(Int(small.rate)) items/s")
print("  claim + complete, 500 a transaction \(Int(large.rate)) items/s   target 8000")
_ = try store.cancel(job, now: now)
var isFlat = true
if long > 0 {
  let (longJob, _) = try enqueue(100_000_001...(100_000_000 + long))
  _ = try work(1_000, batch: JobBatch.size, job: longJob)
  let longClaim = try work(4_000, batch: JobBatch.size, job: longJob)
  let factor = longClaim.median / shortClaim.median
  isFlat = factor <= 1.5
  print(
    "  a step of 50 at \(long) queued  \(short(longClaim.median)) ms, \(short(factor)) times that at 10,000"
      + "   target 1.5")
}
guard rate >= 1_000_000 / 60, max(small.rate, large.rate) >= 8_000, isFlat else {
  print("  below target")
  exit(1)
}
