// SPDX-License-Identifier: Apache-2.0

import ShellSearch

/// A row of a file.
func fileRow(_ path: String, types: [String] = ["public.text"]) -> ResultRow {
  ResultRow(
    identifier: .file(Array(path.utf8)), kind: .file, name: String(path.split(separator: "/").last ?? ""), icons: [], types: types)
}

func programRow(_ name: String) -> ResultRow {
  ResultRow(identifier: .file(Array("/usr/share/applications/\(name).desktop".utf8)), kind: .program, name: name, icons: [])
}

func itemRow(_ number: Int, of program: String) -> ResultRow {
  ResultRow(
    identifier: .item("searchlight://org.example.\(program)/\(number)"), kind: .item(program: program), name: "\(number)", icons: [])
}
