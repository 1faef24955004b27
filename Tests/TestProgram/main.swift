// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import IndexStore

// A program with an index of its own, for tests that need several processes.
//
//     TestProgram add INDEX IDENTIFIER TITLE [CONTENT-URL]
//     TestProgram add-later INDEX IDENTIFIER TITLE LATER-IDENTIFIER
//     TestProgram contact INDEX IDENTIFIER TITLE NUMBER LATITUDE LONGITUDE URL
//     TestProgram message INDEX IDENTIFIER TEXT
//     TestProgram submit INDEX IDENTIFIER TITLE END
//     TestProgram fill INDEX OWNER COUNT BATCH
//     TestProgram change INDEX SEED COUNT
//     TestProgram state INDEX
//     TestProgram find INDEX QUERY
//     TestProgram extension BEHAVIOUR
//     TestProgram delegate INDEX BEHAVIOUR
//     TestProgram fetch INDEX PROGRAM ITEM TYPE
//     TestProgram open FILE URL
//     TestProgram service FILE NAME
//     TestProgram match NAME TEXT…
//     TestProgram watch QUERY LIMIT
//
// `add-later` adds an item, waits for a line of input, prints the number of items in its indexes, and adds another item.
// `contact` adds an item that can be called and that has a place.
// `message` adds a mail of this moment, and wants to know its summary and its priority.
// `submit` adds an item and an activity that belongs to it, waits for neither, and ends, see `Submission`.
// `fill` adds the items OWNER-0 … OWNER-(COUNT-1) in batches. The client state has a line `OWNER NUMBER`
// for each owner: how many of its items are in the index.
// `change` makes random changes, see `Changes`.
// `extension` is an index extension, see `TestExtension`.
// `delegate` makes a `TestExtension` the delegate of the index, until it is killed.
// `match` is a shell that types faster than it gets answers, see `TestShell`.
// `watch` follows a search until it is killed, see `TestWatcher`.
// `open` writes the activity that it is opened with to a file, as does `service`, which is started by the message bus.

let arguments = CommandLine.arguments
switch arguments[1] {
case "extension" where arguments[2] == "asynchronous":
  Task.detached { TestExtension("works").serve() }
  while true { try await Task.sleep(for: .seconds(60)) }
case "extension": TestExtension(arguments[2]).serve()
case "open":
  try Opened(url: arguments[3]).write(to: arguments[2])
  exit(0)
case "match":
  print(try TestShell(provider: arguments[2]).matches(for: Array(arguments[3...])).joined(separator: "\n"))
  exit(0)
case "watch": try TestWatcher().follow(arguments[2], limit: UInt32(arguments[3]) ?? 0)
case "service":
  try TestService(name: arguments[3]).answerNext { try $0.write(to: arguments[2]) }
  exit(0)
default: break
}
// The default index has no name of its own.
let index = arguments[2].isEmpty ? .default() : CSSearchableIndex(name: arguments[2])

func item(_ identifier: String, title: String) -> CSSearchableItem {
  let attributes = CSSearchableItemAttributeSet(contentType: .text)
  attributes.title = title
  attributes.textContent = "The text of \(title)."
  return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: "test.items", attributeSet: attributes)
}

/// Chooses an item among those that a text finds.
func choose(_ identifier: String, after text: String) async throws {
  let query = CSUserQuery(userQueryString: text, userQueryContext: nil)
  var items: [CSUserQuery.Item] = []
  for try await response in query.responses {
    if case .item(let item) = response { items.append(item) }
  }
  guard let chosen = items.first(where: { $0.id == identifier }) else { exit(1) }
  query.userEngaged(chosen, visibleItems: items, interaction: .select)
}

