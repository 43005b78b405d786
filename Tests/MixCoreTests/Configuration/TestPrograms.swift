@testable import MixCore

/// A made-up program with settings and services of the kinds that there are.
enum TestPrograms {
  static let source = ProgramSource { ProgramCatalogue([shop]) }
  static let registry = SettingRegistry.standard(source)

  private static var shop: ProgramManifest {
    var shop = ProgramManifest(
      name: "shop", command: "shop", summary: "A shop.", entry: "/shop/shop.lua", folder: "/shop",
      isBundled: true)
    shop.upstreams = [
      Upstream(name: "itunes", canonical: "https://itunes.apple.com"),
      Upstream(name: "tmdb", canonical: "https://api.themoviedb.org/3"),
    ]
    shop.settings = [
      Setting(
        "tmdb.token", .string, "A token.", environment: ["MIXHOST_TMDB_TOKEN", "TMDB_TOKEN"],
        isSecret: true),
      Setting("google_books.key", .string, "A key.", isSecret: true),
      Setting(
        "chart.remote_url", .string, "An address.",
        check: { SettingPattern("https?://[^ ]+", expected: "an address")?.problem($0) }),
      Setting("books.providers", .list(["a", "b"]), default: "a,b", "Who is asked."),
    ]
    return shop
  }
}
