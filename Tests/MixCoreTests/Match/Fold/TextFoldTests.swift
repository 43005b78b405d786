import Foundation
import Testing

@testable import Match

@Suite("Text folding")
struct TextFoldTests {
  @Test(
    "Spellings of one text fold alike",
    arguments: [
      ("Blinding Lights", "blinding lights"), ("CAFÉ del Río", "cafe del rio"),
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("Ægir Œuvre", "aegir oeuvre"),
      ("Ørsted Łódź Đặng", "orsted lodz dang"), ("Þórr Guðrún", "thorr gudrun"),
      ("ıstanbul İstanbul", "istanbul istanbul"), ("“Don’t” — ‘go’", "\"don't\" - 'go'"),
      ("R&B", "r and b"), ("Simon & Garfunkel", "simon and garfunkel"), ("a＆b", "a and b"),
      ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"), ("ﬁnal ½ №5 Ⅳ", "final 1/2 no5 iv"),
      ("Größe\u{AD}n", "grossen"), ("ΣΊΣΥΦΟΣ ς", "σισυφοσ σ"), ("Title™ ©", "title "),
      ("e\u{301}\u{302}x", "ex"), ("\u{1D400}\u{1D7D8}", "a0"), ("👩‍🚀", "👩🚀"),
    ])
  func folds(text: String, folded: String) {
    #expect(TextFold.fold(text) == folded)
  }

  @Test(
    "Other scripts stay what they are",
    arguments: [
      ("夜明けの歌", "夜明けの歌"), ("ｶﾞｷﾞ", "ガギ"), ("カ\u{3099}ハ\u{309A}", "ガパ"), ("ガ", "ガ"),
      ("봄날의 거리", "봄날의 거리"), ("Белый", "белый".replacing("й", with: "и")),
      ("ที่นี่", "ที่นี่"), ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
    ])
  func keepsScripts(text: String, folded: String) {
    #expect(TextFold.fold(text) == folded)
  }

  @Test("Decomposed Hangul and precomposed Hangul fold to the same syllables")
  func hangul() {
    let text = "너에게 가는 길"
    let decomposed = text.decomposedStringWithCanonicalMapping
    #expect(decomposed.unicodeScalars.count > text.unicodeScalars.count)
    #expect(Array(TextFold.fold(decomposed).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "A text of signs is compared by them",
    arguments: [
      ("!!!", "!!!"), (" ??? ", "???"), ("", ""), (" ", ""), ("♥", "♥"), ("Help!", "help"),
    ])
  func keys(text: String, key: String) { #expect(TextFold.key(of: text) == key) }

  @Test(
    "Normalizing leaves words with single spaces",
    arguments: [
      ("AC/DC – Don’t", "ac dc don t"), ("  a \t b\n", "a b"), ("...", ""), ("", ""),
      ("(I Can’t Find) The Key!", "i can t find the key"), ("A&B", "a and b"), ("&", "and"),
      ("Ünder & Över", "under and over"), ("100% «Été»", "100 ete"), ("Ё-моё", "е мое"),
    ])
  func normalizes(text: String, normalized: String) {
    #expect(TextFold.normalize(text) == normalized)
  }

  @Test("Tokens and slugs are the normalized words")
  func tokensAndSlugs() {
    #expect(TextFold.tokens("Guns N’ Roses & Co.") == ["guns", "n", "roses", "and", "co"])
    #expect(TextFold.tokens(" – ") == [])
    #expect(TextFold.slug("Déjà Vu (Live)") == "deja-vu-live")
    #expect(TextFold.slug("夜の 歌") == "夜の-歌")
  }

  @Test("Folding a folded text changes nothing, for every scalar that is assigned")
  func idempotent() {
    for value in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = TextFold.fold(String(scalar))
      let twice = TextFold.fold(once)
      if once != twice { Issue.record("U+\(String(value, radix: 16)): \(once) became \(twice)") }
    }
  }

  @Test("Canonically equivalent texts fold alike, for every scalar that decomposes")
  func canonicalEquivalence() {
    for value in UInt32(0x80)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let decomposed = text.decomposedStringWithCanonicalMapping
      guard Array(decomposed.unicodeScalars) != [scalar] else { continue }
      let (one, other) = (TextFold.fold(text), TextFold.fold(decomposed))
      if Array(one.unicodeScalars) != Array(other.unicodeScalars) {
        Issue.record("U+\(String(value, radix: 16)): \(one) is not \(other)")
      }
    }
  }

  @Test("The ASCII path and the general path agree")
  func asciiPath() {
    let ascii = String(decoding: (UInt8(0)..<0x80), as: UTF8.self)
    for text in [ascii, "A&B & C&", "&&", "x &y"] {
      // One scalar beyond ASCII sends the same text through the general path.
      let general = TextFold.fold(text + "夜")
      #expect(general == TextFold.fold(text) + (text.hasSuffix("&") ? " 夜" : "夜"))
      #expect(TextFold.normalize("\(text) 夜") == TextFold.normalize(text) + " 夜")
    }
  }

  @Test("A megabyte of the worst text takes linear time", .timeLimit(.minutes(10)))
  func largeText() {
    for part in ["é", "\u{301}", "&", "ㄱ", "\u{1100}\u{1161}\u{11A8}", "ﷺ", "- "] {
      let count = 1_000_000 / part.utf8.count
      let text = String(repeating: part, count: count)
      #expect(TextFold.normalize(text).utf8.count < 20_000_000)
    }
  }
}
