// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import TestSupport
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

extension HandlerQueryExample {
    /// The number of items that the query has found so far.
    var foundItemCount: Int { query?.foundItemCount ?? 0 }
}

extension IndexedSnippets {
    @Suite struct QuerySnippets {
        @Test func `items whose title starts with a text`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                try await CSSearchableIndex(name: "MyIndex").indexSearchableItems(recipeItems())
                QueryExample().executeQuery(withTitle: "summer")
                try await expect("title == 'summer*'c", finds: ["1"])
                try await expect("title == 'berry*'c", finds: [])
            }
        }

        @Test(.timeLimit(.minutes(1))) func `results with handlers`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                try await CSSearchableIndex(name: "MyIndex").indexSearchableItems(recipeItems())
                let example = HandlerQueryExample()
                example.executeQueryWithHandlers(withTitle: "SUMMER")
                while example.foundItemCount == 0 { await Task.yield() }
                #expect(example.foundItemCount == 1)
            }
        }

        @Test func `a search controller`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                let items = recipeItems()
                for item in items { item.attributeSet.displayName = item.attributeSet.title }
                try await CSSearchableIndex(name: "MyIndex").indexSearchableItems(items)
                let controller = SpotlightSearchController()
                for (text, count) in [("chocolate", 1), ("s", 1), ("tea", 0)] {
                    await withCheckedContinuation { continuation in
                        controller.search(withQueryString: text) { continuation.resume() }
                    }
                    #expect(controller.searchResults.count == count, "\(text)")
                }
            }
        }
    }
}

// MARK: Apple, "Searching for information in your app", examples of query strings

/// A row of the table: a query string, and the values that it matches and does not match.
private struct ExampleQuery {
    var query: String
    var matches: [String]
    var others: [String] = []

    static let titles = [
        ExampleQuery(query: #"title == "Paris""#, matches: ["Paris"], others: ["paris", "I love Paris"]),
        ExampleQuery(query: #"title == "Paris"c"#, matches: ["Paris", "paris"], others: ["I love Paris"]),
        ExampleQuery(
            query: #"title == "Paris"wc"#, matches: ["Paris", "paris", "I love Paris", "paris-france.jpg"], others: ["Comparison"]),
        ExampleQuery(query: #"title == "Window"w"#, matches: ["MyWindowClass", "Broken Window"], others: ["NSWindow"]),
        ExampleQuery(query: #"title == "paris*""#, matches: ["paris", "parisol"], others: ["comparison"]),
        ExampleQuery(query: #"title == "*paris""#, matches: ["paris"], others: ["parisol", "comparison"]),
        ExampleQuery(query: #"title == "*paris*""#, matches: ["paris", "parisol", "comparison"]),
        ExampleQuery(query: #"title == 'paris'"#, matches: ["paris"], others: ["parisol", "I love paris"]),
    ]
    static let authors = [
        ExampleQuery(query: #"authorNames == "Frédéric""#, matches: ["Frédéric"], others: ["Frederic", "frédéric"]),
        ExampleQuery(query: #"authorNames == "Frédéric"cd"#, matches: ["Frédéric", "Frederic", "FREDERIC"]),
    ]

    func check(_ set: (CSSearchableItemAttributeSet, String) -> Void) async throws {
        let index = CSSearchableIndex(name: "MyIndex")
        try await index.deleteAllSearchableItems()
        let items = (matches + others).map { value in
            let attributes = CSSearchableItemAttributeSet(contentType: .text)
            set(attributes, value)
            return CSSearchableItem(uniqueIdentifier: value, domainIdentifier: nil, attributeSet: attributes)
        }
        try await index.indexSearchableItems(items)
        try await IndexedSnippets.expect(query, finds: matches)
    }
}

extension IndexedSnippets.QuerySnippets {
    @Test func `titles`() async {
        await #expect(processExitsWith: .success) {
            TestHome.prepare()
            for row in ExampleQuery.titles { try await row.check { $0.title = $1 } }
        }
    }

    @Test func `authors`() async {
        await #expect(processExitsWith: .success) {
            TestHome.prepare()
            for row in ExampleQuery.authors { try await row.check { $0.authorNames = [$1, "Another author"] } }
        }
    }

    @Test func `an author and a type`() async {
        await #expect(processExitsWith: .success) {
            TestHome.prepare()
            let media = [("Steve", "public.audio"), ("Steve", "public.video"), ("Steve", "public.text"), ("Tim", "public.audio")]
            let items = media.enumerated().map { number, medium in
                let attributes = CSSearchableItemAttributeSet(itemContentType: medium.1)
                attributes.authorNames = ["\(medium.0) Example"]
                return CSSearchableItem(uniqueIdentifier: "\(number)", domainIdentifier: nil, attributeSet: attributes)
            }
            try await CSSearchableIndex(name: "MyIndex").indexSearchableItems(items)
            let audio = #"authorNames == "Steve"wc && contentType == "audio"wc"#
            let both = #"authorNames == "Steve"wc && (contentType == "audio"wc || contentType == "video"wc)"#
            try await IndexedSnippets.expect(audio, finds: ["0"])
            try await IndexedSnippets.expect(both, finds: ["0", "1"])
        }
    }

    @Test func `items that were completed within ten days`() async {
        await #expect(processExitsWith: .success) {
            TestHome.prepare()
            let tasks = [("Tim Example", -3.0), ("Steve Example", -9), ("Tim Example", -30), ("Anna Example", -3)]
            let items = tasks.enumerated().map { number, task in
                let attributes = CSSearchableItemAttributeSet(contentType: .toDoItem)
                attributes.authorNames = [task.0]
                attributes.completionDate = Date(timeIntervalSinceNow: task.1 * 86_400)
                return CSSearchableItem(uniqueIdentifier: "\(number)", domainIdentifier: nil, attributeSet: attributes)
            }
            try await CSSearchableIndex(name: "MyIndex").indexSearchableItems(items)
            let query = """
                (authorNames == "Tim"wc || authorNames == "Steve"wc) &&
                 InRange(completionDate,$time.today(-10),$time.today)
                """
            try await IndexedSnippets.expect(query, finds: ["0", "1"])
        }
    }
}
