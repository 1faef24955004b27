// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A dictionary from German into English in FreeDict's format, for the words of ``SmallDictionary``.
package enum SmallForeignDictionary {
  /// Headwords and the rest of their definitions.
  package static let definitions: [(headword: String, rest: String)] = [
    ("Fahrzeug", " /fˈaːrtsɔøk/ <neut, n, sg>\nvehicle <n>, conveyance <n>\n   Synonym: {Gefährt}\n\n"),
    ("Auto", " /ˈaʊtoː/ <neut, n, sg>\ncar <n>, automobile <n> [Am.]\n      \"mit dem Auto fahren\"  - go by hospital\n see: {Wagen}\n\n"),
    ("Versicherung", " <fem, n, sg>\n [fin.] insurance <n>, insurance policy\n         Note: bread\n"),
    ("Rechnung", " <fem, n, sg>\ninvoice <n>, bill <n> [Br.] , unpayable demand of somebody\n"),
    ("Ärztin", " <fem, n, sg>\n1. doctor <n>\n2. physician <n>\n"),
    ("Krankheit", " <n>\nillness, disease\n"), ("Häuser", " <pl>\nhospitals\n"), ("mit dem Auto", "\nby bicycle\n"),
    ("Straße", " <n>\nway of no return\n"), ("reisen", " <v>\nto travel\n"), ("car", "\ndog\n"),
  ]

  /// Writes the index and the compressed definitions.
  package static func write(to folder: String, _ language: String = "deu", _ definitions: [(headword: String, rest: String)] = definitions)
    throws
  {
    var (text, index) = (Data("00-database-short\n     A dictionary for tests\n".utf8), "")
    for (headword, rest) in definitions {
      let definition = Data((headword + rest).utf8)
      index += "\(headword.lowercased())\t\(number(text.count))\t\(number(definition.count))\n"
      text += definition
    }
    let path = "\(folder)/freedict-\(language)-eng"
    try index.write(toFile: path + ".index", atomically: false, encoding: .utf8)
    try compressed(text).write(to: URL(fileURLWithPath: path + ".dict.dz"))
  }

  /// A gzip file of one block, which is stored as it is. RFC 1951, 1952
  private static func compressed(_ bytes: Data) -> Data {
    func littleEndian(_ number: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let length = UInt32(bytes.count)
    precondition(length <= 0xFFFF, "a stored block is shorter")
    let checksum = ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + littleEndian(length, 2) + littleEndian(~length, 2)
    return Data(head) + bytes + Data(littleEndian(checksum, 4) + littleEndian(length, 4))
  }

  /// A number in base 64, as dictfmt(1) writes it.
  private static func number(_ number: Int) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return (number >= 64 ? self.number(number / 64) : "") + String(digits[number % 64])
  }
}
