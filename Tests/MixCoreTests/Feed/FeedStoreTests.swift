import MixCore
import Testing

@Suite("Stored feeds")
struct FeedStoreTests {
  private func video(_ id: String, _ published: Double, title: String = "t") -> FeedVideo {
    FeedVideo(id: id, channel: "c", published: published, title: title, duration: 90)
  }

  @Test("Videos are kept once, newest first, apart for each account")
  func merging() throws {
    let store = FeedStore(try DataFile.inMemory())
    let first = try store.merge([video("a", 1), video("b", 2)], of: "me", now: 10)
    #expect(first.map(\.id) == ["a", "b"])
    let second = try store.merge(
      [video("b", 2, title: "new name"), video("c", 1.5)], of: "me", now: 11)
    #expect(second.map(\.id) == ["c"])
    #expect(try store.videos(of: "me", limit: 10).map(\.id) == ["b", "c", "a"])
    #expect(try store.videos(of: "me", limit: 1).first?.title == "new name")
    #expect(try store.videos(of: "me", before: 2, limit: 10).map(\.id) == ["c", "a"])
    #expect(try store.videos(of: "you", limit: 10).isEmpty)
    #expect(try store.count(of: "me") == 3)
  }

  @Test("Only the newest 5,000 stay")
  func limit() throws {
    let store = FeedStore(try DataFile.inMemory())
    let many = (0..<5_010).map { video("\($0)", Double($0)) }
    _ = try store.merge(many, of: "me", now: 0)
    #expect(try store.count(of: "me") == FeedStore.mostVideos)
    #expect(try store.videos(of: "me", limit: 5_000).last?.id == "10")
  }

  @Test("Channels keep their order, learn names, and are forgotten by the hub")
  func channels() throws {
    let store = FeedStore(try DataFile.inMemory())
    #expect(try store.add([.init(id: "b"), .init(id: "a", title: "A")], to: "me") == 2)
    #expect(try store.add([.init(id: "b", title: "B", isRegistered: true)], to: "me") == 0)
    #expect(
      try store.channels(of: "me") == [
        .init(id: "b", title: "B", isRegistered: true), .init(id: "a", title: "A"),
      ])
    try store.forgetRegistrations(of: "me")
    #expect(try store.channels(of: "me").allSatisfy { !$0.isRegistered })
    #expect(try store.remove(["a", "x"], from: "me") == 1)
    #expect(try store.channels(of: "me").map(\.id) == ["b"])
  }
}