func fill(owner: String, count: Int, batch: Int) async throws {
  while true {
    let state = try await index.fetchLastClientState()
    var numbers: [String: Int] = [:]
    for line in String(decoding: state, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      numbers[String(parts[0])] = Int(parts[1])
    }
    let start = numbers[owner] ?? 0
    guard start < count else { return }
    let end = min(start + batch, count)
    numbers[owner] = end
    index.beginBatch()
    try await index.indexSearchableItems((start..<end).map { item("\(owner)-\($0)", title: "\(owner) \($0)") })
    let next = Data(numbers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n").utf8)
    do {
      try await index.endIndexBatch(expectedClientState: state.isEmpty ? nil : state, newClientState: next)
      print(end)
      fflush(nil)
    } catch CSIndexError.mismatchedClientState {
      // Another process has changed the state; try again from there.
    }
  }
}

func add(_ identifier: String, title: String, url: String?) async throws {
  let item = item(identifier, title: title)
  item.attributeSet.contentURL = url.flatMap { URL(string: $0) }
  try await index.indexSearchableItems([item])
}

func find(_ query: String) async throws {
  for try await found in CSSearchQuery(queryString: query, queryContext: nil).results { print(found.id) }
}

switch arguments[1] {
case "add": try await add(arguments[3], title: arguments[4], url: arguments.count > 5 ? arguments[5] : nil)
case "add-later":
  try await add(arguments[3], title: arguments[4], url: nil)
  _ = readLine()
  var found = 0
  for try await _ in CSSearchQuery(queryString: "title == *", queryContext: nil).results { found += 1 }
  print(found)
  try await add(arguments[5], title: arguments[4], url: nil)
case "contact":
  let contact = item(arguments[3], title: arguments[4])
  contact.attributeSet.supportsPhoneCall = true
  contact.attributeSet.phoneNumbers = [arguments[5], "*21*1#"]
  contact.attributeSet.supportsNavigation = 1
  (contact.attributeSet.latitude, contact.attributeSet.longitude) = (
    Double(arguments[6]).map { NSNumber(value: $0) }, Double(arguments[7]).map { NSNumber(value: $0) }
  )
  contact.attributeSet.contentURL = URL(string: arguments[8])
  index.indexSearchableItems([contact])
case "message":
  let message = item(arguments[3], title: "A message")
  message.attributeSet = CSSearchableItemAttributeSet(contentType: .emailMessage)
  message.attributeSet.authors = [CSPerson(displayName: "Ann", handles: ["ann@example.org"], handleIdentifier: "emailAddresses")]
  message.attributeSet.contentCreationDate = Date()
  message.attributeSet.textContent = arguments[4]
  message.attributeSet.primaryRecipients = [CSPerson(displayName: "Bob", handles: ["bob@example.org"], handleIdentifier: "emailAddresses")]
  message.updateListenerOptions = [.summarization, .priority]
  index.indexSearchableItems([message])
case "submit": Submission(index, item(arguments[3], title: arguments[4])).end(arguments[5])
case "fill": try await fill(owner: arguments[3], count: Int(arguments[4]) ?? 0, batch: Int(arguments[5]) ?? 1)
case "change":
  let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
  let name = ApplicationStore(bundle: "TestProgram", index: IndexName(arguments[2]), protection: .none)
  let store = name.path(in: data + "/searchlight/applications")
  var changes = Changes(index, storedAt: store, seed: UInt64(arguments[3]) ?? 0)
  try await changes.make(Int(arguments[4]) ?? 0)
case "state": print(String(decoding: try await index.fetchLastClientState(), as: UTF8.self))
case "find": try await find(arguments[3])
case "choose": try await choose(arguments[4], after: arguments[3])
case "delegate":
  let delegate = TestExtension(arguments[3])
  index.indexDelegate = delegate
  // The main actor is free meanwhile.
  while delegate === index.indexDelegate { try await Task.sleep(for: .seconds(60)) }
case "fetch":
  let type = UTType(arguments[5]) ?? .data
  let data = try await index.fetchData(forBundleIdentifier: arguments[3], itemIdentifier: arguments[4], contentType: type)
  print(String(decoding: data, as: UTF8.self))
default: exit(2)
}
