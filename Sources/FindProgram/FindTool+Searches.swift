// SPDX-License-Identifier: Apache-2.0

import CommandLine
import LogMessages
import QueryLanguage

extension FindTool {
  /// Prints one line per saved search, with its name and query.
  func listSearches() throws {
    var output = StandardOutput()
    var isComplete = true
    for name in try SavedSearch.names(in: try environment.searches()) {
      let path = try SavedSearch.path(of: name, searches: try environment.searches())
      guard SavedSearch.isPlainName(name) else {
        tool.report("\(PrintableText.path(path)): its name contains control characters; rename the file to use the search")
        isComplete = false
        continue
      }
      do {
        let search = try SavedSearch(parsing: try SmallFile.read(path), home: try? environment.home())
        do { _ = try Query(parsing: search.query) } catch {
          reportMalformedQuery(error, of: path)
          isComplete = false
        }
        output.write(path: name)
        output.write("\t\(search.query)\n")
      } catch let error as SavedSearchError {
        tool.report("\(PrintableText.path(path)): \(error)")
        isComplete = false
      } catch let error as FileError {
        tool.report("\(error)")
        isComplete = false
      }
    }
    output.flush()
    if !isComplete { tool.exitForFailure() }
  }

  /// Reports that the query of a saved search is malformed.
  ///
  /// - Parameter path: The file of the search.
  func reportMalformedQuery(_ error: QuerySyntaxError, of path: [UInt8]) {
    tool.report("\(PrintableText.path(path)): the query is malformed")
    tool.report(error.rendered())
  }

  /// Deletes a saved search.
  func deleteSearch(_ name: [UInt8]) throws {
    guard SavedSearch.isPlainName(name) else {
      tool.exitForWrongUse("-delete-search takes the name of a saved search, not \(PrintableText.path(name)); see -list-searches")
    }
    let path = try SavedSearch.path(of: name, searches: try environment.searches())
    do {
      _ = try SavedSearch(parsing: try SmallFile.read(path), home: try? environment.home())
      try SmallFile.remove(path)
    } catch let error as SavedSearchError {
      tool.fail("\(PrintableText.path(path)) is not deleted: \(error)")
    } catch let error as FileError where error.isMissing {
      throw UnknownSearch(name: name, known: try SavedSearch.names(in: try environment.searches()))
    }
  }
}
