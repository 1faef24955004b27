// SPDX-License-Identifier: Apache-2.0

/// The markup in the texts of subtitles.
package enum SubtitleMarkup {
  /// A text of SubRip or WebVTT without tags and escapes: `<i>`, `{\an8}`, `&amp;`. The name of a speaker is text: `<v Ada>`.
  package static func plain(cue text: String) -> String {
    text.replacing(/<v(?:\.[^<> ]*)? ([^<>]+)>/) { "\($0.1): " }.replacing(/<\/?[A-Za-z0-9][^<>]*>|\{\\[^{}]*\}/, with: "")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&nbsp;", with: " ").replacing("&amp;", with: "&")
  }

  /// A text of SubStation Alpha without styles and drawings, and with line breaks as spaces.
  package static func plain(subStation text: Substring) -> String {
    // The letters of a drawing are strokes.
    if text.contains(/\\p[1-9]/) { return "" }
    return String(text).replacing(/\{[^{}]*\}/, with: "").replacing(/\\[Nnh]/, with: " ")
  }
}
