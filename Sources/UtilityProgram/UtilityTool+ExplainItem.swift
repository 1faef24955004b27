// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import IndexStore
import LogMessages
import MessageAnalysis

extension UtilityTool {
  /// Shows whether an item of a program is important, and why.
  func explain(item identifier: String, at address: [UInt8], _ name: ApplicationStore) throws {
    let shown = PrintableText.path(address)
    let nothing = "\(shown): no program has such an item in its index"
    let path = name.path(in: try environment.applications())
    let store: Store
    do throws(StoreError) {
      store = try Store.open(path, .read)
    } catch {
      if case .notFound = error { tool.fail(nothing) }
      tool.fail(name.message(about: error))
    }
    let found = try store.read { snapshot throws(StoreError) -> (record: AttributeRecord, text: String?)? in
      guard let reference = try snapshot.reference(ofItem: identifier), let record = try snapshot.attributes(of: reference.document) else {
        return nil
      }
      return (record, try snapshot.text(of: reference.document))
    }
    guard let found else { tool.fail(nothing) }
    print("\(shown):\n" + (try lines(about: found.record, found.text, in: store)).map { "\t\($0)\n" }.joined())
    if let problem = PriorityRules.installationProblem { tool.report("\(problem); the weights of this file do not count") }
  }

  /// Why the index gave a message its priority. What it knows of the sender may have changed since.
  private func lines(about record: AttributeRecord, _ text: String?, in store: Store) throws -> [String] {
    let value =
      switch record[.isPriority] {
      case .boolean(let isPriority): isPriority ? "1" : "0"
      case .integer(let number): "\(number)"
      default: "none; its program has not asked for one, or it is no new message with a text and an author"
      }
    var lines = ["priority: \(value)"]
    guard record[.isPriority] != nil, let text,
      let priority = MessagePriority(of: record, text: text, history: try store.messageHistory(of: record), rules: .installed)
    else { return lines }
    lines.append("strongest reason: \(priority.strongestReason)")
    let base = (PriorityRules.Observation.base, PriorityRules.installed.weight(of: .base))
    lines += (priority.reasons + [base]).map { "\($0.rawValue): \(Self.shown($1))" }
    return lines
  }

  /// A weight with at most two decimals.
  private static func shown(_ weight: Double) -> String {
    let hundredths = Int((weight * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)"
    return (hundredths < 0 ? "−" : "") + "\(whole)\(decimals)"
  }
}
