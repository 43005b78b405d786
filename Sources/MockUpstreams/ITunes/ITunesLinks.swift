/// The addresses that Apple's services give for a release, without the parameters that some add.
struct ITunesLinks: Sendable {
  let release: ITunesRelease
  let store: ITunesStorefront

  private var site: String { "https://music.apple.com/\(store.code)" }

  var artist: String { "\(site)/artist/\(Self.slug(release.artist))/\(release.artistID)" }

  /// The track on its collection.
  var track: String {
    "\(site)/album/\(Self.slug(release.title))/\(release.collectionID)?i=\(release.trackID)"
  }

  var collection: String {
    "\(site)/album/\(Self.slug(release.collection ?? release.title))/\(release.collectionID)"
  }

  /// The cover as a square of an edge in pixels.
  func artwork(edge: Int) -> String {
    let folder = Self.path(release.collectionID)
    let name = MediaUpstream.slug(release.collection ?? release.title)
    return
      "https://is1-ssl.mzstatic.com/image/thumb/Music125/v4/\(folder)/\(name)/\(edge)x\(edge)bb.jpg"
  }

  var preview: String {
    let file = "\(Self.path(release.trackID))/mzaf_\(release.trackID).plus.aac.p.m4a"
    return "https://audio-ssl.itunes.apple.com/itunes-assets/AudioPreview125/v4/\(file)"
  }

  static func artist(name: String, id: Int, store: ITunesStorefront) -> String {
    "https://music.apple.com/\(store.code)/artist/\(slug(name))/\(id)"
  }

  private static func slug(_ text: String) -> String {
    SearchWords.words(text).filter { $0.utf8.allSatisfy { $0 < 0x80 } }.joined(separator: "-")
  }

  /// Something like the hashed folders of Apple's files.
  private static func path(_ id: Int) -> String {
    var digest = Digest(seed: 7, UInt64(id))
    let hex = String(digest.next() | 1 << 63, radix: 16)
    return "\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex.dropFirst(4).prefix(2))/\(hex)"
  }
}
