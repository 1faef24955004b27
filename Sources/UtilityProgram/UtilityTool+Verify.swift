// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import MessageAnalysis

extension UtilityTool {
  /// Verifies the index of files, and those of programs even if it is damaged.
  func verify() throws {
    let leftover = try daemon().map { "not listed; the daemon (process \($0.process)) is adding or removing it" }
    let index = try store()
    let isIntact = try verify(
      index, leftover: leftover ?? "left over; mds or mdimport will remove it",
      repairing: { lost in
        let index = try store(.write(creating: false))
        guard let summary = try index.repair(lost) else { return false }
        if summary.textsToRead > 0 { _ = try readContents(with: try indexer(index)) }
        return true
      })
    let lacksTrees = try index.read { snapshot throws(StoreError) in snapshot.content == .files } && index.lacksKeptTrees
    if lacksTrees {
      tool.report("\(index.path)/trees: the list of the indexed trees is missing; mds, mdimport or 'mdutil --repair' writes it")
    }
    let problem = Store.wordVectorProblem
    if let problem { tool.report(problem) }
    let priorityProblem = PriorityRules.installationProblem
    if let priorityProblem { tool.report(priorityProblem) }
    let isUsable = problem == nil && priorityProblem == nil
    if try !verifyApplications() || !isIntact || lacksTrees || !isUsable { tool.exitForFailure() }
  }

  func verifyApplications() throws -> Bool {
    var isIntact = true
    for name in try lostApplications() {
      tool.report(name.message(about: .notFound(path: name.path(in: try environment.applications()))))
      isIntact = false
    }
    let isComplete = try forEachApplicationStore { name, path in
      let index = try Store.open(path, .read)
      let isStoreIntact = try verify(
        index, leftover: "left over; the program will remove it", { name.message(about: $0) },
        repairing: { lost in
          try writableStore(path).repair(lost) != nil
        })
      if !isStoreIntact { isIntact = false }
    }
    return isComplete && isIntact
  }

  /// - Parameters:
  ///   - leftover: What to say about a segment that is not listed.
  ///   - describe: The message for damage.
  ///   - repair: Builds lost segments again. Returns `false` if another process does that.
  /// - Returns: Whether the index is intact.
  private func verify(
    _ index: Store, leftover: String, _ describe: (StoreError) -> String = { "\($0)" }, repairing repair: (LostSegments) throws -> Bool
  ) throws -> Bool {
    var damage = try index.verify()
    let lost = try index.lostSegments(among: damage)
    if lost.count > 0 {
      let what = "\(index.path): \(counted(lost.count, "part")) of the index had not reached the disk, as after a power failure"
      do {
        if try repair(lost) {
          damage = try index.verify()
          print("\(what); repaired\n")
        } else {
          damage.removeAll(where: lost.explains)
          print("\(what); \(try maintainer()) repairs \(lost.count == 1 ? "it" : "them")\n")
        }
      } catch {
        tool.report("\(what), and cannot be repaired: \(error)")
      }
    }
    for error in damage { tool.report(describe(error)) }
    let foreign = "not a part of the index, and left alone"
    for file in try index.unlistedSegments() {
      print("\(index.path)/segments/\(PrintableText.line(file.name)): \(file.isForeign ? foreign : leftover)\n")
    }
    if damage.isEmpty { print("\(index.path): all checksums are correct, and all parts agree\n") }
    return damage.isEmpty
  }

  /// The process that repairs the index.
  func maintainer() throws -> String { try daemon().map { "the daemon (process \($0.process))" } ?? "another program" }
}
