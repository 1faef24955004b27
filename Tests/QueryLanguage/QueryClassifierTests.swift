// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import Testing

/// §8 of the grammar: which texts are predicates.
struct QueryClassifierTests {
  @Test(arguments: [
    "kMDItemFSName == x", "kMDItemFSName=*.pdf", "kMDItemFSName ==", "a = 1", "a<5", "a >= 5", "a != 5", "* == x", "*=x",
    "** = \"foo*\"cdws",
    "(* = \"foo\")", "InRange(a,1,2)", "InRange (a,1,2)", "x && InRange(a", "inrange(a,1,2)", "INRANGE(a", "$time.today",
    "modified $time.today",
    "onboarding && kMDItemContentModificationDate >= $time.iso(2025-03-01)", "!(a = 1)", "\"quoted\" && a == 'x'", "don't a == b",
    "tag:red a == b", "kMDItemFSName = \"unclosed", "a:b == c", "\n\ta\n=\n1", "(a)b==1",
    "kMDItemFSName LIKE \"x\"", "kMDItemTitle CONTAINS[cd] 'x'", "(kMDItemFSName beginswith x)",
    "(true)", "!false", "true || false", " ( true && !(false) )",
    "== x", "(== 'x' && y)", "!=\"x\"", " > 5", "= 'x'", "<=5",
  ])
  func `a text with a comparison outside quotes is a predicate`(text: String) {
    #expect(QueryClassifier.isMeantAsPredicate(text))
  }

  @Test(arguments: [
    "", "thesis", "annual report", "kind:pdf", "\"exact phrase\"", "size:>10MB", "created:<=7/29/21", "modified: >=2025-01-01",
    "\"a == b\"", "'a == b'",
    "kMDItemFSName", "AND", "true", "*", "* word", "*.pdf", "a && b", "rock & roll", "wow!", "(a b)", "InRange", "InRange of",
    "inrange (of a car)", "$time",
    "5 = 5",
    "==", "<=> x", "<3", "=> x", ">5", "->", "=", "! x", "author:tom OR author:thom", "it's \"a = b\"", "a | b", "price:$5",
    "true", "false true", "(trueish)", "()", "!", "true story (false)",
    "title LIKE x", "kMDItemFSName likes", "kMDItemNothing LIKE x", "\"kMDItemFSName LIKE x\"",
  ])
  func `any other text consists of words`(text: String) {
    #expect(!QueryClassifier.isMeantAsPredicate(text))
  }
}
