import Bindings
import Reactor
import ScriptHost
import Testing

@Suite("mix.cache")
struct CacheTests {
  @Test func keepsValuesOfAnyForm() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      mix.cache.set('t', {a = {1, 2}, b = mix.json.null, n = 9007199254740993})
      mix.cache.set('s', 'x\\0\\255')
      mix.cache.set('f', false)
      local t = mix.cache.get('t')
      return t.a[2], t.b == mix.json.null, t.n, #mix.cache.get('s'), (mix.cache.get('f')), mix.cache.get('none')
      """)
    #expect(
      values == [
        .int(2), .bool(true), .int(9_007_199_254_740_993), .int(3), .bool(false), .nil,
      ])
  }

  @Test func expiresAtItsTime() async throws {
    let time = ManualTime()
    let test = await TestHost(time: time)
    try await test.run("mix.cache.set('k', 1, {ttl = '24h'})")
    time.advance(by: .seconds(86_399))
    #expect(try await test.run("return (mix.cache.get('k'))") == [.int(1)])
    time.advance(by: .seconds(2))
    #expect(try await test.run("return (mix.cache.get('k'))") == [.nil])
    let values = try await test.run(
      "local v, info = mix.cache.get('k', {allow_expired = true}) return v, info.expired")
    #expect(values == [.int(1), .bool(true)])
  }

  @Test func manyCallersMakeAValueOnce() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local made = 0
      local results = mix.task.map({1, 2, 3, 4, 5}, {limit = 5}, function()
        return mix.cache.fetch('k', {ttl = '1h'}, function()
          made = made + 1
          mix.task.sleep(0.001)
          return {made}
        end)[1]
      end)
      return made, results
      """)
    #expect(values == [.int(1), .array(Array(repeating: .int(1), count: 5))])
  }

  @Test func aFollowerTakesOverFromACancelledLeader() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local calls, result = 0, nil
      mix.task.scope(function(s)
        local function make() calls = calls + 1 if calls == 1 then mix.task.sleep(3600) end return 'made' end
        local leader = s:spawn(function() mix.cache.fetch('k', {}, make) end)
        mix.task.sleep(0)
        local follower = s:spawn(function() result = mix.cache.fetch('k', {}, make) end)
        mix.task.sleep(0)
        leader:cancel()
        follower:await()
      end)
      return calls, result
      """)
    #expect(values == [.int(2), .string("made")])
  }

  @Test func aFailureReachesEveryCaller() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local made, messages = 0, {}
      mix.task.map({1, 2, 3}, {limit = 3}, function(i)
        local ok, message = pcall(mix.cache.fetch, 'k', {}, function()
          made = made + 1
          mix.task.sleep(0.001)
          error('broken', 0)
        end)
        messages[i] = tostring(message)
      end)
      return made, messages
      """)
    #expect(values == [.int(1), .array(Array(repeating: .string("broken"), count: 3))])
  }

  @Test func separatesNamespacesAndClears() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      mix.cache.set('k', 1)
      mix.cache.set('k', 2, {namespace = 'other'})
      local had = mix.cache.del('k')
      local other = mix.cache.get('k', {namespace = 'other'})
      mix.cache.clear('other')
      return had, (mix.cache.get('k')), other, (mix.cache.get('k', {namespace = 'other'}))
      """)
    #expect(values == [.bool(true), .nil, .int(2), .nil])
  }

  @Test func refusesNil() async {
    let test = await TestHost()
    #expect(await test.message("mix.cache.set('k', nil)").contains("nil cannot be kept"))
  }

  @Test func refusesToWaitForItself() async {
    let test = await TestHost()
    let message = await test.message(
      """
      mix.cache.fetch('k', {}, function()
        return mix.task.all{function()
          return mix.cache.fetch('k', {}, function() return 1 end)
        end}[1]
      end)
      """)
    #expect(message.contains("mix.cache.fetch of 'k' inside the function that makes it"))
  }

  @Test func aCancelledFollowerLeavesAtOnce() async throws {
    let time = ManualTime()
    let test = await TestHost(time: time)
    let values = try await test.run(
      """
      local order = {}
      mix.task.scope(function(s)
        local leader = s:spawn(function()
          mix.cache.fetch('k', {}, function() mix.task.sleep(3600) end)
        end)
        local follower = s:spawn(function() mix.cache.fetch('k', {}, function() return 1 end) end)
        s:spawn(function() follower:cancel() end)
        order[1] = select(2, follower:await()).kind
        leader:cancel()
      end)
      return order[1]
      """)
    #expect(values == [.string("cancelled")])
  }
}
