import MixCore
import Notation
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.env")
struct EnvTests {
  @Test("Only granted variables are seen, and the flag is named")
  func variables() async throws {
    let host = await TestHost(
      grants: Grants(environment: ["EDITOR": "vi"]), environment: ["HIDDEN": "x"])
    #expect(try await host.value("mix.env.get('EDITOR')") == .string("vi"))
    #expect(await host.kind("mix.env.get('HIDDEN')") == "denied")
    #expect(await host.message("mix.env.get('HIDDEN')").contains("--allow-env HIDDEN"))
  }

  @Test("Settings are given as they were written")
  func settings() async throws {
    let host = await TestHost(environment: ["MIXHOST_CACHE_TTL": "12h"])
    #expect(try await host.value("mix.env.setting('cache.ttl')") == .string("12h"))
    #expect(try await host.value("mix.env.setting('http.concurrency')") == .string("6"))
    #expect(try await host.value("mix.env.setting('http.contact')") == .nil)
    #expect(await host.message("mix.env.setting('cache.tll')").contains("cache.ttl"))
  }

  @Test("Secret settings need a grant")
  func secrets() async throws {
    let environment: EnvironmentVariables = ["TMDB_TOKEN": "s3cret-value"]
    let host = await TestHost(environment: environment)
    let message = await host.message("mix.env.setting('tmdb.token')")
    #expect(message.contains("--allow-env MIXHOST_TMDB_TOKEN"))
    #expect(!message.contains("s3cret"))
    #expect(await host.kind("mix.env.setting('tmdb.token')") == "denied")
    let granted = await TestHost(
      grants: Grants(environment: environment), environment: environment)
    #expect(try await granted.value("mix.env.setting('tmdb.token')") == .string("s3cret-value"))
  }
}
