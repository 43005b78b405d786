import Foundation
import Testing

@Suite("mixhost cache show and forget", .ownThreads)
struct CacheCommandTests {
  private static let url = "https://itunes.apple.com/search?term=halo"

  @Test func whatWasStoredIsShownAndForgotten() throws {
    let program = try Program([
      "t.lua": """
      for _, term in ipairs{"halo", "levitating"} do
        local url = "https://itunes.apple.com/search?term=" .. term
        print(assert(mix.http.get(url, {ttl = "1h"})).source)
      end
      """
    ])
    let empty = try program.run("--home", "h", "cache", "show", Self.url)
    #expect(empty.status == 1 && empty.errors.contains("nothing is stored for"))
    #expect(try program.run("--home", "h", "--mock", "t.lua").output == "live\nlive\n")
    let shown = try program.run("--home", "h", "cache", "show", Self.url)
    #expect(shown.output.hasPrefix(Self.url + "\nstatus    200\n"), "\(shown.output)")
    #expect(shown.output.contains("text/javascript"))
    #expect(
      try program.run("--home", "h", "cache", "forget", Self.url).output == "removed 1 answer\n")
    #expect(try program.run("--home", "h", "cache", "show", Self.url).status == 1)
    #expect(try program.run("--home", "h", "--mock", "t.lua").output == "live\ncache\n")
    let host = try program.run("--home", "h", "cache", "forget", "iTunes.apple.com")
    #expect(host.output == "removed 2 answers\n", "\(host.output) \(host.errors)")
    let nothing = try program.run("--home", "h", "cache", "forget", "itunes.apple.com")
    #expect(nothing.status == 1)
    #expect(try program.run("--home", "h", "cache", "forget").status == 2)
  }

  @Test func certificatesThatAreNotThereAreWrongUsage() throws {
    let program = try Program()
    let failed = try program.run("--ca", "/nowhere.pem", "-e", "print(1)")
    #expect(failed.status == 2 && failed.errors.contains("--ca takes a PEM file"))
  }
}
