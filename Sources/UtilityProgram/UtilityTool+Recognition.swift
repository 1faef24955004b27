// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import IndexStore
import LogMessages

extension UtilityTool {
  /// A line about text in pictures; empty if the configuration does not have it searched.
  func recognition(in index: Store) throws -> String {
    let configuration = try configuration()
    guard configuration.readsTextInPictures else { return "" }
    let left = try PictureQueue().count(in: index)
    let today = try RecognitionBudget(dailyTime: .seconds(60 * configuration.recognitionMinutes)).today(in: index)
    let isSpent = left > 0 && today.processorTime >= .seconds(60 * configuration.recognitionMinutes)
    let remark =
      if WorkerLaunch.installedExecutable(RecognitionLaunch.program) == nil {
        "; the program \(RecognitionLaunch.program) is not installed"
      } else {
        isSpent ? "; the time for today is used up ('text-in-pictures-minutes', see searchlight.conf(5))" : ""
      }
    return
      "\ttext in pictures: \(counted(left, "file", isGrouped: true)) to search; today \(today.files.grouped) searched, "
      + "\(today.filesWithText.grouped) with text\(remark)\n"
  }
}
