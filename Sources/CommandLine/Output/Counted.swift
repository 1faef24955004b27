/// A number with its noun, in the plural unless the number is 1: `1 file`, `0 files`.
package func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
