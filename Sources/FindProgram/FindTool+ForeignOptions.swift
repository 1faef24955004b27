// SPDX-License-Identifier: Apache-2.0

import CommandLine

extension FindTool {
  /// Options of find(1), locate(1), fd(1) and head(1). Words that a user may want to exclude, such as `size`,
  /// are listed only with an argument that fits the option.
  static let foreignOptions = [
    ForeignOption(numberAfter: ["", "n", "l"], "-limit"),
    ForeignOption("iname", "-name"), ForeignOption("wholename", "-name"), ForeignOption("iwholename", "-name"),
    ForeignOption("ipath", "-name"), ForeignOption("path", "-name") { $0?.contains(where: { "/*?".contains($0) }) == true },
    ForeignOption("basename", "-name"), ForeignOption("iregex", "-regex"), ForeignOption("regextype", nil),
    ForeignOption("print", nil), ForeignOption("max-results", "-limit"), ForeignOption("ext", "ext:pdf"),
    ForeignOption("print0", "-0"), ForeignOption("null", "-0"), ForeignOption("exec", "-0 with xargs -0"),
    ForeignOption("execdir", "-0 with xargs -0"), ForeignOption("ls", "-0 with xargs -0 ls -l"),
    ForeignOption("maxdepth", nil), ForeignOption("mindepth", nil), ForeignOption("xdev", nil),
    ForeignOption("mtime", "modified:7d"), ForeignOption("mmin", "modified:today"), ForeignOption("newermt", "modified:>2025-03-01"),
    ForeignOption("ctime", "modified:7d"), ForeignOption("cmin", "modified:today"), ForeignOption("atime", nil),
    ForeignOption("amin", nil), ForeignOption("size", "size:>10MB") { $0?.first.map { "+-".contains($0) || $0.isNumber } == true },
    ForeignOption("type", "kind:folder") { $0 == "d" },
    ForeignOption("type", nil) { ["f", "l"].contains($0) },
    ForeignOption("not", "NOT"), ForeignOption("or", "OR"), ForeignOption("and", "AND"),
  ]
}
