import Notation
import Testing

@testable import MockUpstreams

@Suite("Mock catalogue")
struct CatalogueTests {
  private func row(_ song: Song) -> String {
    "\(song.creditedTitle)|\(song.creditedArtist)|\(song.album)|\(song.day)|\(song.milliseconds)"
  }

  @Test("A song depends on the seed and its place only")
  func determinism() {
    let small = Catalogue(seed: 5, size: 1000, chartSize: 100)
    let large = Catalogue(seed: 5, size: 1_000_000, chartSize: 100)
    let other = Catalogue(seed: 6, size: 1000, chartSize: 100)
    let places = 0..<1000
    #expect(places.allSatisfy { row(small.song($0)) == row(large.song($0)) })
    #expect(places.filter { row(small.song($0)) == row(other.song($0)) }.count <= 20)
  }

  @Test("Every song is found by its title and artist, in a catalogue of any size")
  func found() {
    for size in [10, 1000, 3_000_000] {
      let catalogue = Catalogue(seed: 1, size: size, chartSize: 10)
      for place in stride(from: 0, to: size, by: max(1, size / 300)) {
        let song = catalogue.song(place)
        let result = catalogue.search("\(song.artist) \(song.title)", field: .any, limit: 200)
        #expect(result.songs.contains { $0.index == place }, "\(song.artist) – \(song.title)")
      }
    }
  }

  @Test("Numbers are walked one to one, and backwards to the same places")
  func numbering() {
    for count in [2, 10, 4096, 5871] {
      var digest = Digest(seed: 3, UInt64(count))
      let numbering = Numbering(count: count, digest: &digest)
      #expect(Set((0..<count).map(numbering.number(at:))).count == count)
      for place in [0, 1, count - 1, count, 7 * count + 1] {
        let number = numbering.number(at: place)
        #expect(numbering.places(of: number, below: place + 1, limit: 100).last == place)
      }
    }
  }

  @Test("A title alone finds several artists, an artist alone several titles, half a title nothing")
  func partialSearches() {
    let catalogue = Catalogue(seed: 1, size: 20_000, chartSize: 100)
    let stay = catalogue.search("stay", field: .any, limit: 200).songs
    #expect(Set(stay.map(\.artist)).count > 5)
    #expect(stay.allSatisfy { $0.title.lowercased() == "stay" })
    let sheeran = catalogue.search("ED SHEERAN", field: .artist, limit: 200).songs
    #expect(sheeran.map(\.title) == ["Shape of You", "Bad Habits"])
    #expect(catalogue.search("blinding", field: .any, limit: 200).songs.isEmpty)
  }

  @Test("Accents and case do not count in a search")
  func folding() {
    #expect(SearchWords.words("Café DEL Río (feat. Núñez)") == ["cafe", "del", "rio", "nunez"])
    #expect(SearchWords.words("The The") == ["the", "the"])
    #expect(SearchWords.words("Don’t 夜明けの歌") == ["dont", "夜明けの歌"])
  }

  @Test("Credits, scripts and shared titles of a real catalogue occur")
  func variety() {
    let catalogue = Catalogue(seed: 1, size: 5000, chartSize: 100)
    let songs = (0..<5000).map(catalogue.song)
    #expect(songs.contains { $0.credit == .joint && $0.creditedArtist.contains(" & ") })
    #expect(songs.contains { $0.creditedTitle.contains("(feat. ") })
    #expect(
      songs.contains { $0.title.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } })
    #expect(
      songs.contains { $0.title.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) } })
    #expect(songs.contains { $0.suffix.contains("[") })
    #expect(Set(songs.map(\.title)).count < songs.count)
  }

  @Test("Dates of the calendar")
  func dates() {
    #expect(AnswerDate.date(day: 0) == "1970-01-01")
    #expect(AnswerDate.date(day: 11_016) == "2000-02-29")
    for day in stride(from: -1000, to: 30_000, by: 7) {
      let parts = AnswerDate.date(day: day).split(separator: "-").compactMap { Int($0) }
      #expect(AnswerDate.day(year: parts[0], month: parts[1], dayOfMonth: parts[2]) == day)
    }
  }
}
