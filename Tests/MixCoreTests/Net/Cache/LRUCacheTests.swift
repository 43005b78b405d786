import Testing

@testable import Net

@Suite("Least recently used")
struct LRUCacheTests {
  @Test("a hit keeps an entry, the oldest goes")
  func order() {
    var cache = LRUCache<String, Int>(maxCount: 2, maxBytes: 100)
    cache.set("a", 1, bytes: 1)
    cache.set("b", 2, bytes: 1)
    #expect(cache.get("a") == 1)
    cache.set("c", 3, bytes: 1)
    #expect(cache.get("b") == nil)
    #expect(cache.get("a") == 1)
    #expect(cache.get("c") == 3)
  }

  @Test("bytes are a limit of their own")
  func bytes() {
    var cache = LRUCache<String, Int>(maxCount: 10, maxBytes: 10)
    cache.set("a", 1, bytes: 4)
    cache.set("b", 2, bytes: 4)
    cache.set("c", 3, bytes: 4)
    #expect(cache.count == 2)
    #expect(cache.bytes == 8)
    cache.set("c", 3, bytes: 1)
    #expect(cache.bytes == 5)
    cache.set("c", 4, bytes: 11)
    #expect(cache.get("c") == nil)
    #expect(cache.get("b") == 2)
  }

  @Test("behaves as a plain list does over a thousand random steps")
  func model() {
    var random = SystemRandomNumberGenerator()
    var cache = LRUCache<Int, Int>(maxCount: 8, maxBytes: 60)
    var model: [(key: Int, value: Int, bytes: Int)] = []
    for step in 0..<1_000 {
      let key = Int.random(in: 0..<16, using: &random)
      let place = model.firstIndex { $0.key == key }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        #expect(cache.remove(key) == (place != nil))
        if let place { model.remove(at: place) }
      case 1:
        let bytes = Int.random(in: 1..<20, using: &random)
        cache.set(key, step, bytes: bytes)
        if let place { model.remove(at: place) }
        model.append((key, step, bytes))
        while model.count > 8 || model.reduce(0, { $0 + $1.bytes }) > 60 { model.removeFirst() }
      default:
        #expect(cache.get(key) == place.map { model[$0].value })
        if let place { model.append(model.remove(at: place)) }
      }
      #expect(cache.count == model.count)
      #expect(cache.bytes == model.reduce(0) { $0 + $1.bytes })
    }
  }
}
