// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import TestSupport
import Testing

// MARK: Apple, "Building a search interface for your app"

private func userQuery(_ searchText: String) -> CSUserQuery {
    let queryContext = CSUserQueryContext()
    queryContext.fetchAttributes = ["title", "textContent", "authorNames", "contentDescription"]
    queryContext.maxSuggestionCount = 10
    queryContext.enableRankedResults = true

    let query = CSUserQuery(userQueryString: searchText, userQueryContext: queryContext)
    return query
}

private func responses(_ query: CSUserQuery) {
    Task {
        do {
            // Start the query and get the results.
            for try await element in query.responses {
                switch(element) {
                    case .item(let item):
                        // Add the item to the list of search results to display.
                        break
                    case .suggestion(let suggestion):
                        // Pass suggestions back to the search interface to display.
                        break
                    @unknown default:
                        break
                }
            }
        } catch {
            // Handle any errors.
        }
    }
}

// MARK: A tutorial on Core Spotlight in apps

private class SmoothiesView {
    private let recipes = RecipeProvider.shared.recipes
    private var searchText = ""
    private var filteredRecipes: [Recipe] = []
    private var queryItems: [CSUserQuery.Item] = []

    func onAppear() {
        CSUserQuery.prepare()
    }

    func searchTextDidChange() async {
        guard !searchText.isEmpty else { return }

        do {
            try await Task.sleep(for: .seconds(0.3))

            let query = CSUserQuery(
                userQueryString: searchText,
                userQueryContext: nil
            )

            for try await element in query.responses {
                switch(element) {
                case .item(let item):
                    print("Got a result: \(item.item.uniqueIdentifier)")
                case .suggestion(let suggestion):
                    let str = suggestion
                        .suggestion.localizedAttributedSuggestion
                    print("Got a suggestion: \(str)")
                @unknown default: break
                }
            }
        } catch {
            // handle possible errors
            return
        }
    }

    func collectQueryItems() async {
        do {
            let context = CSUserQueryContext()
            context.enableRankedResults = true

            let query = CSUserQuery(
                userQueryString: searchText,
                userQueryContext: context
            )
            queryItems = []
            for try await element in query.responses {
                switch(element) {
                case .item(let item):
                    queryItems.append(item)
                case .suggestion(let suggestion):
                    break
                @unknown default: break
                }
            }
        } catch {
            // handle possible errors
            return
        }

        queryItems.sort { first, second in
            first.item.compare(
                byRank: second.item
            ) == .orderedAscending
        }

        filteredRecipes = queryItems.compactMap { item in
            recipes.first(
                where: {
                    $0.id == item.item.uniqueIdentifier
                }
            )
        }
    }

    func navigationPathDidChange(_ newValue: [Recipe]) {
        guard
            !searchText.isEmpty,
            let selection = newValue.first,
            let item = queryItems.first(
                where: {
                    $0.item.uniqueIdentifier == selection.id
                }
            )
        else { return }

        let query = CSUserQuery(
            userQueryString: searchText,
            userQueryContext: nil
        )

        query.userEngaged(
            item, visibleItems: queryItems,
            interaction: .select
        )
    }
}

extension SmoothiesView {
    /// Types a text and waits for the results.
    func search(_ text: String) async -> [String] {
        searchText = text
        await searchTextDidChange()
        await collectQueryItems()
        return queryItems.map(\.item.uniqueIdentifier)
    }

    var recipesOnScreen: [String] { filteredRecipes.map(\.id) }
}

extension IndexedSnippets {
    @Suite struct UserQuerySnippets {
        private static func addRecipes() async throws {
            let attributes = CSSearchableItemAttributeSet(contentType: .content)
            attributes.title = "Oat Milk"
            let item = CSSearchableItem(uniqueIdentifier: "3", domainIdentifier: nil, attributeSet: attributes)
            try await CSSearchableIndex(name: "SpotlightSearchExample").indexSearchableItems(recipeItems() + [item])
        }

        @Test func `results and suggestions`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                try await UserQuerySnippets.addRecipes()
                responses(userQuery("choco"))
                var (items, suggestions): ([String], [String]) = ([], [])
                for try await element in userQuery("choco").responses {
                    switch element {
                    case .item(let item): items.append(item.item.uniqueIdentifier)
                    case .suggestion(let suggestion):
                        // Apple's example of suggestions in an interface makes their titles like this.
                        let title = String(suggestion.suggestion.localizedAttributedSuggestion.characters)
                        suggestions.append(title)
                    @unknown default: break
                    }
                }
                #expect(items == ["2"])
                #expect(suggestions.first?.lowercased().hasPrefix("chocolate") == true)
            }
        }

        @Test func `a chosen item comes first`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                try await UserQuerySnippets.addRecipes()
                let view = SmoothiesView()
                view.onAppear()
                #expect(await view.search("berry") == ["1"])
                #expect(view.recipesOnScreen == ["1"])
                #expect(await view.search("milk") == ["3", "2"])
                view.navigationPathDidChange([RecipeProvider.shared.recipes[1]])
                #expect(await view.search("milk") == ["2", "3"])
            }
        }

        @Test func `a user query from the wrong initializer`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                await #expect {
                    for try await _ in CSUserQuery(queryString: "title == 'berry'", queryContext: nil).responses {}
                } throws: { error in
                    (error as? CSSearchQueryError)?.code == .invalidQuery
                }
            }
        }
    }
}
