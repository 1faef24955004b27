// SPDX-License-Identifier: Apache-2.0

import SystemPlatform
import WordVectorTraining

/// Makes the file of word vectors from WordNet, when Searchlight is built: `make-word-vectors FOLDER FILE`.
@main
enum MakeWordVectors {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { fatalError("usage: make-word-vectors FOLDER FILE") }
    do {
      let bytes = WordVectorTrainer.train(try WordNetDictionary(folder: arguments[1]))
      try DurableFile.replace(Path(arguments[2]), with: bytes, through: Path("\(arguments[2]).new"))
    } catch {
      fatalError("\(error)")
    }
  }
}
