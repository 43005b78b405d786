/// The words that invented books are made of, besides those of ``Vocabulary``.
enum BookVocabulary {
  static let nouns =
    Vocabulary.nouns
    + words(
      """
      Archivist Cartographer Orchard Winter_Palace Clockmaker Beekeeper Translator Drowned_City
      Inheritance Almanac Apothecary Lighthouse Vineyard Emissary Heretic Ferryman Locksmith Meridian
      Marshland Alphabet Bookbinder Tempest Reliquary Wanderer Glassblower Monsoon Regent Catacomb
      Nightingale Parliament Salt_Road Threshold Undertaker Vessel Weaver Zodiac Herbarium Cipher
      """)
  static let gerunds = words(
    """
    Burying Counting Drawing Feeding Finding Hunting Inventing Leaving Mapping Mending Naming Painting
    Reading Saving Selling Silencing Stealing Teaching Translating Waking
    """)
  static let places = words(
    """
    Ashvale Brindle_Bay Carrowmore Dunmere Eastmark Fallowden Greyhaven Hollin Iverness Jarrow
    Kestrel_Point Lowmoor Marrakesh Norwick Ostrava Palermo Quillon Ravensholm Skagen Tarn_Hill
    """)
  /// Titles of one word, and numbers, which many books share.
  static let plainTitles = words(
    """
    Home Stay Closer Origin Inheritance Vanishing Boundaries 1987 Exile Kindred_Spirits Gravity Hunger
    Salt Ordinary_People Testimony Atonements Belonging Drift Siege Thirst
    """)
  /// Titles in other scripts, with marks, numbers and signs.
  static let specialTitles = [
    "Café am Rande", "L’été dernier", "La sombra del río", "Große Erwartung", "Fräulein Smørs Sne",
    "Ślad na piasku", "Příběh o zimě", "Türkçe Düşler", "Ο τελευταίος σταθμός", "Белая гавань",
    "Тихая вода", "夜明けの図書館", "月の裏側の町", "雨中书", "봄의 서점", "Don’t Call Me Ishmaela", "11/22/73",
    "A–Z of Silence", "What If? Again", "Catch-23", "O.K. Computer Says No", "Self/Less",
    "100 Ways to Disappear", "The 7½ Lives of Ida Thorne", "U.S. Route 9",
  ]

  static let firstNames =
    Vocabulary.firstNames
    + words(
      """
      Adaeze Agnes Alistair Beatriz Bernard Camille Cyrus Daphne Declan Edith Emeka Esther Fabian Gideon
      Hanne Imogen Ivan Jocasta Kamala Leopold Lucinda Magnus Nadia Octavia Pascal Quentin Rosalind
      Sigrid Tobias Ursula Vikram Winifred Xenia Yvette Zachary
      """)
  static let lastNames =
    Vocabulary.lastNames
    + words(
      """
      Achterberg Adeyemi Aldous Barrowclough Bellweather Blackwood Bonaventure Brackenbury Carmichael
      Cholmondeley Davenport Drummond Eberhardt Everleigh Fairweather Farquhar Fitzwilliam Galbraith
      Gainsborough Hathersage Hollingsworth Iwasaki Jankowski Kirkpatrick Lavoisier Lockwood MacAllister
      Mandelbrot Merriweather Montgomery Nightshade Oyelaran Pemberton Quartermain Radcliffe Rosenthal
      Sainsbury Shackleton Standish Tanizaki Thistlewood Underhill Vasquez Wadsworth Weatherby
      Wintersmith Yamaguchi Zimmermann de_Winter van_Aalst
      """)

  static let publishers = [
    "Harbour & Vane", "Tallow Press", "Penwith Books", "Northlight", "Quill House", "Gannet",
    "Éditions du Quai", "Verlag am Park", "Orbital", "Little, Black & Co.", "Faber Hill",
  ]
  static let bindings = ["Paperback", "Hardcover", "Kindle Edition", "Mass Market Paperback"]
  static let seriesKinds = ["Chronicles", "Trilogy", "Saga", "Mysteries", "Cycle", "Quartet"]
  static let subtitles = [
    "A History of Trade and Tides", "How Small Towns Change the World", "A Life in Letters",
    "The Untold Story", "Notes from a Northern Winter", "Essays on Work and Rest",
    "A Memoir of Leaving", "Recipes and Remembrances", "What the River Knew",
  ]
  static let summaryMakers = ["QuickRead Digest", "BookCaps Study Team", "Instaread Notes"]
  static let subjects = [
    "Fiction", "Fantasy fiction", "Detective and mystery stories", "Historical fiction",
    "Biography",
    "Science fiction", "Essays", "Families",
  ]
  static let languages = ["eng", "eng", "eng", "eng", "fre", "ger", "spa"]

  /// The words of a list; `_` stands for a space within one.
  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map { word in
      String(word.map { $0 == "_" ? " " : $0 })
    }
  }
}

extension PhraseTable {
  /// The titles of invented books; those that stand alone or need care appear several times.
  static let bookTitles = PhraseTable(phrases: makeBookTitles())

  /// Those who write them.
  static let bookAuthors = PhraseTable(
    phrases: BookVocabulary.firstNames.flatMap { first in
      BookVocabulary.lastNames.map { "\(first) \($0)" }
    })

  private static func makeBookTitles() -> [String] {
    let nouns = BookVocabulary.nouns
    var titles = Vocabulary.adjectives.flatMap { adjective in nouns.map { "The \(adjective) \($0)" }
    }
    titles += BookVocabulary.gerunds.flatMap { gerund in nouns.map { "\(gerund) the \($0)" } }
    for (row, first) in nouns.enumerated() {
      for (column, second) in nouns.enumerated() where row < column {
        switch (row + 2 * column) % 4 {
        case 0: titles.append("The \(first) of the \(second)")
        case 1: titles.append("A \(first) for the \(second)")
        case 2: titles.append("\(first) and \(second)")
        default: titles.append("The \(first)’s \(second)")
        }
      }
    }
    for (row, adjective) in Vocabulary.adjectives.enumerated() {
      for (column, place) in BookVocabulary.places.enumerated() {
        titles.append("The \(adjective) \(nouns[(row * 20 + column) % nouns.count]) of \(place)")
      }
    }
    titles += (0..<10).flatMap { _ in BookVocabulary.plainTitles }
    return titles + (0..<20).flatMap { _ in BookVocabulary.specialTitles }
  }
}
