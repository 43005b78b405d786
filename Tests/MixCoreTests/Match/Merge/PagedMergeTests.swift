import Reactor
import Synchronization
import Testing

@testable import Match

@Suite("Merge: pages") struct PagedMergeTests {
  typealias Merge = PagedMerge<Int>

  /// Counts what is asked for.
  final class Asked: Sendable {
    private let pages = Guarded<[String]>([])
    var all: [String] { pages.withLock { $0 } }
    func note(_ source: Int, _ page: Int) { pages.withLock { $0.append("\(source)/\(page)") } }
  }

  /// Sources of numbers in ascending order.
  private func merge(
    _ lists: [[Int]], page size: Int = 10, asked: Asked = Asked(),
    identity: ((Int) throws -> String?)? = nil, cap: Int? = nil
  ) -> Merge {
    var options = Merge.Options()
    options.cap = cap ?? options.cap
    let sources = lists.enumerated().map { source, items -> Merge.Source in
      { page in
        asked.note(source, page)
        let items = Array(items.dropFirst((page - 1) * size).prefix(size))
        return Merge.Page(items, isLast: page * size >= lists[source].count)
      }
    }
    return Merge(
      sources, order: .keys([MergeKey()]) { [.integer(Int64($0))] }, options: options,
      identity: identity)
  }

  @Test func asksForNoMoreThanItNeeds() async throws {
    let asked = Asked()
    let merge = merge(
      [Array(0..<1_000), Array(stride(from: 0, to: 10_000, by: 10))], asked: asked)
    #expect(asked.all.isEmpty)
    #expect(try await merge.take(5) == [0, 0, 1, 2, 3])
    #expect(asked.all.sorted() == ["0/1", "1/1"])
    _ = try await merge.take(20)
    #expect(asked.all.sorted() == ["0/1", "0/2", "0/3", "1/1"])
    #expect(merge.state == .open)
  }

  @Test func readsOnToTheEndOfARunButNotBeyondTheLookahead() async throws {
    let asked = Asked()
    func items(_ count: Int) -> PagedMerge<(Int, Int)>.Source {
      { page in
        asked.note(0, page)
        // One day for all; the second key falls.
        let items = ((page - 1) * 10..<page * 10).map { (1, -$0) }
        return PagedMerge.Page(items, isLast: page * 10 >= count)
      }
    }
    var options = PagedMerge<(Int, Int)>.Options()
    options.lookahead = 40
    let merge = PagedMerge(
      [items(1_000)],
      order: .keys([MergeKey(), MergeKey()]) { [.integer(Int64($0.0)), .integer(Int64($0.1))] },
      options: options)
    #expect(try await merge.next()?.1 == -39, "the least of the 40 that wait")
    #expect(asked.all.count == 4)
    let short = PagedMerge(
      [items(30)],
      order: .keys([MergeKey(), MergeKey()]) { [.integer(Int64($0.0)), .integer(Int64($0.1))] },
      options: options)
    #expect(try await short.next()?.1 == -29)
  }

  @Test func capsAndSaysSo() async throws {
    let capped = merge([Array(0..<600), Array(0..<600)])
    #expect(try await capped.take(.max).count == 500)
    #expect(capped.state == .capped && capped.given == 500)
    #expect(try await capped.next() == nil)
    let all = merge([Array(0..<600), Array(0..<600)], cap: 0)
    #expect(try await all.take(.max).count == 1_200)
    #expect(all.state == .ended)
    #expect(try await merge([]).take(3).isEmpty)
    #expect(try await merge([[], []]).next() == nil)
  }

  @Test func aFailingSourceIsReportedAndMayGoOn() async throws {
    let isUp = Atomic<Bool>(false)
    let steady: Merge.Source = { page in
      Merge.Page([page * 2], isLast: page == 10)
    }
    let failing: Merge.Source = { page in
      if page == 3, !isUp.load(ordering: .relaxed) { throw PageFailure(page: 3) }
      return Merge.Page([page * 2 + 1], isLast: page == 5)
    }
    let merge = Merge([steady, failing], order: .keys([MergeKey()]) { [.integer(Int64($0))] })
    #expect(try await merge.take(.max) == [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20])
    #expect(merge.failures.map(\.source) == [1] && merge.failures[0].page == 3)
    try merge.retry()
    #expect(try await merge.take(.max).isEmpty)
    #expect(merge.failures.count == 1, "it failed once more")
    isUp.store(true, ordering: .relaxed)
    try merge.retry()
    #expect(try await merge.take(.max) == [7, 9, 11])
    #expect(merge.failures.isEmpty && merge.state == .ended)
  }

  @Test func aFatalErrorEndsTheReading() async {
    let merge = Merge(
      [{ _ in throw PageFailure(page: 0) }], order: .keys([MergeKey()]) { _ in [.missing] },
      isFatal: { $0 is PageFailure })
    await #expect(throws: PageFailure.self) { try await merge.next() }
    #expect(merge.failures.isEmpty)
  }

  @Test func aPageThatComesAgainIsPassedOver() async throws {
    let stuck: Merge.Source = { page in Merge.Page([1, 2], isLast: page == 2) }
    let merge = Merge(
      [stuck], order: .keys([MergeKey()]) { [.integer(Int64($0))] }, identity: { "\($0)" })
    #expect(try await merge.take(.max) == [1, 2])
    #expect(merge.failures.isEmpty && merge.state == .ended)
    let endless: Merge.Source = { _ in Merge.Page([1, 2], isLast: false) }
    let other = Merge(
      [endless], order: .keys([MergeKey()]) { [.integer(Int64($0))] }, identity: { "\($0)" })
    #expect(try await other.take(.max) == [1, 2])
    #expect(other.failures.first?.error is MergeRepeats && other.failures.first?.page == 3)
  }

  @Test func cancellingTheReaderCancelsThePages() async throws {
    let time = ManualTime()
    let ended = Asked()
    let slow: Merge.Source = { page in
      do { try await time.sleep(for: .seconds(60)) } catch {
        ended.note(0, page)
        throw error
      }
      return Merge.Page([1], isLast: true)
    }
    let reading = Task {
      let merge = Merge([slow, slow], order: .keys([MergeKey()]) { [.integer(Int64($0))] })
      return try await merge.next()
    }
    while time.sleeperCount < 2 { await Task.yield() }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(ended.all == ["0/1", "0/1"])
    #expect(time.sleeperCount == 0)
  }

  @Test func closedItAsksNoMore() async throws {
    let asked = Asked()
    let merge = merge([Array(0..<100)], asked: asked)
    _ = try await merge.next()
    try merge.close()
    #expect(try await merge.next() == nil)
    #expect(merge.state == .closed && asked.all == ["0/1"])
  }

  @Test func itemsWithoutAnIdentityAreAllGiven() async throws {
    let merge = merge([[1, 2, 3], [1, 2, 3]], identity: { $0 == 2 ? nil : "\($0)" })
    #expect(try await merge.take(.max) == [1, 2, 2, 3])
  }

  @Test func aComparisonThatThrowsLosesNothing() async throws {
    var isBroken = true
    let merge = Merge(
      [
        { _ in Merge.Page([1, 3, 5], isLast: true) }, { _ in Merge.Page([2, 4, 6], isLast: true) },
      ],
      order: .comparison { left, right in
        if isBroken, left + right == 5 { throw PageFailure(page: 5) }
        return left < right
      })
    #expect(try await merge.next() == 1)
    await #expect(throws: PageFailure.self) { try await merge.take(.max) }
    isBroken = false
    #expect(try await merge.take(.max) == [2, 3, 4, 5, 6])
  }
}
