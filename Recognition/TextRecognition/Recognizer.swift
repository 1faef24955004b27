// SPDX-License-Identifier: Apache-2.0

internal import CxxRecognition
internal import TextAnalysis

/// Tesseract, with the data of some languages in memory. Use it from one thread.
@safe final class Recognizer {
  /// Tesseract's names of the languages.
  let languages: [String]
  private let raw: OpaquePointer

  /// Loads the data for some languages and English, about 10 MB for each.
  ///
  /// - Parameters:
  ///   - languages: ISO 639 codes; `nil` for the languages of the user.
  ///   - locales: The names of the user's locales.
  /// - Throws: ``RecognitionError`` if the data for English are not installed, or those of another language are damaged.
  init(_ languages: [String]?, locales: [String]) throws(RecognitionError) {
    guard let first = unsafe recognizer_make(RecognitionLanguages.base) else { throw .noData(RecognitionLanguages.base) }
    var installed: [String] = []
    while let name = unsafe recognizer_language(first, installed.count) { unsafe installed.append(String(cString: name)) }
    self.languages = RecognitionLanguages.chosen(
      for: languages ?? UserLanguages.current, locales: locales, installed: installed)
    if self.languages == [RecognitionLanguages.base] {
      unsafe raw = first
      return
    }
    unsafe recognizer_free(first)
    let name = self.languages.joined(separator: "+")
    guard let all = unsafe recognizer_make(name) else { throw .noData(name) }
    unsafe raw = all
  }

  deinit { unsafe recognizer_free(raw) }

  /// The text in a picture; `nil` if Tesseract fails.
  func text(in picture: borrowing Picture) -> RecognizedText? {
    defer { unsafe recognizer_clear(raw) }
    guard unsafe picture.withPointer({ unsafe recognizer_read(raw, $0) }) else { return nil }
    var words: [RecognizedWord] = []
    var word = unsafe recognized_word()
    while unsafe recognizer_next(raw, &word) {
      guard let text = unsafe word.text.map({ unsafe String(cString: $0) }) else { continue }
      unsafe words.append(
        RecognizedWord(text: text, confidence: word.confidence, beginsLine: word.begins_line, beginsBlock: word.begins_block))
    }
    return RecognizedText(words)
  }
}

/// Text cannot be recognised at all.
package enum RecognitionError: Error, CustomStringConvertible {
  /// Tesseract cannot load its data for some languages.
  case noData(String)

  package var description: String {
    switch self {
    case .noData(let languages):
      let packages = languages.split(separator: "+").map { "tesseract-ocr-\($0.replacing("_", with: "-"))" }.joined(separator: " ")
      return "Tesseract cannot load its data for \(languages); install \(packages)"
    }
  }
}
