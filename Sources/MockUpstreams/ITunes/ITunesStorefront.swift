/// A country's iTunes Store.
struct ITunesStorefront: Sendable {
  /// Two letters, lower case, as in links.
  let code: String
  /// Three letters, as in answers.
  let country: String
  let currency: String

  /// The store of a two-letter country code, case aside; nil where iTunes has none.
  init?(code: String) {
    guard let known = Self.known.first(where: { $0.0 == code.lowercased() }) else { return nil }
    (self.code, country, currency) = known
  }

  /// Whether a store sells a song: the US store sells all, the others lack one song in twelve.
  func sells(_ song: Song, seed: UInt64) -> Bool {
    guard code != "us" else { return true }
    var place = Digest(text: code)
    var digest = Digest(seed: seed, UInt64(song.index), salt: place.next())
    return digest.below(12) > 0
  }

  private static let known = [
    ("us", "USA", "USD"), ("gb", "GBR", "GBP"), ("de", "DEU", "EUR"), ("fr", "FRA", "EUR"),
    ("es", "ESP", "EUR"), ("it", "ITA", "EUR"), ("nl", "NLD", "EUR"), ("at", "AUT", "EUR"),
    ("ch", "CHE", "CHF"), ("ie", "IRL", "EUR"), ("pt", "PRT", "EUR"), ("se", "SWE", "SEK"),
    ("no", "NOR", "NOK"), ("dk", "DNK", "DKK"), ("fi", "FIN", "EUR"), ("pl", "POL", "PLN"),
    ("ca", "CAN", "CAD"), ("mx", "MEX", "MXN"), ("br", "BRA", "BRL"), ("au", "AUS", "AUD"),
    ("nz", "NZL", "NZD"), ("jp", "JPN", "JPY"), ("kr", "KOR", "KRW"), ("tw", "TWN", "TWD"),
    ("hk", "HKG", "HKD"), ("sg", "SGP", "SGD"), ("id", "IDN", "IDR"), ("vn", "VNM", "VND"),
    ("in", "IND", "INR"), ("tr", "TUR", "TRY"), ("za", "ZAF", "ZAR"),
  ]
}
