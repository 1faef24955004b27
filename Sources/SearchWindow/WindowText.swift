// SPDX-License-Identifier: Apache-2.0

/// The texts of the window in English, which are the keys of translations (`po/*.po`). What stands in braces is replaced.
package enum WindowText: String, CaseIterable, Sendable {
  // Headings
  case best = "Best Result"
  case programs = "Programs"
  case folders = "Folders"
  case documents = "Documents"
  case presentations = "Presentations"
  case spreadsheets = "Spreadsheets"
  case messages = "Mail and Messages"
  case contacts = "Contacts"
  case events = "Events"
  case images = "Pictures"
  case music = "Music"
  case movies = "Videos"
  case fonts = "Fonts"
  case code = "Source Code"
  case archives = "Archives"
  case others = "Other Files"
  case more = "Show {count} more"

  // The window
  case window = "Search"
  case field = "Search files, programs and more"
  case results = "Results"
  case preview = "Preview"
  case excerpt = "From the text"
  case clear = "Clear the search"
  case meant = "Did you mean “{text}”?"
  case suggestions = "Suggestions"
  case related = "related in meaning"

  // States
  case startTitle = "Search Your Computer"
  case startAdvice = "Type a few letters of a name, or words of a text"
  case nothingTitle = "Nothing Found"
  case nothingAdvice = "No file, program or item matches “{text}”"
  case missingTitle = "No Index Yet"
  case missingAdvice = "Searchlight has not read your files yet. Start its daemon with: systemctl --user enable --now searchlight"
  case failedTitle = "The Index Cannot Be Read"
  case queryTitle = "The Query Is Not Complete"

  // The state of the index
  case unattended = "The index is not kept current, because mds does not run"
  case scanning = "The index is being made, so results may be missing"
  case unread = "{count} of {all} documents have not been read yet"

  // The line at the bottom
  case one = "1 result"
  case count = "{count} results"
  case limited = "The best {count} results"
  case open = "Open"
  case show = "Show in folder"
  case copy = "Copy path"
  case look = "Quick look"
  case copied = "Copied the path"
  case shown = "Shown in its folder"
  case noPreviewer = "For a quick look, install gnome-sushi"
  case onlyFiles = "An item of a program is in no folder"

  // Attributes
  case title = "Title"
  case authors = "Authors"
  case subject = "Subject"
  case album = "Album"
  case description = "Description"
  case keywords = "Keywords"
  case tags = "Tags"
  case pages = "Pages"
  case duration = "Seconds"
  case width = "Width"
  case height = "Height"
  case sender = "From"
  case recipients = "To"
  case date = "Date"
  case labels = "Labels"

  /// The text with values in place of names in braces.
  ///
  /// - Parameter translated: A translation of the text.
  package static func filled(_ translated: String, _ values: KeyValuePairs<String, String>) -> String {
    // A value may contain braces.
    var (result, rest) = ("", translated[...])
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      let name = rest.dropFirst().prefix { $0 != "}" }
      guard let close = rest.firstIndex(of: "}"), let value = values.first(where: { $0.key == name }) else {
        result.append(rest.removeFirst())
        continue
      }
      result += value.value
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
