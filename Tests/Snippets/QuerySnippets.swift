// swift-format-ignore-file
import CoreSpotlight
import Testing

// MARK: Apple, "Searching for information in your app"

/// Results as an asynchronous sequence.
private class QueryExample {
    func executeQuery(withTitle title : String) {
        var results = [CSSearchableItem]()
        // Fetch the items with a title that starts with the
        // specified string. Perform a case-insensitive comparison.
        let queryString = "title == '\(title)*'c"

        let context = CSSearchQueryContext()
        context.fetchAttributes = ["title", "displayName", "keywords", "contentType"]

       // Create the query and specify a handler for the results.
        let query = CSSearchQuery(queryString: queryString, queryContext: context)

        // Process the results asynchronously.
        Task {
            do {
                // Start the query and iterate over the results.
                for try await result in query.results {
                    let attributeSet = result.item.attributeSet
                    let foundTitle = attributeSet.title
                    let foundDisplayName = attributeSet.displayName

                    // Use the results here.
                }
            } catch {
                // Handle any errors.
            }
        }
    }
}

/// Results with handlers. As published, the method is `mutating`, which no compiler accepts in a
/// class.
private class HandlerQueryExample {
    private var query : CSSearchQuery? = nil
    func executeQueryWithHandlers(withTitle title : String) {
        var results = [CSSearchableItem]()
        // Fetch the items with a title that starts with the
        // specified string. Perform a case-insensitive comparison.
        let queryString = "title == '\(title)*'c"

        let context = CSSearchQueryContext()
        context.fetchAttributes = ["title", "displayName", "keywords", "contentType"]

        // Create the query and specify a handler for the results.
        self.query = CSSearchQuery(queryString: queryString, queryContext: context)
        self.query?.foundItemsHandler = { (items : [CSSearchableItem]) -> Void in
            results.append(contentsOf: items)
        }

        // Display the results when the query finishes.
        self.query?.completionHandler = { (error) -> Void in
            if error == nil {
                for item in results {
                    let attributeSet = item.attributeSet
                    let foundTitle = attributeSet.title
                    let foundDisplayName = attributeSet.displayName

                    // Use the results here.
                }
            } else {
                // Handle the error.
            }
        }

        // Start the query.
        self.query?.start()
    }
}

// MARK: An article on Spotlight in iOS 10

/// A program's own objects that items stand for.
private struct County {
    static func countyForName(_ name: String) -> County? { County() }
}

private class SpotlightSearchController {
    /// The results returned by the most recent search.
    private(set) var searchResults = [County]()

    private var query: CSSearchQuery? {
        didSet {
            // We have a new search query, so remove all old search results.
            searchResults.removeAll()
        }
    }

    private func spotlightQueryString(fromQueryString queryString: String) -> String { "displayName == \"\(queryString)*\"cdw" }

    /// Performs a search on the Spotlight database with the given query string.
    /// - Parameters:
    ///   - queryString: The query string to search for.
    ///   - completionHandler: The handler to call when the search is completed.
    func search(withQueryString queryString: String, completionHandler: @escaping () -> Void) {
        query?.cancel()
        query = CSSearchQuery(queryString: spotlightQueryString(fromQueryString: queryString), attributes: [])
        query?.foundItemsHandler = { [unowned self] (items) in
            self.searchResults.append(contentsOf: items.flatMap { County.countyForName($0.uniqueIdentifier) })
        }
        query?.completionHandler = { (error) in
            guard error == nil else {
                print("Error: \(error?.localizedDescription)")
                return
            }
            DispatchQueue.main.async {
                completionHandler()
            }
        }
        query?.start()
    }
}
