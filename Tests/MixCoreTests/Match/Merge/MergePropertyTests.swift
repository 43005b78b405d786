import Testing

@testable import Match

/// A merge of random catalogues is one sort of everything, whatever the pages are.
@Suite("Merge: properties over random catalogues") struct MergePropertyTests {
  typealias Page = PagedMerge<CatalogueItem>.Page

  /// Pages of uneven sizes, empty ones among them.
  static func pages(
    _ items: [CatalogueItem], _ random: inout SeededRandom
  ) -> [Page] {
    var pages: [Page] = []
    var rest = items[...]
    while !rest.isEmpty {
      let size = random.happens(10) ? 0 : random.number(1...30)
      pages.append(Page(Array(rest.prefix(size)), isLast: false))
      rest = rest.dropFirst(size)
    }
    // Some services know their last page, others answer with one more that is empty.
    if random.happens(50), let last = pages.indices.last {
      pages[last].isLast = true
    } else {
      pages.append(Page([], isLast: true))
    }
    return pages
  }

  private static func source(
    _ pages: [Page], failsAt failing: Int? = nil
  ) -> PagedMerge<CatalogueItem>.Source {
    { number in
      if number == failing { throw PageFailure(page: number) }
      return pages[number - 1]
    }
  }

  /// Names the first difference only.
  private func expect(_ merged: [CatalogueItem], _ expected: [CatalogueItem]) {
    #expect(merged.count == expected.count)
    let place = zip(merged, expected).enumerated().first { $0.element.0 != $0.element.1 }
    if let (place, pair) = place {
      Issue.record("at \(place): \(pair.0) instead of \(pair.1)")
    }
  }

  @Test(arguments: 0..<150)
  func equalsOneSort(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let sharesRuns = random.happens(50)
    let catalogue = MergeCatalogue(&random, sharesRuns: sharesRuns)
    var options = PagedMerge<CatalogueItem>.Options()
    options.cap = 0
    // Runs in any order must fit; sources that are sorted by every key need no lookahead.
    options.lookahead = sharesRuns ? 100 : random.number(1...50)
    let merge = PagedMerge(
      catalogue.sources.map { Self.source(Self.pages($0, &random)) },
      order: .keys(catalogue.keys) { $0.values }, options: options)
    let merged = try await merge.take(.max)
    expect(merged, catalogue.sorted())
    #expect(merge.state == .ended && merge.failures.isEmpty)
  }

  @Test(arguments: 0..<100)
  func withDuplicatesAndFailingPages(seed: UInt64) async throws {
    var random = SeededRandom(seed: 1_000 + seed)
    let catalogue = MergeCatalogue(&random, sharesRuns: false, duplicates: 25)
    var options = PagedMerge<CatalogueItem>.Options()
    options.cap = 0
    options.lookahead = random.number(1...50)
    var expected = catalogue.sources
    var failing = 0
    let sources = catalogue.sources.enumerated().map { place, items in
      let pages = Self.pages(items, &random)
      guard random.happens(30) else { return Self.source(pages) }
      let page = random.number(1...pages.count)
      failing += 1
      expected[place] = pages.prefix(page - 1).flatMap(\.items)
      return Self.source(pages, failsAt: page)
    }
    let merge = PagedMerge(
      sources, order: .keys(catalogue.keys) { $0.values }, options: options, identity: { $0.id })
    let merged = try await merge.take(.max)
    expect(merged, MergeCatalogue.unique(catalogue.sorted(expected)))
    #expect(merge.failures.count == failing)
    #expect(merge.failures.allSatisfy { ($0.error as? PageFailure)?.page == $0.page })
  }

  @Test(arguments: 0..<60)
  func byAComparison(seed: UInt64) async throws {
    var random = SeededRandom(seed: 2_000 + seed)
    let catalogue = MergeCatalogue(&random, sharesRuns: false)
    var options = PagedMerge<CatalogueItem>.Options()
    options.cap = 0
    let merge = PagedMerge(
      catalogue.sources.map { Self.source(Self.pages($0, &random)) },
      order: .comparison { MergeCatalogue.precedes($0, $1, catalogue.keys) ?? false },
      options: options)
    expect(try await merge.take(.max), catalogue.sorted())
  }

  @Test(arguments: 0..<40)
  func byRankKeepsTheSourcesOrder(seed: UInt64) async throws {
    var random = SeededRandom(seed: 3_000 + seed)
    let catalogue = MergeCatalogue(&random, sharesRuns: true)
    let shuffled = catalogue.sources.map {
      MergeCatalogue.numbered($0.shuffled(using: &random))
    }
    var options = PagedMerge<CatalogueItem>.Options()
    options.cap = 0
    let merge = PagedMerge(
      shuffled.map { Self.source(Self.pages($0, &random)) },
      order: .keys([.rank]) { _ in [.missing] }, options: options)
    let expected = shuffled.flatMap(\.self).sorted {
      ($0.position, $0.source) < ($1.position, $1.source)
    }
    expect(try await merge.take(.max), expected)
  }
}

struct PageFailure: Error, Equatable {
  let page: Int
}
