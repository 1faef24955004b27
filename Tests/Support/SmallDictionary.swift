// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemPlatform
internal import WordVectorTraining
package import WordVectors

/// A dictionary in WordNet's format, small enough to read, from which tests make word vectors.
package enum SmallDictionary {
  /// Word vectors in which *vehicle* is near *car*, *doctor* near *physician*, and so on.
  package static let model: WordVectorModel = {
    do {
      return try WordVectorModel(FixedBytes(copying: try bytes()), path: Path("small"))
    } catch {
      preconditionFailure("the small dictionary cannot be read: \(error)")
    }
  }()

  /// The bytes of a file of word vectors.
  ///
  /// - Parameter count: Number of synsets, the first ones.
  package static func bytes(count: Int = .max) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dictionary-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(to: folder, count: count)
    return WordVectorTrainer.train(try WordNetDictionary(folder: folder), rank: 9)
  }

  /// Writes the data files.
  package static func write(to folder: String, count: Int = .max) throws {
    var lines = ["  1 This dictionary was written for tests."]
    let synsets = synsets.prefix(count)
    for (number, synset) in synsets.enumerated() {
      let words = synset.words.map { "\($0) 0" }.joined(separator: " ")
      let relations = synset.above.filter { $0 < synsets.count }.map { "@ \(offset($0)) n 0000" }
      let related = ([String(format: "%03d", relations.count)] + relations).joined(separator: " ")
      let count = String(format: "%02x", synset.words.count)
      lines.append("\(offset(number)) 03 n \(count) \(words) \(related) | \(synset.meaning); \"an example\"  ")
    }
    try lines.joined(separator: "\n").appending("\n").write(toFile: folder + "/data.noun", atomically: false, encoding: .utf8)
    for name in ["data.verb", "data.adj", "data.adv"] { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
  }

  private static func offset(_ number: Int) -> String { String(format: "%08d", number * 100) }

  /// Stems with one meaning only are left out, so each synset has a narrower one with the same words.
  private static let synsets = broad + broad.enumerated().map { ($1.words, [$0], "a kind of \($1.words[0])") }

  private static let broad: [(words: [String], above: [Int], meaning: String)] = [
    (["vehicle", "conveyance"], [], "a machine with wheels that carries people on a road, such as a car"),
    (["car", "automobile"], [0], "a vehicle with an engine and four wheels that people drive on a road"),
    (["truck", "lorry"], [0], "a large vehicle with an engine that carries heavy cargo on a road"),
    (["bicycle", "bike"], [0], "a vehicle with two wheels and pedals"),
    (["driver", "motorist"], [], "a person who drives a car or another vehicle on a road"),
    (["garage"], [], "a building in which a car or another vehicle is kept or repaired"),
    (["policy", "insurance_policy"], [7], "a written contract of insurance"),
    (["insurance", "coverage"], [], "a contract that promises money after a loss, for a premium"),
    (["premium"], [], "the money paid for an insurance policy"),
    (["invoice", "bill"], [], "a list of goods with the money that a customer owes"),
    (["payment"], [], "money that a customer pays for a bill or an invoice"),
    (["receipt"], [10], "a written acknowledgment of a payment of money"),
    (["debt"], [], "money that a customer owes, as on an unpaid bill or invoice"),
    (["doctor", "physician"], [], "a person trained in medicine who treats illness"),
    (["nurse"], [], "a person who cares for the sick beside a doctor"),
    (["medicine", "medication"], [], "a drug that a doctor gives to treat illness"),
    (["illness", "disease", "sickness"], [], "a bad state of health that a doctor treats with medicine"),
    (["hospital", "clinic"], [], "a building in which doctors and nurses treat illness"),
    (["holiday", "vacation"], [], "leisure time away from work for travel and rest"),
    (["journey", "trip", "travel"], [], "the act of going from one place to another, as on a vacation or holiday"),
    (["hotel", "inn"], [], "a building in which travelers sleep on a journey or a vacation"),
    (["beach", "seaside"], [], "a shore of sand where people rest on a holiday"),
    (["dog", "hound"], [24], "a tame animal that barks and guards a house"),
    (["cat", "kitty"], [24], "a tame animal with soft fur that catches mice"),
    (["animal", "beast"], [], "a living creature that moves and eats"),
    (["puppy"], [22], "a young dog that barks"),
    (["bread", "loaf"], [28], "food made of flour and water that is baked"),
    (["cake"], [28], "sweet food made of flour, sugar and eggs that is baked"),
    (["food", "nourishment"], [], "what people eat, such as bread"),
    (["oven"], [], "a kitchen appliance in which bread or cake is baked"),
    (["recipe"], [], "directions for baked or cooked food such as cake or bread"),
  ]
}
