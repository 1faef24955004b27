import CommandLine
import IndexStore

extension FindTool {
  /// The number of the hit to open, from 1; `nil` if hits are printed instead.
  var hitToOpen: Int? { invocation.number("open", atLeast: 1, of: tool) }

  /// Opens a hit with its default desktop program.
  ///
  /// - Parameter number: Its position in the list that is printed without `-open`, from 1.
  func open(hit number: Int, of search: RepeatableSearch) throws {
    var search = search
    search.limit = min(search.limit ?? number, number)
    let hits = try search.hits().hits()
    guard hits.count >= number else {
      tool.fail(
        hits.isEmpty
          ? "no file matches, so there is nothing to open"
          : "-open \(number): only \(hits.count == 1 ? "1 file matches" : "\(hits.count) files match")")
    }
    let path = hits[number - 1].path
    guard try SmallFile.kind(at: path) != nil else { tool.fail("\(String(decoding: path, as: UTF8.self)): no longer exists") }
    try DesktopOpener.open(path)
  }
}
