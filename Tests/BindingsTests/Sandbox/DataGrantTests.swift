import ScriptHost
import Testing

@testable import Bindings

/// mixhost's own data is a grant as any other.
@Suite("Grants of mixhost's data")
struct DataGrantTests {
  @Test(arguments: [
    "mix.library.status()", "mix.library.import({{title = 'a'}})", "mix.library.reset()",
    "mix.jobs.progress()", "mix.jobs.enqueue({status = 'pending'})",
    "mix.policy.due('chart', {rule = 'refresh/chart'})", "mix.policy.record('chart', true)",
  ])
  func isDenied(call: String) async throws {
    let host = await TestHost(ownsData: false)
    let error = await host.failure(call)
    #expect((error as? ScriptError)?.kind == "denied", "\(error)")
    #expect("\(error)".contains("allow it with --allow-write "))
  }

  @Test func valuesLastAsLongAsTheRun() async throws {
    let host = await TestHost(ownsData: false)
    let found = try await host.run("mix.cache.set('a', 'b') return (mix.cache.get('a'))")
    #expect(found == [.string("b")])
    await host.host.flush()
    let other = await TestHost(ownsData: true, folder: host.folder)
    #expect(try await other.run("return (mix.cache.get('a'))") == [.nil])
  }
}
