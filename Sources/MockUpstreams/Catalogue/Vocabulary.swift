/// The words that invented titles and names are made of.
enum Vocabulary {
  static let adjectives = words(
    """
    Golden Silver Midnight Broken Electric Quiet Endless Crimson Velvet Frozen Burning Hollow Lucky
    Distant Paper Neon Summer Winter Lonely Restless Tender Wild Sacred Hidden Fading Glass Blue
    Violet Heavy Gentle Northern Southern Second Last First Secret Foreign Plastic Careless Wasted
    Bitter Sweet Slow Sudden Perfect Simple Modern Ancient Morning Borrowed Reckless Sleepless
    """)
  static let nouns = words(
    """
    Harbour Lights River Heart Mirror Summer Thunder Garden Ocean Highway Avenue Shadow Fever Letter
    Stranger Echo Signal Horizon Diamond Ghost Paradise Carousel Satellite Island Window Fire Rain
    Memory Promise Station Empire Orchid Lantern Cathedral Avalanche Parade Compass Kingdom Ember
    Tiger Sparrow Machine Daylight Gravity Hurricane Ladder Anthem Voyage Season Kiss Dance Dream
    Street Skyline Tide Wonder Silence Whisper Circus Falcon
    """)
  static let links = ["in the", "of", "under the", "and"]
  static let verbs = words(
    "Hold Find Leave Follow Remember Forgive Carry Trust Wake Forget Chase Call")
  static let plainTitles = words(
    """
    Stay Home Closer Runaway Lovers Hello Angels Gravity Butterflies Heaven Breathe Tonight Numbers
    Sorry Again Yesterday Alive Happier Control Faded Gasoline Mercy Radio Rewind Sirens Jealous
    """)
  /// Titles in other scripts and with marks, which plain folding gets wrong.
  static let specialTitles = [
    "Café del Río", "Déjà Vu Encore", "Corazón Sin Cara Nueva", "Mañana Será Tarde",
    "Über den Dächern",
    "Straße nach Süden", "Smørrebrød Blues", "Łódź w Deszczu", "Ça Ira Demain", "Façade",
    "Naïve Été",
    "Para Sempre São Paulo", "Gözlerin Işık", "Příliš Pozdě", "Ængstelig Nat", "Þögn",
    "El Niño Perdido",
    "夜明けの歌", "東京の雨", "さよならの夏", "星屑レコード", "月光小夜曲", "海边的风", "愛在深秋",
    "봄날의 거리", "너에게 가는 길", "서울의 밤", "Белый снег", "Последний поезд", "Ночной город", "Полёт",
    "Υπόσχεση", "ليل طويل", "שיר אחרון", "Rock ’n’ Roll Is Young", "Don’t Look Down (Again)",
    "(I Can’t Find) The Key", "Love / Hate", "99 Problems Later", "24/7 Heart", "1,000 Miles Away",
    "What’s the Time?", "Oh! Marie", "A.M. to P.M.", "M.I.L.K. & Honey", "Part-Time Lover Boy",
  ]

  static let firstNames = words(
    """
    Nora Elias Mira Jonas Ava Leon Clara Milo Iris Hugo Tessa Oscar Luna Felix Stella Max Ruby Noah
    Freya Kai Maya Theo Zoe Finn Alma Ravi Ines Omar Lena Dario Selma Yusuf Greta Mateo Anouk Silas
    Priya Anton Marisol Tariq
    """)
  static let lastNames = words(
    """
    Winter Castellan Okafor Lindqvist Moreau Hartley Vance Delgado Novak Ferreira Whitlock Sato
    Brennan Kowalski Marchetti Osei Lindgren Rourke Abbott Valdez Petrov Ashford Nakamura Hale
    Duarte Keller Mensah Fontaine Grady Soto Ivers Quill Larsen Maddox Bright Calloway Reyes Thorne
    Varga Yilmaz Mbeki Carver Dunn Ekström Núñez Çelik Müller Dvořák Søndergaard Żuraw
    """)
  static let bandNouns = words(
    """
    Lanterns Wolves Satellites Strangers Tides Rooftops Sundays Paper_Kites Foxes Arcades Echoes
    Postmen Lovers Engines Pilots Gardeners Comets Vandals Orchards Neighbours
    """)
  static let stageNames = words(
    """
    NOVA-9 K!TE Mxlody SØLVE ÁUREA Drift.exe JUNO LVRS P$YCH Zaya AMARII B-Sidez Kid_Comet DJ_Falke
    MC_Lumen Yung_Harbour Lil_Orbit Big_Lantern $TAR 6LOCKS
    """)
  static let specialNames = [
    "米津あかり", "ヨルノオト", "夜光虫", "林小雨", "周晨", "서하늘", "봄비", "달빛소년", "Зима", "Полина Ветрова",
    "Группа Север", "Ελένη Θάλασσα", "نور الليل", "Sigur Þór", "Beyza Gül", "José & Los Faros",
    "Æther Ø", "The The Lights", "Simón y García", "Earth, Rain & Thunder", "AC/VC",
    "Guns ’n’ Lilies",
  ]

  static let genres = [
    "Pop", "Dance", "Hip-Hop/Rap", "R&B/Soul", "Alternative", "Rock", "Electronic", "Country",
    "K-Pop",
    "Latin", "Singer/Songwriter", "J-Pop",
  ]

  /// The words of a list; `_` stands for a space within one.
  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map { word in
      String(word.map { $0 == "_" ? " " : $0 })
    }
  }
}
