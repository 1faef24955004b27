import CommandLine
import IndexStore

extension FindTool {
  /// The number of the hit to open, from 1; `nil` when hits are to be printed.
  var hitToOpen: Int? { invocation.number("open", atLeast: 1, of: tool) }

  /// Opens a hit with the desktop's program for it.
  ///
  /// - Parameter number: Its place in the list that is printed without `-open`, from 1.
  func open(hit number: Int, of search: RepeatableSearch) throws {
    var search = search
    search.limit = min(search.limit ?? number, number)
    let hits = try search.hits().hits()
    guard hits.count >= number else {
      tool.fail(
        hits.isEmpty
          ? "nothing was found, so nothing is opened"
          : "there \(hits.count == 1 ? "is 1 hit" : "are \(hits.count) hits"); -open wants one of them, not \(number)")
    }
    let path = hits[number - 1].path
    guard try SmallFile.kind(at: path) != nil else { tool.fail("\(String(decoding: path, as: UTF8.self)): no longer exists") }
    try DesktopOpener.open(path)
  }
}
