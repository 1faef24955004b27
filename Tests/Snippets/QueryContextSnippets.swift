// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import Testing

// MARK: Apple, "Searching for information in your app"

/// The attributes that found items have.
private func context() -> CSSearchQueryContext {
    let context = CSSearchQueryContext()
    context.fetchAttributes = ["title", "displayName", "keywords", "contentType"]
    return context
}

// MARK: Apple, "Building a search interface for your app"

/// A context with attributes, suggestions and ranks.
private func userQueryContext() -> CSUserQueryContext {
    let queryContext = CSUserQueryContext()
    queryContext.fetchAttributes = ["title", "textContent", "authorNames", "contentDescription"]
    queryContext.maxSuggestionCount = 10
    queryContext.enableRankedResults = true
    return queryContext
}

@Suite struct QueryContextSnippets {
    @Test func `contexts`() {
        #expect(context().fetchAttributes.count == 4 && userQueryContext().maxSuggestionCount == 10)
    }
}
